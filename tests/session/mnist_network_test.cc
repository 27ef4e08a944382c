// Models against the hand-written network and training loops of src/session.
#include "session/mnist_network.h"

#include <algorithm>
#include <cmath>

#include "keras/keras_fixture.h"
#include "loops/loops.h"
#include "training/gradient_accumulation.h"

namespace pipette::keras {
namespace {

using testing_support::floats;
using testing_support::System;

constexpr std::int64_t kRows = 96, kBatch = 8, kSteps = kRows / kBatch;

Dataset images() {
  RandomStream random(3, "images");
  Array x(ArraySpec{DType::f32, Shape{kRows, 28, 28}});
  for (float& v : x.span<float>()) v = random.uniform();
  Array y(ArraySpec{DType::i32, Shape{kRows}});
  for (std::int32_t& v : y.span<std::int32_t>()) {
    v = static_cast<std::int32_t>(random.uniform_int(10));
  }
  return Dataset::from_tensor_slices(Element::tuple({x, y}))
      .shuffle(kRows, 1)
      .batch(kBatch, /*drop_remainder=*/true);
}

struct Outcome {
  std::vector<float> losses, weights;
};

// What the infeed and outfeed tutorial's host program does, by hand; `accumulation` 0: no wrapper.
Outcome by_hand(std::shared_ptr<Optimizer> optimizer, std::int64_t accumulation) {
  System system;
  const MnistNetwork network({28, 28}, {24}, /*seed=*/7);
  if (accumulation > 0) {
    optimizer = std::make_shared<GradientAccumulationOptimizerV2>(optimizer, accumulation);
  }
  InfeedQueue infeed = iter(images().repeat());
  OutfeedQueue outfeed;
  const Function training("training_loop", [&] {
    loops::repeat(kSteps, [&] {
      const Nest<Tensor> batch = next(infeed);
      outfeed.enqueue(network.train_step(batch[0].leaf(), batch[1].leaf(), *optimizer));
    });
  });
  for (int epoch = 0; epoch < 2; ++epoch) system.strategy.run(training);
  Outcome outcome{floats(outfeed.dequeue().leaf()), {}};
  for (const Variable& variable : network.trainable_variables()) {
    for (const float w : floats(variable.value())) outcome.weights.push_back(w);
  }
  return outcome;
}

Outcome by_model(std::shared_ptr<Optimizer> optimizer, std::int64_t accumulation,
                 std::int64_t steps_per_execution) {
  System system;
  Sequential model({flatten(), dense(24, relu), dense(10, softmax)},
                   {.seed = 7, .strategy = &system.strategy});
  if (accumulation > 0) {
    model.set_gradient_accumulation_options(
        {.gradient_accumulation_steps_per_replica = accumulation});
  }
  model.compile({.optimizer = std::move(optimizer),
                 .loss = "sparse_categorical_crossentropy",
                 .metrics = {"accuracy"},
                 .steps_per_execution = steps_per_execution});
  const History history = model.fit(images(), {.epochs = 2});
  return {history.losses.values, testing_support::weights(model)};
}

TEST(MnistNetwork, ASequentialModelHasItsBits) {
  for (const std::int64_t accumulation : {0, 3}) {
    const Outcome wanted = by_hand(std::make_shared<Sgd>(0.05f), accumulation);
    for (const std::int64_t steps_per_execution : {3, 12}) {
      const Outcome got =
          by_model(sgd({.learning_rate = 0.05f}), accumulation, steps_per_execution);
      EXPECT_EQ(got.losses, wanted.losses);
      EXPECT_EQ(got.weights, wanted.weights);
    }
  }
}

TEST(MnistNetwork, SoDoTheOtherOptimizersWithTheirDefaults) {
  const Outcome adam_by_hand = by_hand(std::make_shared<Adam>(), 0);
  const Outcome adam_by_model = by_model(adam(), 0, 4);
  EXPECT_EQ(adam_by_model.weights, adam_by_hand.weights);
  const Outcome momentum_by_hand = by_hand(std::make_shared<Momentum>(0.01f, 0.9f, true), 0);
  const Outcome momentum_by_model = by_model(sgd({.momentum = 0.9f, .nesterov = true}), 0, 4);
  EXPECT_EQ(momentum_by_model.weights, momentum_by_hand.weights);
  // Keras' default, without an optimizer.
  const Outcome rmsprop_by_hand = by_hand(std::make_shared<Rmsprop>(0.001f, 0.9f, 0.0f), 0);
  EXPECT_EQ(by_model(nullptr, 0, 4).weights, rmsprop_by_hand.weights);
  EXPECT_EQ(by_model(make_optimizer("rmsprop"), 0, 4).weights, rmsprop_by_hand.weights);
}

// The largest probability, counted by hand from the model's predictions.
TEST(MnistNetwork, AccuracyIsTheShareOfRightPredictions) {
  System system;
  Sequential model({flatten(), dense(24, relu), dense(10, softmax)},
                   {.strategy = &system.strategy});
  model.compile({.optimizer = adam({.learning_rate = 0.003f}),
                 .loss = "sparse_categorical_crossentropy",
                 .metrics = {"accuracy"},
                 .steps_per_execution = 4});
  model.fit(images(), {.epochs = 10});
  const Array probabilities = model.predict(images());
  ASSERT_EQ(probabilities.shape(), (Shape{kRows, 10}));
  const auto iterator = images().make_iterator();
  Element element;
  std::int64_t right = 0;
  double loss = 0;
  for (std::int64_t row = 0; iterator->next(element);) {
    for (const std::int32_t label : element[1].leaf().span<std::int32_t>()) {
      const float* p = probabilities.data<float>() + 10 * row++;
      if (std::max_element(p, p + 10) - p == label) ++right;
      loss -= std::log(static_cast<double>(p[label]));
    }
  }
  const Logs logs = model.evaluate(images());
  EXPECT_GT(right, kRows / 4);
  EXPECT_LT(right, kRows);
  EXPECT_DOUBLE_EQ(logs["accuracy"], static_cast<double>(right) / kRows);
  EXPECT_NEAR(logs["loss"], loss / kRows, 1e-5);
}

}  // namespace
}  // namespace pipette::keras
