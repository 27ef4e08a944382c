// The catalogue: every experiment that can be run by name.
//
//   for (const CatalogueEntry& entry : catalogue()) fmt::print("{}  {}\n", entry.name,
//   entry.title);
#pragma once

#include <string>
#include <vector>

#include "session/experiment.h"

namespace pipette {

struct CatalogueEntry {
  std::string name;
  std::string title;        // one line
  std::string description;  // a sentence or two for people
  bool feeds = true;        // data through infeed and outfeed; else with every call
  Experiment defaults;
};

const std::vector<CatalogueEntry>& catalogue();
const CatalogueEntry& catalogue_entry(
    const std::string& name);  // throws NotFound listing the names

}  // namespace pipette
