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

LayerSpec dense(std::int64_t units, const char* activation, std::int64_t stage, bool outfeed) {
  return {.kind = LayerKind::dense,
          .units = units,
          .activation = activation,
          .name = "Dense_" + std::to_string(units),
          .stage = stage,
          .outfeed = outfeed};
}

CatalogueEntry inspect_keras() {
  CatalogueEntry entry{"inspect-keras",
                       "A Keras model whose layers and optimizer show their tensors",
                       "Trains a pipelined Sequential model and prints, at the end of each epoch, "
                       "what gradients and activations are like that came through outfeed queues. "
                       "Its layers and stages can be changed.",
                       ProgramKind::keras,
                       {}};
  Experiment& e = entry.defaults;
  e = pipelined().defaults;
  e.name = entry.name;
  e.stages = 1;
  e.hidden_units = {128};
  e.layers = {{.kind = LayerKind::flatten},
              dense(256, "relu", 0, false),
              dense(128, "relu", 1, true),
              dense(10, "softmax", 1, true)};
  e.steps = 1500;
  e.steps_per_execution = 500;
  e.gradient_accumulation_count = 4;
  e.gradients_filters = {"Dense_128"};
  return entry;
}

CatalogueEntry inspected(const char* name, const char* title, std::int64_t stages,
                         std::int64_t count) {
  CatalogueEntry entry{name,
                       title,
                       "The 784-256-128-10 network of seed 004 in the words of TensorFlow 1: "
                       "activations and gradients come through outfeed queues and are printed "
                       "after every engine run.",
                       ProgramKind::inspected,
                       {}};
  Experiment& e = entry.defaults;
  e = pipelined().defaults;
  e.name = entry.name;
  e.stages = stages;
  e.gradient_accumulation_count = count;
  e.steps_per_execution = 100;
  e.steps = 4 * e.steps_per_execution;
  e.gradients_filters = {"dense1", "dense2"};
  e.activations_filters = {"dense1"};
  return entry;
}

CatalogueEntry loops() {
  CatalogueEntry entry{"loops",
                       "Convolutions, an epoch in one loop on the device",
                       "Two convolutions and a dense layer, trained with Adam; the loop on the "
                       "device carries the sum of the losses, so the host hears once an epoch.",
                       ProgramKind::loops,
                       {}};
  Experiment& e = entry.defaults;
  e.name = entry.name;
  e.optimizer = OptimizerName::adam;
  e.steps_per_execution = 1875;  // 60,000 images in batches of 32
  e.steps = 5 * e.steps_per_execution;
  return entry;
}

CatalogueEntry perf_training_example() {
  CatalogueEntry entry{"perf-training-example",
                       "The smallest program with both queues",
                       "Ten times, adds and subtracts two vectors of ones that an infeed queue "
                       "delivers, counts, and hands sum and difference to an outfeed queue.",
                       ProgramKind::arithmetic,
                       {}};
  entry.defaults.name = entry.name;
  entry.defaults.steps = 10;
  return entry;
}

CatalogueEntry outfeed_example() {
  CatalogueEntry entry = with_feeds();
  entry.name = "outfeed-example";
  entry.title = "Losses that arrive while the program runs";
  entry.description =
      "A hundred training steps in one engine run; the host reads the outfeed queue meanwhile and "
      "prints each loss as it comes.";
  entry.prints_losses = true;
  Experiment& e = entry.defaults;
  e.name = entry.name;
  e.steps = e.steps_per_execution = 100;
  e.dequeue = DequeueTime::continuous;
  return entry;
}

CatalogueEntry dataset_benchmark() {
  CatalogueEntry entry{
      "dataset-benchmark",
      "How fast this computer makes batches",
      "Measures, in real time, the data pipeline of mnist-with-feeds without any "
      "training, and says whether it or the modelled device would be the bottleneck.",
      ProgramKind::benchmark,
      {}};
  entry.defaults.name = entry.name;
  entry.defaults.steps_per_execution = 512;
  entry.defaults.steps = 10 * 512;
  return entry;
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue() {
  static const std::vector<CatalogueEntry> entries{
      with_feeds(),
      without_feeds(),
      pipelined(),
      inspect_keras(),
      inspected("inspect-pipelined", "A pipeline that shows activations and gradients", 2, 16),
      inspected("inspect-model", "The same network on one IPU", 1, 1),
      loops(),
      perf_training_example(),
      outfeed_example(),
      dataset_benchmark()};
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
