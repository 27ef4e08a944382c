#include "session/catalogue.h"

namespace pipette {

namespace {

CatalogueEntry with_feeds() {
  CatalogueEntry entry{"mnist-with-feeds",
                       "MNIST with infeed and outfeed queues",
                       "Trains a 784-128-10 network on batches that an infeed queue delivers, ten "
                       "steps in one engine run; losses come back through an outfeed queue.",
                       ProgramKind::with_feeds,
                       {}};
  entry.defaults.name = entry.name;
  return entry;
}

CatalogueEntry without_feeds() {
  CatalogueEntry entry{"mnist-without-feeds",
                       "MNIST without feeds: every batch is a call",
                       "The same training, but the host passes each batch with a call of its own "
                       "and waits for the loss: one step in one engine run.",
                       ProgramKind::without_feeds,
                       {}};
  entry.defaults.name = entry.name;
  entry.defaults.steps_per_execution = 1;
  return entry;
}

CatalogueEntry pipelined() {
  CatalogueEntry entry{"mnist-pipelined",
                       "MNIST pipelined over several IPUs",
                       "A 784-256-128-10 network cut into stages that run on IPUs of their own, "
                       "several mini-batches under way at once; gradients are accumulated and the "
                       "weights updated once for all of them. The modelled host keeps up with the "
                       "IPUs here, so that the schedule shows; raise host.handshake_begin_us to "
                       "see them wait for it.",
                       ProgramKind::pipelined,
                       {}};
  Experiment& e = entry.defaults;
  e.name = entry.name;
  e.hidden_units = {256, 128};
  e.stages = 4;
  e.gradient_accumulation_count = 16;
  e.steps = 625;
  e.steps_per_execution = 5;
  // A host that overlaps its work with the device's: only making an element and copying it count.
  e.device.host.element_us = 2;
  e.device.host.handshake_begin_us = 0;
  e.device.host.handshake_end_us = 0;
  e.device.host.staging_bytes_per_second = 20.2e9;
  return entry;
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue() {
  static const std::vector<CatalogueEntry> entries{with_feeds(), without_feeds(), pipelined()};
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
