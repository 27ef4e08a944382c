#include "experiment/problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/catalogue.h"
#include "experiment/edit.h"

namespace pipette {
namespace {

using pipelining::PipelineSchedule;
using testing::HasSubstr;

Experiment keras_model() { return Experiment::defaults("inspect-keras"); }
Experiment pipelined() { return Experiment::defaults("mnist-pipelined"); }

std::optional<Problem> problem_of(const Experiment& e) {
  const auto problems = problems_of(e);
  return problems.empty() ? std::nullopt : std::optional(problems[0]);
}

// Whatever is offered must do.
void expect_nearest_fit(const Experiment& e, const Problem& problem) {
  ASSERT_FALSE(problem.suggestions.empty());
  for (const Suggestion& use : problem.suggestions) {
    Experiment changed = e;
    set_value(changed, use.field, use.value);
    EXPECT_FALSE(problem_of(changed)) << use.label;
    EXPECT_NO_THROW(changed.validate()) << use.label;
  }
}

TEST(PipelineProblem, ACountThatDoesNotFitNamesTheNearest) {
  Experiment e = pipelined();
  EXPECT_FALSE(problem_of(e));
  e.pipeline.gradient_accumulation_count = 13;
  const auto problem = problem_of(e);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->field, "gradient_accumulation_count");
  ASSERT_EQ(problem->suggestions.size(), 2U);
  EXPECT_EQ(problem->suggestions[0].value, 8);
  EXPECT_EQ(problem->suggestions[1].value, 16);
  EXPECT_NE(problem->text.find("multiple of 8"), std::string::npos) << problem->text;
  expect_nearest_fit(e, *problem);
  e.pipeline.gradient_accumulation_count = 3;
  ASSERT_EQ(problem_of(e)->suggestions.size(), 1U);
  EXPECT_EQ(problem_of(e)->suggestions[0].value, 8);
  e.pipeline.schedule = PipelineSchedule::sequential;
  EXPECT_FALSE(problem_of(e)) << "any count will do";
}

TEST(PipelineProblem, IoTilesNeedGroupedAndTwoMoreMiniBatches) {
  Experiment e = pipelined();
  e.device.io_tiles = 32;
  for (const std::int64_t count : {10, 11, 13, 16}) {
    e.pipeline.gradient_accumulation_count = count;
    EXPECT_FALSE(problem_of(e)) << count;
  }
  e.pipeline.gradient_accumulation_count = 8;
  const auto few = problem_of(e);
  ASSERT_TRUE(few);
  EXPECT_EQ(few->field, "gradient_accumulation_count");
  EXPECT_NE(few->text.find("must be at least 10"), std::string::npos) << few->text;
  ASSERT_EQ(few->suggestions.size(), 1U);
  EXPECT_EQ(few->suggestions[0].value, 10);
  e.pipeline.schedule = PipelineSchedule::sequential;
  const auto other = problem_of(e);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->field, "device.io_tiles");
  EXPECT_NE(other->text.find("needs the pipeline_schedule Grouped"), std::string::npos);
}

TEST(PipelineProblem, AMappingThatDoesNotFitNamesTheNearest) {
  Experiment e = pipelined();
  for (const char* text : {"5", "0, 2", "0, 1, 2, 3, 4"}) {
    set_value(e, "device_mapping", parse_typed("device_mapping", text));
    const auto problem = problem_of(e);
    ASSERT_TRUE(problem) << text;
    EXPECT_EQ(problem->field, "device_mapping");
    expect_nearest_fit(e, *problem);
  }
  set_value(e, "device_mapping", {0, 1, 1, 0});
  e.pipeline.schedule = PipelineSchedule::interleaved;
  const auto problem = problem_of(e);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->suggestions.size(), 2U) << "another mapping, or another schedule";
  expect_nearest_fit(e, *problem);
}

TEST(PipelineProblem, ReplicasAndShardingNameTheNearest) {
  Experiment e = pipelined();
  e.pipeline.replicas = 17;
  ASSERT_TRUE(problem_of(e));
  EXPECT_EQ(problem_of(e)->suggestions[0].value, 16);
  expect_nearest_fit(e, *problem_of(e));
  e.pipeline.replicas = 2;
  e.training.optimizer = OptimizerName::momentum;
  e.pipeline.replicated_optimizer_state_sharding = true;
  e.pipeline.offload_weight_update_variables = false;
  ASSERT_TRUE(problem_of(e));
  EXPECT_EQ(problem_of(e)->field, "replicated_optimizer_state_sharding");
  expect_nearest_fit(e, *problem_of(e));
}

// Whatever is offered does away with the problem, or with that of this layer.
void expect_ways_out(const Experiment& e, const std::string& field) {
  const auto problem = problem_of(e);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->field, field) << problem->text;
  EXPECT_FALSE(problem->suggestions.empty()) << problem->text;
  for (const Suggestion& way : problem->suggestions) {
    Experiment changed = e;
    set_value(changed, way.field, way.value);
    const auto left = problem_of(changed);
    EXPECT_TRUE(!left || left->text != problem->text) << way.label;
    if (!left) {
      EXPECT_NO_THROW(changed.validate()) << way.label;
    }
  }
}

TEST(ModelProblem, LayersThatDoNotFitNameAWayOut) {
  Experiment e = keras_model();
  EXPECT_FALSE(problem_of(e));
  e.model.layers.pop_back();
  expect_ways_out(e, "layers/3");
  EXPECT_EQ(problem_of(e)->suggestions.front().label, "Give it 10 units");
  e = keras_model();
  set_value(e, "layers/0/remove", nullptr);
  expect_ways_out(e, "layers/3");
  EXPECT_EQ(problem_of(e)->suggestions.front().label, "Flatten before the last layer");
  e = keras_model();
  set_value(e, "layers/0/insert", "conv2d");
  expect_ways_out(e, "layers/0");
  EXPECT_EQ(problem_of(e)->suggestions.front().value, "reshape");
  e = keras_model();
  set_value(e, "layers/1/units", 5000);
  expect_ways_out(e, "layers/1");
  EXPECT_EQ(problem_of(e)->suggestions.front().value, 4096);
  e = keras_model();
  set_value(e, "layers/1/name", "Dense_128");
  expect_ways_out(e, "layers/2");
  e = keras_model();
  e.model.layers.clear();
  expect_ways_out(e, "layers/0");
}

TEST(ModelProblem, MiniBatchesMustFitScheduleAndRun) {
  Experiment e = keras_model();
  e.pipeline.gradient_accumulation_count = 6;
  expect_ways_out(e, "gradient_accumulation_count");
  e.pipeline.gradient_accumulation_count = 8;  // 500 = 62 * 8 + 4
  expect_ways_out(e, "gradient_accumulation_count");
  EXPECT_THAT(problem_of(e)->text, HasSubstr("cannot be cut into weight updates of 8"));
  set_value(e, "stages", 1);
  e.pipeline.gradient_accumulation_count = 3;
  expect_ways_out(e, "gradient_accumulation_count");
  EXPECT_EQ(problem_of(e)->suggestions[0].value, 2);
  EXPECT_EQ(problem_of(e)->suggestions[1].value, 4);
  EXPECT_EQ(problem_of(e)->suggestions[2].value, 498);
  EXPECT_EQ(problem_of(e)->suggestions[3].value, 501);
  e.training.steps_per_execution = 999983;  // a prime: only 1 and itself divide it
  EXPECT_EQ(problem_of(e)->suggestions[0].value, 1);
  EXPECT_EQ(problem_of(e)->suggestions[1].value, 999983);
}

}  // namespace
}  // namespace pipette
