#include <gtest/gtest.h>

#include "core/error.h"
#include "page/experiment_panel.h"
#include "page/experiment_problem.h"
#include "page/pipeline_panel.h"

namespace pipette::app {
namespace {

using pipelining::PipelineSchedule;

Experiment pipelined() { return Experiment::defaults("mnist-pipelined"); }

// Whatever is offered must do.
void expect_nearest_fit(const Experiment& e, const ExperimentProblem& problem) {
  ASSERT_FALSE(problem.nearest.empty());
  for (const Suggestion& use : problem.nearest) {
    Experiment changed = e;
    set_parameter(&changed, use.field, use.number, use.text);
    EXPECT_FALSE(pipeline_problem(changed)) << use.label;
    EXPECT_NO_THROW(changed.validate()) << use.label;
  }
}

TEST(PipelineProblemTest, ACountThatDoesNotFitNamesTheNearest) {
  Experiment e = pipelined();
  EXPECT_FALSE(pipeline_problem(e));
  e.gradient_accumulation_count = 13;
  const auto problem = pipeline_problem(e);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->field, "gradient_accumulation_count");
  ASSERT_EQ(problem->nearest.size(), 2U);
  EXPECT_EQ(problem->nearest[0].number, 8);
  EXPECT_EQ(problem->nearest[1].number, 16);
  EXPECT_NE(problem->text.find("multiple of 8"), std::string::npos) << problem->text;
  expect_nearest_fit(e, *problem);
  e.gradient_accumulation_count = 3;
  ASSERT_EQ(pipeline_problem(e)->nearest.size(), 1U);
  EXPECT_EQ(pipeline_problem(e)->nearest[0].number, 8);
  e.pipeline_schedule = PipelineSchedule::sequential;
  EXPECT_FALSE(pipeline_problem(e)) << "any count will do";
}

TEST(PipelineProblemTest, AMappingIsReadAndWritten) {
  Experiment e = pipelined();
  ASSERT_EQ(e.stages, 4);
  EXPECT_EQ(mapping_text(e), "0, 1, 2, 3");
  set_mapping(&e, " 0,1 1,,0 ");
  EXPECT_EQ(e.device_mapping, (std::vector<std::int64_t>{0, 1, 1, 0}));
  EXPECT_EQ(mapping_text(e), "0, 1, 1, 0");
  EXPECT_FALSE(pipeline_problem(e));
  EXPECT_NO_THROW(e.validate());
  set_mapping(&e, "0,1,2,3");
  EXPECT_TRUE(e.device_mapping.empty()) << "the default, so the same experiment";
  for (const char* text : {"-1,0,1,2", "a", "0;1", "64", "99999999999999999999", "\x80"}) {
    EXPECT_THROW(set_mapping(&e, text), InvalidArgument) << text;
  }
}

TEST(PipelineProblemTest, AMappingThatDoesNotFitNamesTheNearest) {
  Experiment e = pipelined();
  for (const char* text : {"5", "0, 2", "0, 1, 2, 3, 4"}) {
    set_mapping(&e, text);
    const auto problem = pipeline_problem(e);
    ASSERT_TRUE(problem) << text;
    EXPECT_EQ(problem->field, "device_mapping");
    expect_nearest_fit(e, *problem);
  }
  set_mapping(&e, "0, 1, 1, 0");
  e.pipeline_schedule = PipelineSchedule::interleaved;
  const auto problem = pipeline_problem(e);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->nearest.size(), 2U) << "another mapping, or another schedule";
  expect_nearest_fit(e, *problem);
}

TEST(PipelineProblemTest, ReplicasAndShardingNameTheNearest) {
  Experiment e = pipelined();
  e.replicas = 17;
  ASSERT_TRUE(pipeline_problem(e));
  EXPECT_EQ(pipeline_problem(e)->nearest[0].number, 16);
  expect_nearest_fit(e, *pipeline_problem(e));
  e.replicas = 2;
  e.replicated_optimizer_state_sharding = true;
  e.offload_weight_update_variables = false;
  ASSERT_TRUE(pipeline_problem(e));
  EXPECT_EQ(pipeline_problem(e)->field, "replicated_optimizer_state_sharding");
  expect_nearest_fit(e, *pipeline_problem(e));
}

TEST(PipelineProblemTest, EveryFieldOfThePanelReadsWhatItWrote) {
  Experiment e = pipelined();
  const ParameterModel panel = panel_of(e);
  int switches = 0;
  for (const ParameterGroup& group : panel.groups) {
    for (const ParameterField& field : group.fields) {
      if (field.kind != FieldKind::kSwitch && field.kind != FieldKind::kChoice) continue;
      for (std::size_t option = 0; option < field.options.size(); ++option) {
        set_parameter(&e, field.name, static_cast<double>(option));
        for (const ParameterGroup& now : panel_of(e).groups) {
          for (const ParameterField& other : now.fields) {
            if (other.name != field.name) continue;
            EXPECT_EQ(other.value, static_cast<double>(option)) << field.name;
          }
        }
        ++switches;
      }
    }
  }
  EXPECT_GE(switches, 20);
}

}  // namespace
}  // namespace pipette::app
