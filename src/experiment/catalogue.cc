#include "experiment/catalogue.h"

namespace pipette {

namespace {

Experiment one_call_each() {
  Experiment e;
  e.training.steps_per_execution = 1;
  return e;
}

Experiment pipelined() {
  Experiment e;
  e.model.hidden_units = {256, 128};
  e.pipeline.stages = 4;
  e.pipeline.gradient_accumulation_count = 16;
  e.training.steps = 625;
  e.training.steps_per_execution = 5;
  // A host that overlaps its work with the device's: only making an element and copying it count.
  e.device.host.element_us = 2;
  e.device.host.handshake_begin_us = 0;
  e.device.host.handshake_end_us = 0;
  e.device.host.staging_bytes_per_second = 20.2e9;
  return e;
}

LayerSpec dense(std::int64_t units, const char* activation, std::int64_t stage, bool outfeed) {
  return {.kind = LayerKind::dense,
          .units = units,
          .activation = activation,
          .name = "Dense_" + std::to_string(units),
          .stage = stage,
          .outfeed = outfeed};
}

LayerSpec conv(const char* name) {
  return {.kind = LayerKind::conv2d, .units = 8, .activation = "relu", .name = name};
}

Experiment keras(std::vector<LayerSpec> layers) {
  Experiment e = pipelined();
  e.pipeline.stages = 1;
  e.model.hidden_units = {128};
  e.model.layers = std::move(layers);
  return e;
}

Experiment inspect_keras() {
  Experiment e = keras({{.kind = LayerKind::flatten},
                        dense(256, "relu", 0, false),
                        dense(128, "relu", 1, true),
                        dense(10, "softmax", 1, true)});
  e.training.steps = 1500;
  e.training.steps_per_execution = 500;
  e.pipeline.gradient_accumulation_count = 4;
  e.inspection.gradients_filters = {"Dense_128"};
  return e;
}

Experiment keras_convolutions() {
  Experiment e = keras({{.kind = LayerKind::reshape, .shape = {28, 28, 1}},
                        conv("Conv_1"),
                        {.kind = LayerKind::max_pooling2d, .name = "Pool_1", .outfeed = true},
                        conv("Conv_2"),
                        {.kind = LayerKind::flatten},
                        {.kind = LayerKind::dropout, .rate = 0.25},
                        dense(10, "softmax", 0, false)});
  e.training.optimizer = OptimizerName::adam;
  e.training.learning_rate = 0.001;
  e.training.steps = 500;
  e.training.steps_per_execution = 50;
  e.pipeline.gradient_accumulation_count = 1;
  e.inspection.gradients_filters = {"Conv_1/kernel"};
  return e;
}

Experiment inspected(std::int64_t stages, std::int64_t count) {
  Experiment e = pipelined();
  e.pipeline.stages = stages;
  e.pipeline.gradient_accumulation_count = count;
  e.training.steps_per_execution = 100;
  e.training.steps = 4 * e.training.steps_per_execution;
  e.inspection.gradients_filters = {"dense1", "dense2"};
  e.inspection.activations_filters = {"dense1"};
  return e;
}

Experiment loops() {
  Experiment e;
  e.training.optimizer = OptimizerName::adam;
  e.training.steps_per_execution = 1875;  // 60,000 images in batches of 32
  e.training.steps = 5 * e.training.steps_per_execution;
  return e;
}

Experiment without_loops() {
  Experiment e = loops();
  e.training.steps_per_execution = 1;
  return e;
}

Experiment ten_steps() {
  Experiment e;
  e.training.steps = 10;
  return e;
}

Experiment outfeed_example() {
  Experiment e;
  e.training.steps = e.training.steps_per_execution = 100;
  e.feeds.dequeue = DequeueTime::continuous;
  return e;
}

Experiment print_tensor() {
  Experiment e;
  e.training.steps = e.training.steps_per_execution = 10;
  e.training.batch_size = 4;
  e.model.hidden_units = {16};
  e.inspection.print_tensors = {"dense_1", "loss"};
  return e;
}

Experiment dataset_benchmark() {
  Experiment e;
  e.training.steps_per_execution = 512;
  e.training.steps = 10 * e.training.steps_per_execution;
  return e;
}

constexpr const char* kInspectedNetwork =
    "The 784-256-128-10 network of a tutorial in the words of TensorFlow 1: "
    "activations and gradients come through outfeed queues and are printed after every engine run.";

std::vector<CatalogueEntry> entries() {
  std::vector<CatalogueEntry> all{
      {"mnist-with-feeds", "MNIST with infeed and outfeed queues",
       "Trains a 784-128-10 network on batches that an infeed queue delivers, "
       "ten steps in one engine run; losses come back through an outfeed queue.",
       ProgramKind::with_feeds, Experiment(), /*prints_losses=*/false, "mnist-without-feeds",
       "With feeds"},
      {"mnist-without-feeds", "MNIST without feeds: every batch is a call",
       "The same training, but the host passes each batch with a call of its own and waits for the "
       "loss: one step in one engine run.",
       ProgramKind::without_feeds, one_call_each(), /*prints_losses=*/false, "mnist-with-feeds",
       "Without feeds"},
      {"mnist-pipelined", "MNIST pipelined over several IPUs",
       "A 784-256-128-10 network cut into stages that run on IPUs of their own, "
       "several mini-batches under way at once; gradients are accumulated and "
       "the weights updated once for all of them. The modelled host keeps up with the IPUs here, "
       "so that the schedule shows; raise host.handshake_begin_us to see them wait for it.",
       ProgramKind::pipelined, pipelined()},
      {"inspect-keras", "A Keras model whose layers and optimizer show their tensors",
       "Trains a pipelined Sequential model and prints, at the end of each epoch, "
       "what gradients and activations are like that came through outfeed queues. "
       "Its layers and stages can be changed.",
       ProgramKind::keras, inspect_keras()},
      {"keras-convolutions", "A Keras model with convolutions that shows its kernels",
       "Two convolutions, pooling, dropout and a dense layer, trained with Adam on one IPU. "
       "The gradients of the first layer's kernels come through an outfeed queue as pictures of 3 "
       "x 3, and so does what the layer makes of each digit. Its layers can be changed.",
       ProgramKind::keras, keras_convolutions()},
      {"inspect-pipelined", "A pipeline that shows activations and gradients", kInspectedNetwork,
       ProgramKind::inspected, inspected(2, 16)},
      {"inspect-model", "The same network on one IPU", kInspectedNetwork, ProgramKind::inspected,
       inspected(1, 1)},
      {"loops", "Convolutions, an epoch in one loop on the device",
       "Two convolutions and a dense layer, trained with Adam; "
       "the loop on the device carries the sum of the losses, so the host hears once an epoch.",
       ProgramKind::loops, loops(), /*prints_losses=*/false, "without-loops", "With a loop"},
      {"while-loop", "Convolutions, a loop that ends by a condition",
       "The network of loops, trained by a loop that carries the number of batches too and asks before "
       "each of them whether it is the last: the condition costs a few supersteps a batch.",
       ProgramKind::loops, loops(), /*prints_losses=*/false, "without-loops", "With a loop"},
      {"without-loops", "Convolutions, without loops: every batch is a call",
       "The training of loops, but the host passes each batch with a call of its own, for which it "
       "sets the program up again, and adds up the losses itself.",
       ProgramKind::without_loops, without_loops(), /*prints_losses=*/false, "loops",
       "Without loops"},
      {"perf-training-example", "The smallest program with both queues",
       "Ten times, adds and subtracts two vectors of ones that an infeed queue delivers, counts, "
       "and hands sum and difference to an outfeed queue.",
       ProgramKind::arithmetic, ten_steps()},
      {"outfeed-example", "Losses that arrive while the program runs",
       "A hundred training steps in one engine run; "
       "the host reads the outfeed queue meanwhile and prints each loss as it comes.",
       ProgramKind::with_feeds, outfeed_example(), /*prints_losses=*/true},
      {"print-tensor", "Tensors that the device prints",
       "Ten training steps in one engine run; whenever the device has made the logits of a "
       "mini-batch and its loss, it sends them to the host, which prints them: print_tensor. "
       "Any layer can be printed.",
       ProgramKind::with_feeds, print_tensor()},
      {"dataset-benchmark", "How fast this computer makes batches",
       "Measures, in real time, the data pipeline of mnist-with-feeds without any training, "
       "and says whether it or the modelled device would be the bottleneck.",
       ProgramKind::benchmark, dataset_benchmark()},
      {"infeed-benchmark", "How fast the dataset of an infeed queue is",
       "Measures the dataset of an infeed queue as dataset-benchmark measures a dataset: the figures "
       "are alike, because a queue reads its dataset as it is.",
       ProgramKind::benchmark, dataset_benchmark()}};
  for (CatalogueEntry& entry : all) entry.defaults.name = entry.name;
  return all;
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue() {
  static const std::vector<CatalogueEntry> all = entries();
  return all;
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
