// Functional models, and the stages of both kinds.
#include <sstream>

#include "keras/keras_fixture.h"
#include "training/gradient_accumulation.h"

namespace pipette::keras {
namespace {

using testing_support::expect_error;
using testing_support::floats;
using testing_support::labelled;
using testing_support::System;

// flatten -> a -> (b, c) -> add -> d, by stage.
struct Branches {
  explicit Branches(Strategy* strategy, std::optional<std::array<int, 6>> stages = std::nullopt) {
    const SymbolicTensor in = input({6, 4}, 4);
    std::size_t next = 0;
    const auto staged = [&](const LayerPtr& layer, const std::vector<SymbolicTensor>& x) {
      if (!stages) return layer(x);
      const PipelineStage stage((*stages)[next++]);
      return layer(x);
    };
    SymbolicTensor x = staged(flatten(), {in});
    const SymbolicTensor a = staged(dense(8, relu, "a"), {x});
    const SymbolicTensor b = staged(dense(8, relu, "b"), {a});
    const SymbolicTensor c = staged(dense(8, tanh, "c"), {a});
    x = staged(add(), {b, c});
    model.emplace(in, staged(dense(5, softmax, "d"), {x}), ModelOptions{.strategy = strategy});
  }
  std::optional<Model> model;
};

std::vector<float> trained(Model& model, int accumulation) {
  if (model.pipelined()) {
    model.set_pipelining_options({.gradient_accumulation_steps_per_replica = accumulation});
  } else {
    model.set_gradient_accumulation_options(
        {.gradient_accumulation_steps_per_replica = accumulation});
  }
  model.compile({.optimizer = sgd({.momentum = 0.9f}),
                 .loss = "sparse_categorical_crossentropy",
                 .steps_per_execution = 24});
  std::vector<float> all = model.fit(labelled(96, 4), {.epochs = 2}).losses.values;
  for (const float w : testing_support::weights(model)) all.push_back(w);
  return all;
}

TEST(Functional, AChainIsASequentialModel) {
  System one, two;
  Sequential sequential({flatten(), dense(8, relu), dense(5, softmax)},
                        {.strategy = &one.strategy});
  const SymbolicTensor in = input({6, 4}, 4);
  const SymbolicTensor out = dense(5, softmax)(dense(8, relu)(flatten()(in)));
  Model model(in, out, {.strategy = &two.strategy});
  // Names are given in the order of the calls, so the initial weights agree as well.
  EXPECT_EQ(trained(sequential, 4), trained(model, 4));
}

TEST(Functional, BranchesMeetAgain) {
  System system;
  Branches branches(&system.strategy);
  Model& model = *branches.model;
  std::vector<std::string> names;
  for (const auto& layer : model.layers()) names.push_back(layer->name());
  EXPECT_EQ(names, (std::vector<std::string>{"input_1", "flatten", "a", "b", "c", "add", "d"}));
  EXPECT_EQ(model.count_params(), 24 * 8 + 8 + 2 * (8 * 8 + 8) + 8 * 5 + 5);
  model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 24});
  const double before = model.evaluate(labelled(96, 4))["loss"];
  trained(model, 4);
  EXPECT_LT(model.evaluate(labelled(96, 4))["loss"], before);
}

TEST(Functional, PipelinesGiveTheSameBits) {
  System plain;
  Branches branches(&plain.strategy);
  const std::vector<float> wanted = trained(*branches.model, 12);
  for (const auto& [stages, ipus] : std::vector<std::pair<std::array<int, 6>, int>>{
           {{0, 0, 0, 0, 1, 1}, 2}, {{0, 0, 1, 2, 2, 2}, 4}, {{0, 0, 1, 0, 1, 2}, 4}}) {
    System system(ipus);
    Branches piped(&system.strategy, stages);
    ASSERT_TRUE(piped.model->pipelined());
    EXPECT_EQ(piped.model->num_stages(), stages[5] + 1);
    EXPECT_EQ(trained(*piped.model, 12), wanted);
  }
}

TEST(Functional, ALayerCalledTwiceSharesItsWeights) {
  System system;
  const SymbolicTensor in = input({6, 4}, 4);
  const LayerPtr shared = dense(24, relu, "shared");
  const SymbolicTensor x = shared(shared(flatten()(in)));
  Model model(in, dense(5, softmax)(x), {.strategy = &system.strategy});
  EXPECT_EQ(model.variables().size(), 4u);
  const std::vector<float> plain = trained(model, 8);
  System two(2);
  Model piped(in, dense(5, softmax, "dense")(x), {.strategy = &two.strategy});
  for (Variable variable : piped.variables()) variable.reset();
  piped.set_pipeline_stage_assignment({0, 0, 1, 1});
  piped.set_pipelining_options(
      {.gradient_accumulation_steps_per_replica = 8, .device_mapping = std::vector<int>{0, 0}});
  piped.compile({.optimizer = sgd({.momentum = 0.9f}),
                 .loss = "sparse_categorical_crossentropy",
                 .steps_per_execution = 8});
  System same(1);
  piped.set_strategy(same.strategy);
  const History history = piped.fit(labelled(96, 4), {.epochs = 2});
  EXPECT_EQ(history.losses.values.kept(), std::vector<float>(plain.begin(), plain.begin() + 48));
}

TEST(Functional, SeveralInputs) {
  System system;
  const SymbolicTensor a = input({3}, 4), b = input({3}, 4);
  Model model({a, b}, add()({a, b}), {.strategy = &system.strategy});
  model.compile({.loss = "mse"});
  const Array x = Array::filled<float>({8, 3}, 2), y = Array::filled<float>({8, 3}, 5);
  const Dataset pairs =
      Dataset::from_tensor_slices(Element::tuple({Element::tuple({x, y}), Element(x)}))
          .batch(4, true);
  const Array sums = model.predict(pairs);
  EXPECT_EQ(floats(sums), std::vector<float>(24, 7.0f));
  EXPECT_EQ(model.evaluate(pairs)["loss"], 25.0);
}

TEST(Functional, WhatCannotBeAModelIsRefused) {
  const SymbolicTensor in = input({3}, 4), other = input({3}, 4);
  const SymbolicTensor x = dense(3, relu, "x")(in);
  expect_error<ValueError>("Graph disconnected", [&] { Model(other, x); });
  expect_error<ValueError>("must come from input()", [&] { Model(x, dense(2)(x)); });
  expect_error<ValueError>("should be unique", [&] { Model(in, dense(3, relu, "x")(x)); });
  expect_error<ValueError>("expects 1 input, but it received 2", [&] { dense(3)({in, other}); });
  expect_error<ValueError>("batch_size must be at least 1", [] { input({3}, 0); });
  expect_error<ValueError>("should have unique names", [] {
    Sequential({dense(3, relu, "x"), dense(3, relu, "x")});
  });
  expect_error<ValueError>("can only be the first", [] { Sequential({flatten(), input({3})}); });
}

// As in the loops tutorial: a convolution of one channel, whose eight the same layer takes again.
TEST(Functional, ALayerThatStandsTwiceSharesItsVariables) {
  System system;
  const auto trained = [&](const std::vector<LayerPtr>& middle) {
    std::vector<LayerPtr> layers{reshape({6, 4, 1})};
    layers.insert(layers.end(), middle.begin(), middle.end());
    layers.push_back(flatten());
    layers.push_back(dense(5, softmax));
    Sequential model(layers, {.seed = 4, .strategy = &system.strategy});
    model.compile({.loss = "sparse_categorical_crossentropy"});
    model.fit(labelled(8, 4), {.epochs = 2});
    return testing_support::weights(model);
  };
  const LayerPtr conv = conv2d(8, {3, 3}, relu, "", {.padding = Padding::same});
  const std::size_t of_dense = 6 * 4 * 8 * 5 + 5;
  EXPECT_EQ(trained({conv, conv}).size(), 3 * 3 * 8 + 8 + of_dense);

  const LayerPtr twice = dense(3, relu);
  Sequential model({input({3}), twice, twice}, {.strategy = &system.strategy});
  EXPECT_EQ(model.variables().size(), 2u);
  model.compile({.loss = "mse"});
  RandomStream random(3, "x");
  Array x(ArraySpec{DType::f32, Shape{2, 3}});
  for (float& v : x.span<float>()) v = random.uniform(-1, 1);
  const std::vector<float> both =
      floats(model.predict(Dataset::from_tensor_slices(x).batch(2, true)));
  Sequential once({input({3}), twice}, {.strategy = &system.strategy});
  once.compile({.loss = "mse"});
  const Array between = once.predict(Dataset::from_tensor_slices(x).batch(2, true));
  EXPECT_EQ(both, floats(once.predict(Dataset::from_tensor_slices(between).batch(2, true))));
}

TEST(Functional, DataThatDoesNotFitIsRefused) {
  System system;
  const SymbolicTensor in = input({6, 4}, 8);
  Model model(in, dense(5, softmax)(flatten()(in)), {.strategy = &system.strategy});
  model.compile({.loss = "sparse_categorical_crossentropy"});
  expect_error<ValueError>("expected shape=[8, 6, 4], found shape=[4, 6, 4]",
                           [&] { model.fit(labelled(8, 4)); });
  const Dataset images = labelled(8, 8).map([](const Element& e) { return e[0]; });
  expect_error<ValueError>("the dataset must give (x, y)", [&] { model.evaluate(images); });
  EXPECT_EQ(model.predict(images).shape(), (Shape{8, 5}));
}

TEST(Stages, ScopesMustNotNest) {
  const PipelineStage outer(0);
  expect_error<RuntimeError>("must not be nested", [] { PipelineStage inner(1); });
  EXPECT_EQ(PipelineStage::current(), 0);
  expect_error<ValueError>("-1 is not a valid pipeline stage", [] { PipelineStage(-1); });
}

TEST(Stages, FunctionalAssignmentsAreChecked) {
  expect_error<ValueError>("has a dependency from a pipeline stage which has not yet executed", [] {
    Branches(nullptr, std::array<int, 6>{0, 1, 0, 1, 1, 1});
  });
  expect_error<ValueError>("there is a stage 2 and no stage 1", [] {
    Branches(nullptr, std::array<int, 6>{0, 0, 0, 0, 2, 2});
  });
  const SymbolicTensor in = input({3}, 4);
  SymbolicTensor x = in;
  {
    const PipelineStage stage(0);
    x = dense(3, relu, "placed")(x);
  }
  expect_error<ValueError>("However, lost has not been assigned",
                           [&] { Model(in, dense(3, relu, "lost")(x)); });
  Branches branches(nullptr);
  expect_error<ValueError>("does not match the total number of invocations", [&] {
    branches.model->set_pipeline_stage_assignment({0, 1});
  });
}

TEST(Stages, ALayerMadeInAScopeBelongsToIt) {
  std::optional<LayerPtr> made;
  {
    const PipelineStage stage(1);
    made = dense(3, relu, "made");
  }
  const SymbolicTensor in = input({3}, 4);
  SymbolicTensor x = in;
  {
    const PipelineStage stage(0);
    x = dense(3)(x);
  }
  const Model model(in, (*made)(x));
  EXPECT_EQ(model.num_stages(), 2);
}

TEST(Stages, AssignmentsCanBeReadChangedAndReset) {
  Sequential model({flatten(), dense(8, relu), dense(5, softmax)});
  std::vector<LayerStage> assignment = model.get_pipeline_stage_assignment();
  ASSERT_EQ(assignment.size(), 3u);
  EXPECT_FALSE(assignment[0].stage.has_value());
  expect_error<ValueError>("has not been assigned a pipeline stage",
                           [&] { model.set_pipeline_stage_assignment(assignment); });
  for (int i = 0; i < 3; ++i) assignment[static_cast<std::size_t>(i)].stage = i / 2;
  model.set_pipeline_stage_assignment(assignment);
  EXPECT_EQ(model.num_stages(), 2);
  std::swap(assignment[0], assignment[1]);
  expect_error<ValueError>("but the layer of the model at that index is",
                           [&] { model.set_pipeline_stage_assignment(assignment); });
  const std::vector<int> numbers{0, 0, 0};
  model.set_pipeline_stage_assignment(numbers);
  EXPECT_EQ(model.num_stages(), 1);
  model.reset_pipeline_stage_assignment();
  EXPECT_FALSE(model.pipelined());
}

TEST(Stages, TheOptimizerMustNotAccumulateBeside) {
  System system(2);
  const auto accumulating =
      std::make_shared<GradientAccumulationOptimizerV2>(std::make_shared<Sgd>(), 4);
  const auto fit = [&](bool pipelined) {
    Sequential model({flatten(), dense(8, relu), dense(5, softmax)},
                     {.strategy = &system.strategy});
    if (pipelined) {
      model.set_pipeline_stage_assignment({0, 0, 1});
      model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
    } else {
      model.set_gradient_accumulation_options({.gradient_accumulation_steps_per_replica = 4});
    }
    model.compile({.optimizer = accumulating,
                   .loss = "sparse_categorical_crossentropy",
                   .steps_per_execution = 4});
    model.fit(labelled(32, 4));
  };
  expect_error<ValueError>("gradient_accumulation_count", [&] { fit(true); });
  expect_error<ValueError>("accumulates gradients already", [&] { fit(false); });
}

TEST(Stages, ChangingLayersInvalidatesThem) {
  System system(2);
  Sequential model({flatten(), dense(8, relu)}, {.strategy = &system.strategy});
  model.set_pipeline_stage_assignment({0, 1});
  model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
  model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 4});
  model.fit(labelled(16, 4));
  const std::vector<float> kernel = floats(model.variables()[0].value());
  model.add(dense(5, softmax));
  expect_error<RuntimeError>("call set_pipeline_stage_assignment() again",
                             [&] { model.fit(labelled(16, 4)); });
  model.set_pipeline_stage_assignment({0, 1, 1});
  model.build({4, 6, 4});
  EXPECT_EQ(floats(model.variables()[0].value()), kernel);  // the weights are kept
  model.fit(labelled(16, 4));
  model.pop();
  EXPECT_EQ(model.layers().size(), 2u);
  expect_error<RuntimeError>("were added or removed", [&] { model.fit(labelled(16, 4)); });
}

}  // namespace
}  // namespace pipette::keras
