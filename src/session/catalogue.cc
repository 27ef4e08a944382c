#include "session/catalogue.h"

namespace pipette {

namespace {

CatalogueEntry with_feeds() {
  CatalogueEntry entry{"mnist-with-feeds",
                       "MNIST with infeed and outfeed queues",
                       "Trains a 784-128-10 network on batches that an infeed queue delivers, ten "
                       "steps in one engine run; losses come back through an outfeed queue.",
                       true,
                       {}};
  entry.defaults.name = entry.name;
  return entry;
}

CatalogueEntry without_feeds() {
  CatalogueEntry entry{"mnist-without-feeds",
                       "MNIST without feeds: every batch is a call",
                       "The same training, but the host passes each batch with a call of its own "
                       "and waits for the loss: one step in one engine run.",
                       false,
                       {}};
  entry.defaults.name = entry.name;
  entry.defaults.steps_per_execution = 1;
  return entry;
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue() {
  static const std::vector<CatalogueEntry> entries{with_feeds(), without_feeds()};
  return entries;
}

const CatalogueEntry& catalogue_entry(const std::string& name) {
  std::string known;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.name == name) return entry;
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw NotFound("there is no experiment \"" + name + "\"; the catalogue has " + known);
}

}  // namespace pipette
