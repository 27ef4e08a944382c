#include "experiment/edit.h"
#include "core/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"

namespace pipette {
namespace {

using testing::ElementsAre;

Experiment two_stages() { return Experiment::defaults("inspect-keras"); }

std::vector<std::int64_t> stages(const Experiment& e) {
  std::vector<std::int64_t> all;
  for (const LayerSpec& layer : e.model.layers) all.push_back(layer.stage);
  return all;
}
std::vector<std::string> names(const Experiment& e) {
  std::vector<std::string> all;
  for (const LayerSpec& layer : e.model.layers) all.push_back(layer.name);
  return all;
}

TEST(ModelEdit, FieldsOfLayersAreSet) {
  Experiment e = two_stages();
  set_value(e, "layers/1/units", 64);
  set_value(e, "layers/1/activation", "tanh");
  set_value(e, "layers/1/name", "first");
  set_value(e, "layers/1/outfeed", true);
  set_value(e, "layers/0/insert", "conv2d");
  set_value(e, "layers/0/kernel_size", 5);
  set_value(e, "layers/0/strides", "2 × 3");
  set_value(e, "layers/0/padding", "valid");
  const auto* conv = e.model.layers[0].as<keras::Conv2dSpec>();
  EXPECT_EQ(conv->kernel_size, (Window{5, 5}));
  EXPECT_EQ(conv->options.strides, (Window{2, 3}));
  set_value(e, "layers/0/strides", "4");
  EXPECT_EQ(conv->options.strides, (Window{4, 4}));
  EXPECT_EQ(conv->options.padding, Padding::valid);
  const auto* first = e.model.layers[2].as<keras::DenseSpec>();
  EXPECT_EQ(first->units, 64);
  EXPECT_EQ(first->activation, keras::Activation::tanh);
  EXPECT_EQ(e.model.layers[2].name, "first");
  EXPECT_TRUE(e.model.layers[2].outfeed);
}

TEST(ModelEdit, ANameThatTellsTheUnitsGoesOnToTellThem) {
  Experiment e = two_stages();
  ASSERT_THAT(names(e), ElementsAre("", "Dense_256", "Dense_128", "Dense_10"));
  ASSERT_THAT(e.inspection.gradients_filters, ElementsAre("Dense_128"));
  set_value(e, "layers/2/units", 512);
  EXPECT_THAT(names(e), ElementsAre("", "Dense_256", "Dense_512", "Dense_10"));
  EXPECT_THAT(e.inspection.gradients_filters, ElementsAre("Dense_512")) << "it is still shown";
  set_value(e, "layers/1/units", 512);
  EXPECT_THAT(names(e), ElementsAre("", "Dense_512_2", "Dense_512", "Dense_10"))
      << "a name occurs once";
  EXPECT_NO_THROW(e.validate());
  set_value(e, "layers/2/name", "middle");
  set_value(e, "layers/2/units", 64);
  EXPECT_THAT(names(e), ElementsAre("", "Dense_512_2", "middle", "Dense_10"));
}

TEST(ModelEdit, WhatCannotBeDoneIsSaidAndChangesNothing) {
  Experiment e = two_stages();
  const std::string before = e.to_json();
  EXPECT_THROW(set_value(e, "layers/1/units", 2.5), InvalidArgument);
  EXPECT_THROW(set_value(e, "layers/1/units", "many"), InvalidArgument);
  EXPECT_THROW(set_value(e, "layers/0/units", 8), NotFound) << "flatten has none";
  EXPECT_THROW(set_value(e, "layers/1/stage", 1), NotFound) << "boundaries are moved instead";
  EXPECT_THROW(set_value(e, "layers/9/remove", nullptr), NotFound);
  EXPECT_THROW(set_value(e, "layers/1/insert", "lstm"), InvalidArgument);
  EXPECT_THROW(set_value(e, "stages/0/first", 1), NotFound);
  EXPECT_THROW(set_value(e, "stages/2/first", 1), NotFound);
  for (const char* name : {"layers/", "layers/x/units", "layers/1", "nothing", "stages/1/last"}) {
    EXPECT_THROW(set_value(e, name, 1), NotFound) << name;
  }
  EXPECT_THROW(set_value(e, "batch_size", "many"), InvalidArgument);
  EXPECT_EQ(e.to_json(), before);
}

TEST(Edit, StagesOfOtherProgramsAreAField) {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.pipeline.device_mapping = {1, 0, 2, 3};
  set_value(e, "stages", 2);
  EXPECT_EQ(e.pipeline.stages, 2);
  EXPECT_TRUE(e.pipeline.device_mapping.empty());
  set_value(e, "hidden_layers", 4);
  EXPECT_THAT(e.model.hidden_units, ElementsAre(256, 128, 128, 128)) << "as wide as the last";
  EXPECT_THROW(set_value(e, "hidden_layers", 65), InvalidArgument);
  EXPECT_THROW(set_value(e, "hidden_layers", 0), InvalidArgument);
}

// As `pipette loops --batch-size` has it.
TEST(Edit, AnEpochOfLoopsStaysAnEngineRun) {
  Experiment e = Experiment::defaults("loops");
  set_value(e, "batch_size", 64);
  EXPECT_EQ(e.training.steps_per_execution, 937);
  EXPECT_EQ(e.num_runs(), 5);
  set_value(e, "batch_size", 32);
  EXPECT_EQ(e.to_json(), Experiment::defaults("loops").to_json());
  set_value(e, "steps_per_execution", 100);
  set_value(e, "batch_size", 64);
  EXPECT_EQ(e.training.steps_per_execution, 100) << "no epoch any more";
}

// Found by fuzzing: a size of 0 was divided by when the next one came.
TEST(Edit, ABatchSizeThatMakesNoEpochCanBeChangedAgain) {
  Experiment e = Experiment::defaults("loops");
  for (const std::int64_t size : {0, -1, 60001}) {
    set_value(e, "batch_size", size);
    EXPECT_EQ(e.training.batch_size, size);
    set_value(e, "batch_size", 64);
    EXPECT_EQ(e.training.batch_size, 64);
  }
  e.training.steps_per_execution = 0;
  set_value(e, "batch_size", 32);
  EXPECT_EQ(e.training.batch_size, 32);
  e.training.steps_per_execution = 60000 / 32;
  e.training.steps = std::int64_t{1} << 53;
  set_value(e, "batch_size", 1);
  EXPECT_EQ(e.training.steps % e.training.steps_per_execution, 0);
  EXPECT_NO_THROW(e.validate());
}

// Found by fuzzing: it could not be written as JSON.
TEST(Edit, ATextThatIsNotUtf8IsRefused) {
  Experiment e = two_stages();
  for (const char* name : {"data", "optimizer", "layers/1/name", "layers/1/units", "seed"}) {
    EXPECT_THROW(set_value(e, name, "\xff"), InvalidArgument) << name;
  }
  EXPECT_EQ(e.to_json(), two_stages().to_json());
}

TEST(Edit, TextsAreReadAsSomebodyTypesThem) {
  EXPECT_EQ(parse_typed("device_mapping", " 0,1 1,,0 "), Json({0, 1, 1, 0}));
  EXPECT_EQ(parse_typed("batch_size", "64"), Json(64));
  EXPECT_EQ(parse_typed("learning_rate", "1e-3"), Json(1e-3));
  EXPECT_EQ(parse_typed("recompute", "true"), Json(true));
  EXPECT_EQ(parse_typed("gradients_filters", " Dense_128  dense1,"), Json({"Dense_128", "dense1"}));
  EXPECT_EQ(parse_typed("gradients_filters", "relu6, max"), Json({"relu6", "max"}));
  EXPECT_EQ(parse_typed("activations_filters", " , "), Json({"none"})) << "everything passes";
  for (const char* text : {"a", "0;1", "1.5", "99999999999999999999", "\x80"}) {
    EXPECT_THROW(parse_typed("device_mapping", text), InvalidArgument) << text;
  }
  for (const char* text : {"", "many", "[1]", "1 2"}) {
    EXPECT_THROW(parse_typed("batch_size", text), InvalidArgument) << text;
  }
  EXPECT_THROW(parse_typed("recompute", "yes"), InvalidArgument);
  EXPECT_THROW(parse_typed("nothing", "1"), NotFound);
}

TEST(Edit, AnIpuEachIsTheDefaultMapping) {
  Experiment e = Experiment::defaults("mnist-pipelined");
  set_value(e, "device_mapping", parse_typed("device_mapping", "0, 1, 1, 0"));
  EXPECT_THAT(e.pipeline.device_mapping, ElementsAre(0, 1, 1, 0));
  set_value(e, "device_mapping", parse_typed("device_mapping", "0,1,2,3"));
  EXPECT_TRUE(e.pipeline.device_mapping.empty()) << "the same experiment";
}

TEST(ModelEdit, LayersMoveIntoTheStageTheyComeTo) {
  Experiment e = two_stages();  // flatten, 256 | 128, 10
  set_value(e, "layers/3/move", 1);
  EXPECT_THAT(names(e), ElementsAre("", "Dense_10", "Dense_256", "Dense_128"));
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 1));
  set_value(e, "layers/3/move", 0);
  EXPECT_THAT(names(e), ElementsAre("Dense_128", "", "Dense_10", "Dense_256"));
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 0)) << "a stage without layers is none";
}

TEST(ModelEdit, StagesAreCutAndTheirBoundariesMoved) {
  Experiment e = two_stages();
  set_value(e, "stages", 3);
  EXPECT_EQ(e.num_stages(), 3);
  set_value(e, "stages", 99);
  EXPECT_THAT(stages(e), ElementsAre(0, 1, 2, 3)) << "no more than layers";
  set_value(e, "stages", 2);
  EXPECT_THAT(stages(e), ElementsAre(0, 1, 1, 1));
  e.pipeline.device_mapping = {1, 0};
  set_value(e, "stages/1/first", 3);
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(e.pipeline.device_mapping, ElementsAre(1, 0)) << "as many stages as before";
  set_value(e, "stages/1/first", 0);
  EXPECT_THAT(stages(e), ElementsAre(0, 1, 1, 1)) << "each keeps a layer";
  set_value(e, "stages", 1);
  EXPECT_THAT(stages(e), ElementsAre(0, 0, 0, 0));
  EXPECT_TRUE(e.pipeline.device_mapping.empty());
}

TEST(ModelEdit, StagesStayInOrderWhateverIsDone) {
  RandomStream random(3, "edits");
  const auto below = [&](std::size_t n) {
    return random.uniform_int(static_cast<std::uint32_t>(std::max<std::size_t>(1, n)));
  };
  for (int trial = 0; trial < 200; ++trial) {
    Experiment e = two_stages();
    for (int step = 0; step < 20; ++step) {
      const std::string layer = "layers/" + std::to_string(below(e.model.layers.size())) + "/";
      const auto what = below(5);
      if (what == 0) set_value(e, layer + "insert", "dense");
      if (what == 1 && e.model.layers.size() > 1) set_value(e, layer + "remove", nullptr);
      if (what == 2) set_value(e, layer + "move", below(e.model.layers.size()));
      if (what == 3) set_value(e, "stages", 1 + below(e.model.layers.size()));
      if (what == 4 && e.num_stages() > 1) {
        const auto stage = 1 + below(static_cast<std::size_t>(e.num_stages() - 1));
        set_value(e, "stages/" + std::to_string(stage) + "/first", below(e.model.layers.size()));
      }
      std::int64_t before = 0;
      for (const LayerSpec& each : e.model.layers) {
        ASSERT_TRUE(each.stage == before || each.stage == before + 1) << trial;
        before = each.stage;
      }
      ASSERT_EQ(e.model.layers.front().stage, 0);
    }
  }
}

}  // namespace
}  // namespace pipette
