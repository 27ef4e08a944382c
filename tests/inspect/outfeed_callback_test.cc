// The program of the pipelining and tensor inspection tutorial: models whose layers and optimizer
// show tensors at the end of each epoch.
#include "inspect/outfeed_callback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "core/random.h"
#include "inspect/outfeed_layers.h"
#include "inspect/outfeed_optimizer.h"
#include "keras/model.h"
#include "oracle.h"

namespace pipette::inspect {
namespace {

using testing::HasSubstr;
using testing_support::Json;

Dataset random_digits() {
  RandomStream random(3, "digits");
  Array images(ArraySpec{DType::f32, Shape{64, 28, 28, 1}});
  for (float& v : images.span<float>()) v = random.uniform(0, 1);
  Array labels(ArraySpec{DType::f32, Shape{64}});
  for (float& v : labels.span<float>())
    v = static_cast<float>(static_cast<int>(random.uniform(0, 10)));
  return Dataset::from_tensor_slices(Element::tuple({images, labels})).batch(32, true).repeat();
}

DeviceConfig two_ipus() {
  DeviceConfig config;
  config.num_ipus = 2;
  return config;
}

// What the callbacks saw and printed in one epoch of the pipelined keras::Sequential model.
struct Epoch {
  Nest<Array> gradients, activations;
  std::string printed;
};

Epoch train(std::int64_t steps, std::int64_t accumulation,
            const std::optional<Filters>& gradients) {
  Machine machine(two_ipus());
  Strategy strategy(machine);
  MaybeOutfeedQueue gradient_queue({.filters = gradients});
  MaybeOutfeedQueue activation_queue;
  OutfeedQueue unused;
  keras::Sequential model({keras::flatten(), keras::dense(256, keras::relu, "Dense_256"),
                           keras::dense(128, keras::relu, "Dense_128"),
                           maybe_outfeed(activation_queue, false, "Dense_128_acts"),
                           keras::dense(10, keras::softmax, "Dense_10"),
                           maybe_outfeed(activation_queue, true, "Dense_10_acts")},
                          {.strategy = &strategy});
  model.set_pipelining_options({.gradient_accumulation_steps_per_replica = accumulation});
  model.set_pipeline_stage_assignment({0, 0, 1, 1, 1, 1});
  model.compile({.optimizer = std::make_shared<OutfeedOptimizer>(
                     keras::sgd(), gradient_queue, OutfeedOptimizerMode::before_apply, &model),
                 .loss = "sparse_categorical_crossentropy",
                 .steps_per_execution = steps});
  Epoch epoch;
  std::ostringstream out;
  const auto gradients_callback =
      std::make_shared<OutfeedCallback>(gradient_queue, "Gradients callback", text_sink(out));
  gradients_callback->set_observer([&](const Nest<Array>& e) {
    epoch.gradients = e;
    return statistics_of(e);
  });
  const auto activations_callback = std::make_shared<OutfeedCallback>(
      activation_queue, "Multi-layer activations callback", text_sink(out));
  activations_callback->set_observer([&](const Nest<Array>& e) {
    epoch.activations = e;
    return std::vector<NamedStatistics>{{"a row of mine", {}}};
  });
  const auto unused_callback = std::make_shared<OutfeedCallback>(
      unused, "Single layer activations callback", text_sink(out));
  model.fit(random_digits(),
            {.steps_per_epoch = steps,
             .callbacks = {gradients_callback, activations_callback, unused_callback}});
  epoch.printed = out.str();
  return epoch;
}

void expect_shapes(const Nest<Array>& element, const Json& shapes) {
  ASSERT_EQ(element.keys().size(), shapes.size());
  for (const auto& [key, shape] : shapes.items()) {
    EXPECT_EQ(element.at(NestKey(key)).leaf().shape(),
              Shape(shape.get<std::vector<std::int64_t>>()))
        << key;
  }
}

TEST(InspectOracle, Inspect_tf2_default) {
  PIPETTE_ORACLE_CASE(inspect_tf2_default);
  const Json& inputs = oracle.at("inputs");
  const Epoch epoch = train(inputs.at("steps_per_epoch"), inputs.at("GA"), Filters{"Dense_128"});
  expect_shapes(epoch.gradients, oracle.at("expected").at("gradients"));
  expect_shapes(epoch.activations, oracle.at("expected").at("activations"));
  EXPECT_THAT(epoch.gradients.keys(), testing::ElementsAre(NestKey("Dense_128/bias:0_grad"),
                                                           NestKey("Dense_128/kernel:0_grad")));
}

TEST(InspectOracle, Inspect_tf2_seed001) {
  PIPETTE_ORACLE_CASE(inspect_tf2_seed001);
  const Json& inputs = oracle.at("inputs");
  const Epoch epoch = train(inputs.at("steps_per_epoch"), inputs.at("GA"),
                            inputs.at("gradients_filters").get<Filters>());
  expect_shapes(epoch.gradients, oracle.at("expected").at("gradients"));
  const std::string nothing = oracle.at("expected").at("swapped_callback_line");
  EXPECT_THAT(epoch.printed, HasSubstr("\nSingle layer activations callback\n" + nothing + "\n"));
}

TEST(OutfeedCallback, PrintsKeysShapesAndTheTable) {
  const Epoch epoch = train(16, 8, Filters{"Dense_128"});
  const std::string table = statistics_table(statistics_of(epoch.gradients));
  EXPECT_THAT(epoch.printed,
              testing::StartsWith("\nGradients callback\n"
                                  "key: Dense_128/bias:0_grad shape: (2, 128)\n"
                                  "key: Dense_128/kernel:0_grad shape: (2, 256, 128)\n"
                                  "Epoch 1 - Summary Stats\n" +
                                  table +
                                  "\nMulti-layer activations callback\n"
                                  "key: Dense_128_acts shape: (16, 32, 128)\n"));
  EXPECT_THAT(epoch.printed, HasSubstr("\n0     a row of mine ")) << "the observer's";
  EXPECT_THAT(table, HasSubstr("1     Dense_128/kernel:0_grad      "));
}

TEST(OutfeedLayers, LeaveTheQueueAloneWhenNothingTrains) {
  Machine machine;
  Strategy strategy(machine);
  OutfeedQueue queue;
  keras::Sequential model({keras::flatten(), keras::dense(4, keras::relu), outfeed(queue, "acts"),
                           keras::dense(10, keras::softmax)},
                          {.strategy = &strategy});
  model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 2});
  model.evaluate(random_digits(), {.steps = 2});
  EXPECT_FALSE(queue.enqueued());
  model.fit(random_digits(), {.steps_per_epoch = 4});
  const Nest<Array> element = queue.dequeue();
  EXPECT_EQ(element["acts"].leaf().shape(), (Shape{4, 32, 4}));
  for (const float x : element["acts"].leaf().span<float>()) EXPECT_GE(x, 0);
}

}  // namespace
}  // namespace pipette::inspect
