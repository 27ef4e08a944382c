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
  without_feeds,  // every batch comes with a call of its own
  pipelined,      // with feeds, several mini-batches to a weight update, stages, replicas
  keras,          // a model in layers that shows activations and gradients
  inspected,      // the same with the interface of TensorFlow 1
  loops,          // loops tutorial: convolutions, an epoch in one loop on the device
  without_loops,  // the same, every batch with a call of its own
  arithmetic,     // training guide: the smallest program with both queues
  benchmark,      // training guide: how fast the host makes batches
};

struct CatalogueEntry {
  std::string group;  // what it teaches, a title; the entries of a group follow each other
  std::string name;
  std::string title;        // a few words
  std::string description;  // one sentence that fits on a line or two
  ProgramKind kind = ProgramKind::with_feeds;
  Experiment defaults;
  bool prints_losses = false;  // each of them as it is dequeued
  // The program that trains alike, one with a loop on the device and one with a call for every
  // batch; and what this one is called beside it. Both are empty where there is no such program.
  std::string twin = {};
  std::string label = {};  // "With feeds"
  // What its tutorial's program printed on real hardware, compiling included; 0 where it prints no
  // time.
  double published_seconds = 0;

  bool calls_for_each_batch() const {
    return kind == ProgramKind::without_feeds || kind == ProgramKind::without_loops;
  }
  // Whether there are losses and weights.
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
