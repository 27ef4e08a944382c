#include "experiment/catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/nearest_name.h"

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

LayerSpec dense(std::int64_t units, keras::Activation activation, std::int64_t stage,
                bool outfeed) {
  return {.kind = keras::DenseSpec{.units = units, .activation = activation},
          .name = "Dense_" + std::to_string(units),
          .stage = stage,
          .outfeed = outfeed};
}

LayerSpec conv(const char* name) {
  return {.kind = keras::Conv2dSpec{.filters = 8, .activation = keras::Activation::relu},
          .name = name};
}

Experiment with_layers(std::vector<LayerSpec> layers) {
  Experiment e = pipelined();
  e.pipeline.stages = 1;
  e.model.hidden_units = {128};
  e.model.layers = std::move(layers);
  return e;
}

Experiment inspect_keras() {
  Experiment e = with_layers({{.kind = keras::FlattenSpec()},
                              dense(256, keras::Activation::relu, 0, false),
                              dense(128, keras::Activation::relu, 1, true),
                              dense(10, keras::Activation::softmax, 1, true)});
  e.training.steps = 1500;
  e.training.steps_per_execution = 500;
  e.pipeline.gradient_accumulation_count = 4;
  e.inspection.gradients_filters = {"Dense_128"};
  return e;
}

Experiment keras_convolutions() {
  Experiment e =
      with_layers({{.kind = keras::ReshapeSpec{.shape = {28, 28, 1}}},
                   conv("Conv_1"),
                   {.kind = keras::MaxPooling2dSpec(), .name = "Pool_1", .outfeed = true},
                   conv("Conv_2"),
                   {.kind = keras::FlattenSpec()},
                   {.kind = keras::DropoutSpec{.rate = 0.25}},
                   dense(10, keras::Activation::softmax, 0, false)});
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

constexpr char kQueues[] = "Queues between host and IPU";
constexpr char kLoops[] = "Loops on the device";
constexpr char kPipelines[] = "Pipelines over several IPUs";
constexpr char kInside[] = "Inside a network";
constexpr char kSpeed[] = "The host's speed";

// The example output of the infeed and outfeed tutorial, 10,000 steps of 32 images, in seconds.
constexpr double kPublishedWithFeeds = 14.621, kPublishedWithoutFeeds = 23.767;

std::vector<CatalogueEntry> entries() {
  std::vector<CatalogueEntry> all{
      {kQueues, "mnist-with-feeds", "MNIST with infeed and outfeed queues",
       "Batches come from an infeed queue, ten steps to an engine run; losses leave through an "
       "outfeed queue.",
       ProgramKind::with_feeds, Experiment(), /*prints_losses=*/false, "mnist-without-feeds",
       "With feeds", kPublishedWithFeeds},
      {kQueues, "mnist-without-feeds", "MNIST without feeds: every batch is a call",
       "The same training, but the host passes each batch with a call and waits for the loss.",
       ProgramKind::without_feeds, one_call_each(), /*prints_losses=*/false, "mnist-with-feeds",
       "Without feeds", kPublishedWithoutFeeds},
      {kQueues, "outfeed-example", "Losses that arrive while the program runs",
       "A hundred steps in one engine run; the host prints each loss as it comes.",
       ProgramKind::with_feeds, outfeed_example(), /*prints_losses=*/true},
      {kQueues, "perf-training-example", "The smallest program with both queues",
       "Adds and subtracts two vectors of an infeed queue, ten times, into an outfeed queue.",
       ProgramKind::arithmetic, ten_steps()},
      {kLoops, "loops", "Convolutions, an epoch in one loop on the device",
       "Two convolutions and Adam; the loop adds up the losses, so the host hears once an epoch.",
       ProgramKind::loops, loops(), /*prints_losses=*/false, "without-loops", "With a loop"},
      {kLoops, "while-loop", "Convolutions, a loop that ends by a condition",
       "The same network; before each batch the device asks whether it is the last.",
       ProgramKind::loops, loops(), /*prints_losses=*/false, "without-loops", "With a loop"},
      {kLoops, "without-loops", "Convolutions, without loops: every batch is a call",
       "The same training, but the host sets the program up again for every batch.",
       ProgramKind::without_loops, without_loops(), /*prints_losses=*/false, "loops",
       "Without loops"},
      {kPipelines, "mnist-pipelined", "MNIST pipelined over several IPUs",
       "A network cut into stages on IPUs of their own, with several mini-batches under way at "
       "once.",
       ProgramKind::pipelined, pipelined()},
      {kPipelines, "inspect-pipelined", "A pipeline that shows activations and gradients",
       "Two stages in the words of TensorFlow 1; tensors come through outfeed queues.",
       ProgramKind::inspected, inspected(2, 16)},
      {kInside, "inspect-keras", "A Keras model whose layers and optimizer show their tensors",
       "Build a model from layers and stages, and see its activations and gradients.",
       ProgramKind::keras, inspect_keras()},
      {kInside, "keras-convolutions", "A Keras model with convolutions that shows its kernels",
       "Convolutions, pooling, dropout and Adam; kernels and what they see come as pictures.",
       ProgramKind::keras, keras_convolutions()},
      {kInside, "inspect-model", "Activations and gradients on one IPU",
       "The pipeline that shows its tensors, without stages: the tensors are the same.",
       ProgramKind::inspected, inspected(1, 1)},
      {kInside, "print-tensor", "Tensors that the device prints",
       "The device sends logits and losses to the host in the middle of a run: print_tensor.",
       ProgramKind::with_feeds, print_tensor()},
      {kSpeed, "dataset-benchmark", "How fast this computer makes batches",
       "Measures the data pipeline in real time, without any training.", ProgramKind::benchmark,
       dataset_benchmark()},
      {kSpeed, "infeed-benchmark", "How fast the dataset of an infeed queue is",
       "Measures the same through an infeed queue: it reads its dataset as it is.",
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
  std::vector<std::string_view> known;
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.name == name) return entry;
    known.emplace_back(entry.name);
  }
  const std::string nearest = did_you_mean(name, known);
  throw NotFound(fmt::format(
      "there is no experiment \"{}\"{}", name.substr(0, 80),
      nearest.empty() ? fmt::format("; the catalogue has {}", fmt::join(known, ", ")) : nearest));
}

}  // namespace pipette
