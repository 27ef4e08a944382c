// The catalogue: every experiment that can be run by name.
//
//   for (const CatalogueEntry& entry : catalogue()) print(entry.name, entry.title);
#pragma once

#include <string>
#include <vector>

#include "session/experiment.h"

namespace pipette {

enum class ProgramKind {
  with_feeds,     // data through infeed and outfeed, a loop on the device
  without_feeds,  // every batch comes with a call of its own
  pipelined,      // with feeds, several mini-batches to a weight update, stages, replicas
};

struct CatalogueEntry {
  std::string name;
  std::string title;        // one line
  std::string description;  // a sentence or two for people
  ProgramKind kind = ProgramKind::with_feeds;
  Experiment defaults;
};

const std::vector<CatalogueEntry>& catalogue();
const CatalogueEntry& catalogue_entry(
    const std::string& name);  // throws NotFound listing the names

}  // namespace pipette
