// Changes to layers, and what is said when they do not fit together.
#include "scenes/model_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "core/random.h"
#include "page/experiment_panel.h"
#include "page/experiment_problem.h"
#include "scenes/builder/builder_model.h"

namespace pipette::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Experiment model() { return Experiment::defaults("inspect-keras"); }

std::optional<ExperimentProblem> problem_of(const Experiment& e) {
  const auto problems = problems_of(e);
  return problems.empty() ? std::nullopt : std::optional(problems[0]);
}

std::vector<std::int64_t> stages(const Experiment& e) {
  std::vector<std::int64_t> all;
  for (const LayerSpec& layer : e.layers) all.push_back(layer.stage);
  return all;
}
std::vector<std::string> names(const Experiment& e) {
  std::vector<std::string> all;
  for (const LayerSpec& layer : e.layers) all.push_back(layer.name);
  return all;
}
void edit(Experiment* e, const std::string& name, double number, const std::string& text = "") {
  ASSERT_TRUE(edit_model(e, name, number, text)) << name;
}

TEST(ModelEditTest, FieldsOfLayersAreSet) {
  Experiment e = model();
  edit(&e, "layers/1/units", 64);
  edit(&e, "layers/1/activation", 0, "tanh");
  edit(&e, "layers/1/name", 0, "first");
  edit(&e, "layers/1/outfeed", 1);
  edit(&e, "layers/0/insert", 0, "conv2d");
  edit(&e, "layers/0/kernel_size", 5);
  edit(&e, "layers/0/strides", 0, "2 × 3");
  edit(&e, "layers/0/padding", 0, "valid");
  EXPECT_EQ(e.layers[0].kernel_size, (std::vector<std::int64_t>{5, 5}));
  EXPECT_EQ(e.layers[0].strides, (std::vector<std::int64_t>{2, 3}));
  edit(&e, "layers/0/strides", 0, "4");
  EXPECT_EQ(e.layers[0].strides, (std::vector<std::int64_t>{4, 4}));
  EXPECT_EQ(e.layers[0].padding, "valid");
  EXPECT_EQ(e.layers[2].units, 64);
  EXPECT_EQ(e.layers[2].activation, "tanh");
  EXPECT_EQ(e.layers[2].name, "first");
  EXPECT_TRUE(e.layers[2].outfeed);
}

TEST(ModelEditTest, WhatCannotBeDoneIsSaidAndChangesNothing) {
  Experiment e = model();
  const std::string before = e.to_json();
  EXPECT_THROW(edit_model(&e, "layers/1/units", 2.5, ""), InvalidArgument);
  EXPECT_THROW(edit_model(&e, "layers/1/units", -1, ""), InvalidArgument);
  EXPECT_THROW(edit_model(&e, "layers/0/units", 8, ""), NotFound) << "flatten has none";
  EXPECT_THROW(edit_model(&e, "layers/1/stage", 1, ""), NotFound) << "boundaries are moved instead";
  EXPECT_THROW(edit_model(&e, "layers/9/remove", 0, ""), NotFound);
  EXPECT_THROW(edit_model(&e, "layers/1/insert", 0, "lstm"), InvalidArgument);
  EXPECT_THROW(edit_model(&e, "stages/0/first", 1, ""), NotFound);
  EXPECT_THROW(edit_model(&e, "stages/2/first", 1, ""), NotFound);
  for (const char* name : {"batch_size", "layers", "layers/", "layers/x/units", "layers/1"}) {
    EXPECT_FALSE(edit_model(&e, name, 1, "")) << name;
  }
  EXPECT_EQ(e.to_json(), before);
  Experiment other = Experiment::defaults("mnist-pipelined");
  EXPECT_FALSE(edit_model(&other, "stages", 2, "")) << "its stages are a field";
}

TEST(ModelEditTest, LayersMoveIntoTheStageTheyComeTo) {
  Experiment e = model();  // flatten, 256 | 128, 10
  edit(&e, "layers/3/move", 1);
  EXPECT_THAT(names(e), ElementsAre("", "Dense_10", "Dense_256", "Dense_128"));
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 1));
  edit(&e, "layers/3/move", 0);
  EXPECT_THAT(names(e), ElementsAre("Dense_128", "", "Dense_10", "Dense_256"));
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 0)) << "a stage without layers is none";
}

TEST(ModelEditTest, StagesAreCutAndTheirBoundariesMoved) {
  Experiment e = model();
  edit(&e, "stages", 3);
  EXPECT_EQ(e.num_stages(), 3);
  edit(&e, "stages", 99);
  EXPECT_THAT(stages(e), ElementsAre(0, 1, 2, 3)) << "no more than layers";
  edit(&e, "stages", 2);
  EXPECT_THAT(stages(e), ElementsAre(0, 1, 1, 1));
  e.device_mapping = {1, 0};
  edit(&e, "stages/1/first", 3);
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(e.device_mapping, ElementsAre(1, 0)) << "as many stages as before";
  edit(&e, "stages/1/first", 0);
  EXPECT_THAT(stages(e), ElementsAre(0, 1, 1, 1)) << "each keeps a layer";
  edit(&e, "stages", 1);
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 0));
  EXPECT_TRUE(e.device_mapping.empty());
}

TEST(ModelEditTest, StagesStayInOrderWhateverIsDone) {
  RandomStream random(3, "edits");
  const auto below = [&](std::size_t n) {
    return random.uniform_int(static_cast<std::uint32_t>(std::max<std::size_t>(1, n)));
  };
  for (int trial = 0; trial < 200; ++trial) {
    Experiment e = model();
    for (int step = 0; step < 20; ++step) {
      const std::string layer = "layers/" + std::to_string(below(e.layers.size())) + "/";
      const auto what = below(5);
      if (what == 0) edit(&e, layer + "insert", 0, "dense");
      if (what == 1 && e.layers.size() > 1) edit(&e, layer + "remove", 0);
      if (what == 2) edit(&e, layer + "move", static_cast<double>(below(e.layers.size())));
      if (what == 3) edit(&e, "stages", static_cast<double>(1 + below(e.layers.size())));
      if (what == 4 && e.num_stages() > 1) {
        const auto stage = 1 + below(static_cast<std::size_t>(e.num_stages() - 1));
        edit(&e, "stages/" + std::to_string(stage) + "/first",
             static_cast<double>(below(e.layers.size())));
      }
      std::int64_t before = 0;
      for (const LayerSpec& each : e.layers) {
        ASSERT_TRUE(each.stage == before || each.stage == before + 1) << trial;
        before = each.stage;
      }
      ASSERT_EQ(e.layers.front().stage, 0);
    }
  }
}

// Whatever is offered does away with the problem, or with that of this layer.
void expect_ways_out(const Experiment& e, const std::string& field) {
  const auto problem = problem_of(e);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->field, field) << problem->text;
  EXPECT_FALSE(problem->nearest.empty()) << problem->text;
  for (const Suggestion& way : problem->nearest) {
    Experiment changed = e;
    set_parameter(&changed, way.field, way.number, way.text);
    const auto left = problem_of(changed);
    EXPECT_TRUE(!left || left->text != problem->text) << way.label;
    if (!left) {
      EXPECT_NO_THROW(changed.validate()) << way.label;
    }
  }
}

TEST(ModelProblemTest, LayersThatDoNotFitNameAWayOut) {
  Experiment e = model();
  EXPECT_FALSE(problem_of(e));
  e.layers.pop_back();
  expect_ways_out(e, "layers/3");
  EXPECT_EQ(problem_of(e)->nearest.front().label, "Give it 10 units");
  e = model();
  edit(&e, "layers/0/remove", 0);
  expect_ways_out(e, "layers/3");
  EXPECT_EQ(problem_of(e)->nearest.front().label, "Flatten before the last layer");
  e = model();
  edit(&e, "layers/0/insert", 0, "conv2d");
  expect_ways_out(e, "layers/0");
  EXPECT_EQ(problem_of(e)->nearest.front().text, "reshape");
  e = model();
  edit(&e, "layers/1/units", 5000);
  expect_ways_out(e, "layers/1");
  EXPECT_EQ(problem_of(e)->nearest.front().number, 4096);
  e = model();
  edit(&e, "layers/1/name", 0, "Dense_128");
  expect_ways_out(e, "layers/2");
  e = model();
  e.layers.clear();
  expect_ways_out(e, "layers/0");
}

TEST(ModelProblemTest, MiniBatchesMustFitScheduleAndRun) {
  Experiment e = model();
  e.gradient_accumulation_count = 6;
  expect_ways_out(e, "gradient_accumulation_count");
  e.gradient_accumulation_count = 8;  // 500 = 62 * 8 + 4
  expect_ways_out(e, "gradient_accumulation_count");
  EXPECT_THAT(problem_of(e)->text, HasSubstr("cannot be cut into weight updates of 8"));
  edit(&e, "stages", 1);
  e.gradient_accumulation_count = 3;
  expect_ways_out(e, "gradient_accumulation_count");
  EXPECT_EQ(problem_of(e)->nearest[0].number, 2);
  EXPECT_EQ(problem_of(e)->nearest[1].number, 4);
  EXPECT_EQ(problem_of(e)->nearest[2].number, 501);
  e.steps_per_execution = 999983;  // a prime: only 1 and itself divide it
  EXPECT_EQ(problem_of(e)->nearest[0].number, 1);
  EXPECT_EQ(problem_of(e)->nearest[1].number, 999983);
}

TEST(BuilderModelTest, RowsSayWhatLayersDo) {
  Experiment e = model();
  BuilderModel builder = builder_of(e);
  ASSERT_EQ(builder.rows.size(), 4U);
  EXPECT_EQ(builder.input, "28 × 28");
  EXPECT_EQ(builder.rows[0].shape, "784");
  EXPECT_EQ(builder.rows[0].params, "");
  EXPECT_EQ(builder.rows[1].params, "200,960") << "784 x 256 weights and 256 biases";
  EXPECT_EQ(builder.rows[2].kind, "Dense");
  EXPECT_EQ(builder.rows[2].name, "Dense_128");
  EXPECT_TRUE(builder.rows[2].outfeed);
  EXPECT_EQ(builder.total, "235,146 parameters");
  EXPECT_THAT(builder.stages, ElementsAre("Stage 0 on IPU 0", "Stage 1 on IPU 1"));
  EXPECT_THAT(builder.code[0], HasSubstr("keras.Sequential"));
  EXPECT_THAT(builder.code[2], HasSubstr("p.sequential"));
  edit(&e, "layers/2/insert", 0, "conv2d");
  builder = builder_of(e);
  EXPECT_EQ(builder.rows[2].shape, "") << "does not fit";
  EXPECT_EQ(builder.rows[3].shape, "");
  EXPECT_EQ(builder.code[0], "");
}

TEST(BuilderModelTest, EveryFieldIsOneThatCanBeSet) {
  Experiment e = model();
  for (const LayerChoice& choice : kLayerChoices) edit(&e, "layers/1/insert", 0, choice.kind);
  int fields = 0;
  for (const BuilderModel::Row& row : builder_of(e).rows) {
    for (const auto* list : {&row.fields, &row.more}) {
      for (const ParameterField& field : *list) {
        const std::string before = e.to_json();
        set_parameter(&e, field.name, field.value, field.text);
        EXPECT_EQ(e.to_json(), before) << field.name << ": what it shows is what it is";
        ++fields;
      }
    }
  }
  EXPECT_GE(fields, 25);
}

}  // namespace
}  // namespace pipette::app
