// Layers that normalize, against their definitions in double, while training and afterwards.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/ops.h"
#include "keras/keras_fixture.h"
#include "run_function.h"

namespace pipette::keras {
namespace {

using pipette::testing_support::RunFunction;
using testing_support::expect_error;
using testing_support::floats;
using testing_support::System;

constexpr std::size_t kSamples = 6, kChannels = 4;

Array random_samples(const Shape& shape) {
  RandomStream random(3, "normalization");
  Array values(ArraySpec{DType::f32, shape});
  for (float& v : values.span<float>()) v = random.uniform(-2, 3);
  return values;
}

// What a layer makes of x, as the model does it.
std::vector<float> apply(const LayerPtr& layer, const Array& x, bool training) {
  Sequential model({layer});
  model.build(x.shape());
  CallContext context;
  context.training = training;
  RunFunction call(
      [&](const std::vector<Tensor>& in) { return std::vector<Tensor>{model(in[0], context)}; });
  return floats(call({x})[0]);
}

struct Statistics {
  double mean = 0, variance = 0;
};
template <class At>
Statistics statistics(std::size_t count, At at) {
  Statistics s;
  for (std::size_t i = 0; i < count; ++i)
    s.mean += static_cast<double>(at(i)) / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double off = static_cast<double>(at(i)) - s.mean;
    s.variance += off * off / static_cast<double>(count);
  }
  return s;
}

TEST(BatchNormalization, NormalizesChannelsAndFollowsThem) {
  const Array x = random_samples({kSamples, 2, kChannels});
  const std::vector<float> in = floats(x);
  const LayerPtr layer = batch_normalization("bn", {.momentum = 0.75, .epsilon = 0.01});
  const std::vector<float> out = apply(layer, x, true);
  const Array moving_mean = layer->variables()[2].value();
  const Array moving_variance = layer->variables()[3].value();
  for (std::size_t c = 0; c < kChannels; ++c) {
    const Statistics s =
        statistics(2 * kSamples, [&](std::size_t i) { return in[i * kChannels + c]; });
    for (std::size_t i = c; i < in.size(); i += kChannels) {
      const double wanted = (static_cast<double>(in[i]) - s.mean) / std::sqrt(s.variance + 0.01);
      EXPECT_NEAR(out[i], wanted, 1e-5);
    }
    EXPECT_NEAR(moving_mean.data<float>()[c], 0.25 * s.mean, 1e-6);
    EXPECT_NEAR(moving_variance.data<float>()[c], 0.75 + 0.25 * s.variance, 1e-6);
  }
}

TEST(BatchNormalization, UsesWhatItHasKeptWhenItIsNotTrained) {
  const Array x = random_samples({kSamples, kChannels});
  const std::vector<float> in = floats(x);
  for (const bool frozen : {false, true}) {
    const LayerPtr layer = batch_normalization();
    if (frozen) layer->set_trainable(false);
    const std::vector<float> out = apply(layer, x, frozen);  // mean 0 and variance 1 at first
    for (std::size_t i = 0; i < in.size(); ++i) {
      EXPECT_NEAR(out[i], static_cast<double>(in[i]) / std::sqrt(1.001), 1e-6);
    }
    EXPECT_EQ(floats(layer->variables()[2].value()), std::vector<float>(kChannels, 0.0f));
  }
}

TEST(BatchNormalization, TrainsInALoopAndInAPipelineToTheSameBits) {
  const auto train = [](bool pipelined) {
    System system(pipelined ? 2 : 1);
    Sequential model({flatten(), dense(8, relu), batch_normalization("bn"), dense(5, softmax)},
                     {.strategy = &system.strategy});
    if (pipelined) {
      model.set_pipeline_stage_assignment(std::vector<int>{0, 0, 0, 1});
      model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
    } else {
      model.set_gradient_accumulation_options({.gradient_accumulation_steps_per_replica = 4});
    }
    model.compile({.optimizer = sgd({.learning_rate = 0.1f}),
                   .loss = "sparse_categorical_crossentropy",
                   .steps_per_execution = 4});
    const History history =
        model.fit(testing_support::labelled(16, 4).repeat(), {.epochs = 3, .steps_per_epoch = 4});
    std::vector<float> all;
    for (const Variable& variable : model.variables()) {
      for (const float value : floats(variable.value())) all.push_back(value);
    }
    EXPECT_EQ(model.trainable_variables().size() + 2, model.variables().size());
    EXPECT_NE(model.summary_text().find("Non-trainable params: 16"), std::string::npos);
    return all;
  };
  EXPECT_EQ(train(false), train(true));
}

TEST(LayerNormalization, NormalizesEachSample) {
  const Array x = random_samples({kSamples, 3, kChannels});
  const std::vector<float> in = floats(x),
                           out = apply(layer_normalization("", {.epsilon = 0.02}), x, true);
  for (std::size_t first = 0; first < in.size(); first += kChannels) {
    const Statistics s = statistics(kChannels, [&](std::size_t i) { return in[first + i]; });
    for (std::size_t i = first; i < first + kChannels; ++i) {
      const double wanted = (static_cast<double>(in[i]) - s.mean) / std::sqrt(s.variance + 0.02);
      EXPECT_NEAR(out[i], wanted, 1e-5);
    }
  }
}

TEST(GroupNormalization, NormalizesNeighbouringChannelsOfASample) {
  const Array x = random_samples({kSamples, 3, kChannels});
  const std::vector<float> in = floats(x),
                           out = apply(group_normalization("", {.epsilon = 0.02}), x, false);
  for (std::size_t n = 0; n < kSamples; ++n) {
    for (std::size_t group = 0; group < 2; ++group) {
      const auto at = [&](std::size_t i) { return n * 12 + i / 2 * kChannels + 2 * group + i % 2; };
      const Statistics s = statistics(6, [&](std::size_t i) { return in[at(i)]; });
      for (std::size_t i = 0; i < 6; ++i) {
        const double wanted =
            (static_cast<double>(in[at(i)]) - s.mean) / std::sqrt(s.variance + 0.02);
        EXPECT_NEAR(out[at(i)], wanted, 1e-5);
      }
    }
  }
}

TEST(Normalization, ErrorsNameTheLayer) {
  expect_error<ValueError>("epsilon must be above 0",
                           [] { layer_normalization("", {.epsilon = 0}); });
  expect_error<ValueError>("momentum must be between 0 and 1",
                           [] { batch_normalization("", {.momentum = 1.5}); });
  expect_error<ValueError>("groups must be at least 1",
                           [] { group_normalization("", {.groups = 0}); });
  const auto build = [](const LayerPtr& layer, const Shape& shape) {
    Sequential model({layer});
    model.build(shape);
  };
  expect_error<ValueError>("4 channels cannot be shared by 3 groups", [&] {
    build(group_normalization("", {.groups = 3}), {2, 4});
  });
  expect_error<ValueError>("(BatchNormalization) needs inputs",
                           [&] { build(batch_normalization(), {4}); });
}

}  // namespace
}  // namespace pipette::keras
