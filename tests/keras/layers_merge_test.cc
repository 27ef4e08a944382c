// Layers of several inputs, pooling by means, kernels that begin otherwise or stay small.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/ops.h"
#include "keras/keras_fixture.h"
#include "run_function.h"

// Both namespaces at once, as programs may write it.
using namespace pipette;         // NOLINT
using namespace pipette::keras;  // NOLINT

namespace pipette::keras {
namespace {

using pipette::testing_support::run_function;
using testing_support::expect_error;
using testing_support::floats;
using testing_support::System;

Array counting(const Shape& shape) {
  Array values(ArraySpec{DType::f32, shape});
  float next = 1;
  for (float& v : values.span<float>()) v = next++;
  return values;
}

std::vector<float> call(const Model& model, const Array& x) {
  return floats(run_function(
      [&](const std::vector<Tensor>& in) { return std::vector<Tensor>{model(in[0])}; }, {x})[0]);
}

TEST(Merge, MultipliesAndJoinsItsInputs) {
  const SymbolicTensor in = input(Shape{3}, 2);
  const SymbolicTensor scaled = activation([](const Tensor& x) { return x * 2.0; })(in);
  const Array x = counting({2, 3});
  EXPECT_EQ(call(Model(in, multiply()({in, scaled, in})), x),
            (std::vector<float>{2, 16, 54, 128, 250, 432}));
  EXPECT_EQ(call(Model(in, concatenate()({in, scaled})), x),
            (std::vector<float>{1, 2, 3, 2, 4, 6, 4, 5, 6, 8, 10, 12}));
  const SymbolicTensor other = dense(2)(in);
  expect_error<ValueError>("(Multiply) needs at least 2 inputs of one shape", [&] {
    multiply()({in, other});
  });
  expect_error<ValueError>("equal but for axis 0, which is not the batch", [&] {
    concatenate("", {.axis = 0})({in, other});
  });
  EXPECT_NO_THROW(concatenate("", {.axis = 1})({in, other}));
}

TEST(AveragePooling, TakesMeansOfWhatLiesInTheImage) {
  const Array x = counting({1, 3, 3, 1});
  const auto pooled = [&](const LayerPtr& layer) {
    Sequential model({layer});
    model.build(x.shape());
    return call(model, x);
  };
  EXPECT_EQ(pooled(average_pooling2d()), (std::vector<float>{3}));
  EXPECT_EQ(pooled(average_pooling2d({2, 2}, "", {.strides = Window{1, 1}})),
            (std::vector<float>{3, 4, 6, 7}));
  EXPECT_EQ(pooled(average_pooling2d({2, 2}, "", {.padding = Padding::same})),
            (std::vector<float>{3, 4.5f, 7.5f, 9}));
  EXPECT_EQ(pooled(global_average_pooling2d()), (std::vector<float>{5}));
  EXPECT_EQ(pooled(global_max_pooling2d()), (std::vector<float>{9}));
  expect_error<ValueError>("average_pooling2d: pool_size must be at least 1", [] {
    average_pooling2d({0, 1});
  });
}

TEST(Kernels, BeginAsTheirInitializerSays) {
  const auto kernel_of = [](Initializer initializer) {
    const LayerPtr layer = dense(64, linear, "", {.kernel_initializer = initializer});
    Sequential model({layer});
    model.build({1, 100});
    return floats(layer->variables()[0].value());
  };
  const auto deviation = [](const std::vector<float>& values) {
    double squares = 0;
    for (const float v : values) squares += static_cast<double>(v) * static_cast<double>(v);
    return std::sqrt(squares / static_cast<double>(values.size()));
  };
  const double glorot = std::sqrt(2.0 / 164), he = std::sqrt(2.0 / 100);
  EXPECT_NEAR(deviation(kernel_of(Initializer::glorot_uniform)), glorot, 0.03 * glorot);
  EXPECT_NEAR(deviation(kernel_of(Initializer::glorot_normal)), glorot, 0.03 * glorot);
  EXPECT_NEAR(deviation(kernel_of(Initializer::he_uniform)), he, 0.03 * he);
  EXPECT_NEAR(deviation(kernel_of(Initializer::he_normal)), he, 0.03 * he);
  EXPECT_EQ(kernel_of(Initializer::ones), std::vector<float>(6400, 1.0f));
  EXPECT_EQ(kernel_of(Initializer::zeros), std::vector<float>(6400, 0.0f));
}

// With a learning rate of 1 and no other gradient, w becomes w - 2 * l2 * w.
TEST(Kernels, StaySmallByL2) {
  const auto train = [](const std::vector<int>& stages) {
    System system(2);
    Sequential model(
        {flatten(), dense(4, linear, "first"), dense(5, softmax, "last", {.kernel_l2 = 0.125})},
        {.strategy = &system.strategy});
    model.set_pipeline_stage_assignment(stages);
    model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
    model.compile({.optimizer = sgd({.learning_rate = 0}),
                   .loss = "sparse_categorical_crossentropy",
                   .steps_per_execution = 4});
    const History history =
        model.fit(testing_support::labelled(16, 4).repeat(), {.steps_per_epoch = 4});
    double squares = 0;
    for (const float v : floats(model.layer("last")->variables()[0].value())) {
      squares += static_cast<double>(v) * static_cast<double>(v);
    }
    Logs without;
    {
      System plain(1);
      Sequential twin({flatten(), dense(4, linear, "first"), dense(5, softmax, "last")},
                      {.strategy = &plain.strategy});
      twin.compile(
          {.optimizer = sgd({.learning_rate = 0}), .loss = "sparse_categorical_crossentropy"});
      without = twin.evaluate(testing_support::labelled(16, 4));
    }
    EXPECT_NEAR(history["loss"][0], without["loss"] + 0.125 * squares, 1e-5);
  };
  train({0, 0, 1});
  expect_error<Unimplemented>("\"first\" has a kernel_l2 in stage 0", [] {
    System system(2);
    Sequential model({flatten(), dense(4, linear, "first", {.kernel_l2 = 0.5}), dense(5, softmax)},
                     {.strategy = &system.strategy});
    model.set_pipeline_stage_assignment(std::vector<int>{0, 0, 1});
    model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
    model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 4});
    model.fit(testing_support::labelled(16, 4).repeat(), {.steps_per_epoch = 4});
  });
  expect_error<ValueError>("kernel_l2 must be at least 0",
                           [] { dense(3, linear, "", {.kernel_l2 = -1}); });
}

TEST(Names, OfBothNamespacesCanBeUsedAtOnce) {
  const LayerPtr layer = ::dense(3, relu);
  Sequential model({layer, ::activation(softmax), ::activation(gelu), ::activation(elu)});
  model.build({1, 2});
  const std::vector<Array> y =
      run_function([](const std::vector<Tensor>& in) { return std::vector<Tensor>{relu(in[0])}; },
                   {Array::of<float>({2}, {-1, 2})});
  EXPECT_EQ(floats(y[0]), (std::vector<float>{0, 2}));
}

}  // namespace
}  // namespace pipette::keras
