// The catalogue: every experiment that can be run by name.
//
//   for (const CatalogueEntry& entry : catalogue()) print(entry.group, entry.name, entry.title);
#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"

namespace pipette {

enum class ProgramKind {
  with_feeds,     // data through infeed and outfeed, a loop on the device
  without_feeds,  // every batch is passed by a call of its own
  pipelined,      // with feeds, several mini-batches per weight update, stages, replicas
  keras,          // a model in layers that shows activations and gradients
  inspected,      // the same with the TensorFlow 1 interface
  loops,          // loops tutorial: convolutions, an epoch in one loop on the device
  without_loops,  // the same, every batch with its own call
  arithmetic,     // training guide: the smallest program with both queues
  benchmark,      // training guide: how fast the host makes batches
};

struct CatalogueEntry {
  std::string group;  // what it teaches, a title; the entries of a group are adjacent
  std::string name;
  std::string title;        // a few words
  std::string description;  // one sentence that fits on one or two lines
  ProgramKind kind = ProgramKind::with_feeds;
  Experiment defaults;
  bool prints_losses = false;  // each loss as it is dequeued
  // The program that trains in the same way with a call for every batch instead of a loop on the
  // device, or the reverse; and the label of this program beside it. Both are empty if there is no
  // such program.
  std::string twin = {};
  std::string label = {};  // "With feeds"
  // The time that its tutorial's program printed on real hardware, including compilation; 0 if it
  // prints no time.
  double published_seconds = 0;

  bool calls_for_each_batch() const {
    return kind == ProgramKind::without_feeds || kind == ProgramKind::without_loops;
  }
  // True if there are losses and weights.
  bool trains() const { return kind != ProgramKind::benchmark && kind != ProgramKind::arithmetic; }
  bool accumulates() const {
    return kind == ProgramKind::pipelined || kind == ProgramKind::keras ||
           kind == ProgramKind::inspected;
  }
};

const std::vector<CatalogueEntry>& catalogue();
const CatalogueEntry& catalogue_entry(
    const std::string& name);  // throws NotFound listing the names

}  // namespace pipette
