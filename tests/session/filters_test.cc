// Other tensors come to the host while an experiment runs: nothing else changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/session.h"

namespace pipette {
namespace {

struct Case {
  const char* name;
  Experiment experiment;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
};

// Three runs each; every kind of program that has filters, with state, masks and remote buffers.
std::vector<Case> cases() {
  Experiment keras = Experiment::defaults("inspect-keras");
  keras.training.steps_per_execution = 8;
  keras.training.steps = 24;
  keras.training.batch_size = 8;
  keras.training.optimizer = OptimizerName::adam;
  keras.training.learning_rate = 0.001;
  Experiment one_ipu = keras;
  for (LayerSpec& layer : one_ipu.model.layers) layer.stage = 0;
  one_ipu.model.layers.insert(one_ipu.model.layers.begin() + 2,
                              {.kind = keras::DropoutSpec{.rate = 0.25}});
  Experiment functional = keras;
  functional.model.type = ModelType::model;
  functional.pipeline.schedule = pipelining::PipelineSchedule::sequential;
  Experiment pipelined = Experiment::defaults("inspect-pipelined");
  pipelined.training.steps_per_execution = 2;
  pipelined.training.steps = 6;
  pipelined.training.batch_size = 8;
  pipelined.pipeline.gradient_accumulation_count = 4;
  pipelined.training.optimizer = OptimizerName::momentum;
  Experiment model = Experiment::defaults("inspect-model");
  model.training.steps_per_execution = 6;
  model.training.steps = 18;
  model.training.batch_size = 8;
  model.pipeline.gradient_accumulation_count = 2;
  model.training.optimizer = OptimizerName::rmsprop;
  model.training.learning_rate = 0.001;
  return {{"keras", keras},
          {"keras_one_ipu", one_ipu},
          {"keras_functional", functional},
          {"inspect_pipelined", pipelined},
          {"inspect_model", model}};
}

const OutfedTensor* find(const Session& session, const std::string& key) {
  for (const OutfedTensor& tensor : session.observed().record().outfed) {
    if (tensor.key == key) return &tensor;
  }
  return nullptr;
}

void finish(Session& session) {
  while (!session.advance(Budget::unlimited())) {
  }
}

class Filters : public testing::TestWithParam<Case> {
 protected:
  Experiment with(std::vector<std::string> gradients, std::vector<std::string> activations,
                  bool pre_accumulated = false) const {
    Experiment e = GetParam().experiment;
    e.inspection.gradients_filters = std::move(gradients);
    e.inspection.activations_filters = std::move(activations);
    e.inspection.outfeed_pre_accumulated_gradients = pre_accumulated;
    return e;
  }
  // Keys of this program's second layer.
  bool keras() const { return !GetParam().experiment.model.layers.empty(); }
  std::string kernel() const {
    return keras() ? "Dense_128/kernel:0_grad" : "dense2/kernel:0_grad";
  }
  std::string bias() const { return keras() ? "Dense_128/bias:0_grad" : "dense2/bias:0_grad"; }
  std::string activations() const { return keras() ? "Dense_128_acts" : "dense1"; }
};

// `before` is reached by `advance`, then the filters change; afterwards all is as from the start.
void expect_same_training(Session& session, const Experiment& changed) {
  ASSERT_TRUE(session.continue_as(changed));
  EXPECT_EQ(session.experiment().to_json(), changed.to_json());
  finish(session);
  Session reference(changed);
  finish(reference);
  EXPECT_EQ(session.summary(false).weight_hash, reference.summary(false).weight_hash);
  EXPECT_EQ(session.summary(false).loss_hash, reference.summary(false).loss_hash);
  EXPECT_EQ(session.losses(), reference.losses());
  EXPECT_EQ(session.status().step, reference.status().step);
  EXPECT_EQ(session.status().run, 3);
  for (const OutfedTensor& expected : reference.observed().record().outfed) {
    const OutfedTensor* tensor = find(session, expected.key);
    ASSERT_NE(tensor, nullptr) << expected.key;
    EXPECT_EQ(tensor->axis, expected.axis);
    EXPECT_EQ(tensor->history.first_of_latest(), expected.history.first_of_latest());
    EXPECT_EQ(tensor->history.statistics().mean, expected.history.statistics().mean);
    EXPECT_EQ(tensor->history.statistics().std, expected.history.statistics().std);
  }
}

TEST_P(Filters, BetweenRuns) {
  Session session(with({bias()}, {"no_such_tensor"}));
  session.step(StepSize::engine_run);
  expect_same_training(session, with({kernel()}, {"none"}));
  const OutfedTensor* old = find(session, bias());
  ASSERT_NE(old, nullptr) << "what came stays";
  const inspect::TensorHistory& kernels = find(session, kernel())->history;
  EXPECT_EQ(old->history.num_elements() * 2, kernels.num_elements());
  EXPECT_EQ(kernels.groups()[0].first, old->history.num_elements()) << "elements of the first run";
}

TEST_P(Filters, InTheMiddleOfARunTheyWaitForTheNext) {
  Session session(with({bias()}, {"no_such_tensor"}));
  session.step(StepSize::engine_run);
  session.advance(Budget::instructions(40));
  ASSERT_TRUE(session.status().in_run);
  const Experiment changed = with({kernel()}, {activations()});
  ASSERT_TRUE(session.continue_as(changed));
  while (session.status().run < 2) session.advance(Budget::instructions(25));
  EXPECT_EQ(find(session, kernel()), nullptr);
  const auto expect_two_runs = [&] {
    const inspect::TensorHistory& old = find(session, bias())->history;
    EXPECT_EQ(old.num_elements(), 2 * old.num_latest());
  };
  expect_two_runs();
  expect_same_training(session, changed);
  expect_two_runs();
}

TEST_P(Filters, BeforeTheFirstRunAndSeveralTimes) {
  Session session(with({"no_such_tensor"}, {"no_such_tensor"}));
  EXPECT_TRUE(session.continue_as(with({bias()}, {"none"})));
  session.advance(Budget::instructions(10));
  EXPECT_TRUE(session.continue_as(with({"none"}, {"none"})));
  expect_same_training(session, with({kernel(), bias()}, {activations()}));
}

TEST_P(Filters, GradientsOfMiniBatchesAndOfWeightUpdatesAreNotMixed) {
  Session session(with({kernel()}, {"no_such_tensor"}));
  session.step(StepSize::engine_run);
  session.advance(Budget::instructions(7));
  const Experiment each = with({kernel()}, {"no_such_tensor"}, true);
  ASSERT_TRUE(session.continue_as(each));
  session.step(StepSize::engine_run);
  expect_same_training(session, each);
  EXPECT_EQ(find(session, kernel())->axis, "mini-batch");
}

TEST_P(Filters, TurnedOffAndOnAgainTheyLeaveAGap) {
  Session session(with({bias()}, {"none"}));
  session.step(StepSize::engine_run);
  EXPECT_TRUE(session.continue_as(with({"no_such_tensor"}, {"none"})));
  session.step(StepSize::engine_run);
  expect_same_training(session, with({bias()}, {"none"}));
  const inspect::TensorHistory& history = find(session, bias())->history;
  EXPECT_EQ(history.num_elements(), 2 * history.num_latest());
  EXPECT_EQ(history.first_of_latest(), 2 * history.num_latest());
}

TEST_P(Filters, ResetStartsAgainWithTheNewOnes) {
  Session session(with({bias()}, {"no_such_tensor"}));
  finish(session);
  EXPECT_TRUE(session.continue_as(with({kernel()}, {"no_such_tensor"})));
  EXPECT_EQ(find(session, kernel()), nullptr);
  session.reset();
  finish(session);
  EXPECT_NE(find(session, kernel()), nullptr);
  EXPECT_EQ(find(session, bias()), nullptr);
}

TEST_P(Filters, AnythingElseIsNotTakenOver) {
  Session session(GetParam().experiment);
  Experiment other = GetParam().experiment;
  other.training.seed = 2;
  EXPECT_FALSE(session.continue_as(other));
  EXPECT_EQ(session.experiment().training.seed, 1u);
  other.training.batch_size = 0;
  EXPECT_THROW(session.continue_as(other), InvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(Programs, Filters, testing::ValuesIn(cases()),
                         [](const auto& p) { return p.param.name; });

TEST(FiltersOfOthers, ProgramsWithoutFiltersSaySo) {
  for (const char* name : {"mnist-with-feeds", "loops", "dataset-benchmark"}) {
    Experiment e = Experiment::defaults(name);
    Session session(e);
    e.inspection.gradients_filters = {"kernel"};
    EXPECT_THROW(session.continue_as(e), InvalidArgument) << name;
  }
}

// The bias of one unit, or of one filter, is summed over a single column: in one order, whether the
// gradient is wanted as a tensor of its own or only for the update.
TEST(FiltersOfOthers, LayersOfOneUnitTrainTheSameWhateverIsShown) {
  Experiment e = Experiment::defaults("keras-convolutions");
  e.training.optimizer = OptimizerName::sgd;
  using keras::Activation, keras::DenseSpec;
  e.model.layers = {
      {.kind = keras::ReshapeSpec{.shape = {28, 28, 1}}},
      {.kind = keras::Conv2dSpec{.filters = 1, .activation = Activation::relu}, .name = "Conv"},
      {.kind = keras::FlattenSpec()},
      {.kind = DenseSpec{.units = 1, .activation = Activation::tanh}, .name = "Narrow"},
      {.kind = DenseSpec{.units = 10, .activation = Activation::softmax}, .name = "Last"}};
  e.training.steps = e.training.steps_per_execution = 20;
  std::vector<std::string> hashes;
  for (const char* filter : {"x", "none", "Narrow", "Conv"}) {
    e.inspection.gradients_filters = {filter};
    Session session(e);
    finish(session);
    hashes.push_back(session.summary(false).weight_hash);
  }
  EXPECT_THAT(hashes, testing::Each(hashes[0]));
}

TEST(FiltersOfOthers, APipelineIsDescribedAsItRuns) {
  Experiment e = Experiment::defaults("inspect-pipelined");
  e.training.steps_per_execution = 1;
  e.training.steps = 3;
  e.inspection.gradients_filters = {"no_such_tensor"};
  Session session(e);
  const std::int64_t plain = session.pipeline()->timing.makespan_cycles;
  session.step(StepSize::engine_run);
  e.inspection.gradients_filters = {"none"};
  ASSERT_TRUE(session.continue_as(e));
  session.advance(Budget::slots(3));
  EXPECT_TRUE(session.observed().pipeline_position().running);
  Session reference(e);
  EXPECT_EQ(session.pipeline()->timing.makespan_cycles,
            reference.pipeline()->timing.makespan_cycles);
  EXPECT_GT(session.pipeline()->timing.makespan_cycles, plain) << "gradients leave the IPUs";
}

}  // namespace
}  // namespace pipette
