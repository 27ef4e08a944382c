// The inspector on a real session, without a browser.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "page/actions.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "runs/speed_scale.h"
#include "scenes/schedule/actions.h"
#include "scenes/tensors/actions.h"
#include "ui/harness.h"

namespace pipette::app::tensors_scene {
namespace {

class TensorsAppTest : public testing::TestWithParam<const char*> {
 protected:
  TensorsAppTest() {
    choose(GetParam());
    set("batch_size", 4);
    set("steps_per_execution", 8);
    set("steps", 16);
  }
  void choose(const std::string& name) { post({action::kSelectExperiment, {}, 0, name}); }
  void set(const std::string& name, double value, const std::string& text = {}) {
    post({action::kSetParameter, name, value, text});
  }
  void post(Intent intent) {
    app.post(std::move(intent));
    frame();
  }
  void frame() {
    screen.frame(app);
    screen.frame(app);
  }
  void run_to_the_end() {
    post({action::kSetSpeed, {}, kFullSpeed});
    post({action::kRun});
    for (int i = 0; i < 20000 && app.pace() != Pace::idle; ++i) app.advance(now += 1.0 / 60, 6000);
    frame();
  }
  std::vector<std::string> tensors() { return state()["inspector"]["tensors"]; }
  void inspect_gradients() {
    for (const std::string& name : tensors()) {
      if (name.rfind("gradients/", 0) == 0) post({action::kInspect, {}, 0, name});
    }
    EXPECT_EQ(std::string(state()["inspector"]["selected"]).rfind("gradients/", 0), 0u);
  }
  nlohmann::json state() { return nlohmann::json::parse(app.state_json()); }

  FakeHost host;
  App app{host};
  Harness screen{1280, 720};
  double now = 0;
};

TEST(FirstSpeed, WhatIsReadAfterAnEngineRunIsThereSoonUntilSomebodyChoosesASpeed) {
  FakeHost host;
  Harness screen{1280, 720};
  App app{host};
  const auto choose = [&](const std::string& name) {
    app.post({action::kSelectExperiment, {}, 0, name});
    screen.frame(app);
    return nlohmann::json::parse(app.state_json())["speed"].get<int>();
  };
  screen.frame(app);
  const int keras = choose("inspect-keras");
  EXPECT_GT(kSpeeds[static_cast<std::size_t>(keras)].steps_per_s, 500 / 10.0) << "500 to a run";
  EXPECT_EQ(choose("mnist-with-feeds"), kDefaultSpeed);
  app.post({action::kSetSpeed, {}, 2});
  screen.frame(app);
  EXPECT_EQ(choose("inspect-keras"), 2);
}

TEST_P(TensorsAppTest, RunsAndShowsWhatWasOutfed) {
  EXPECT_TRUE(tensors().empty());
  run_to_the_end();
  nlohmann::json now_state = state();
  EXPECT_EQ(now_state["error"], "");
  EXPECT_TRUE(now_state["finished"]);
  EXPECT_EQ(now_state["step"], now_state["steps"]) << "counted alike";
  EXPECT_GE(tensors().size(), 2u);
  EXPECT_GT(now_state["accuracy"], 0);
  EXPECT_TRUE(screen.ui.rects.find("heat/picture"));
  post({action::kCopyText, {}, 0, "words"});
  EXPECT_EQ(host.copied, "words");
  post({action::kInspectElement, {}, 1});
  EXPECT_EQ(state()["inspector"]["element"], 1);
}

TEST_P(TensorsAppTest, LayersAreLookedAtAndTrainingHasTheSameBits) {
  run_to_the_end();
  const std::string weights = state()["summary"]["weight_hash"];
  EXPECT_TRUE(state()["inspector"]["layer"].is_null()) << "nobody looks";
  post({action::kInspectLayers, {}, 1});
  const nlohmann::json trained = state()["inspector"]["layer"];
  EXPECT_EQ(trained["points"], 256);
  EXPECT_EQ(trained["step"], state()["step"]);
  EXPECT_TRUE(screen.ui.rects.find("layers/spectrum"));
  post({action::kReset});
  frame();
  EXPECT_EQ(state()["inspector"]["layer"]["step"], 0);
  EXPECT_NE(state()["inspector"]["layer"]["largest"], trained["largest"]);
  run_to_the_end();
  EXPECT_EQ(state()["summary"]["weight_hash"], weights);
  EXPECT_EQ(state()["inspector"]["layer"], trained);
}

TEST_P(TensorsAppTest, TheStateIsOfTheNewRunAsSoonAsThereIsOne) {
  const std::string at_first = state()["inspector"]["printed"];
  run_to_the_end();
  EXPECT_NE(state()["inspector"]["printed"], at_first);
  app.post({action::kReset});
  screen.frame(app);  // resets after it has drawn
  EXPECT_EQ(state()["step"], 0);
  EXPECT_EQ(state()["inspector"]["printed"], at_first);
}

TEST_P(TensorsAppTest, AnEngineRunIsOneOfSeveral) {
  post({action::kStepEngineRun});
  for (int i = 0; i < 20000 && app.pace() != Pace::idle; ++i) app.advance(now += 1.0 / 60, 6000);
  frame();
  EXPECT_EQ(state()["step"].get<int>() * 2, state()["steps"].get<int>());
}

TEST_P(TensorsAppTest, FiltersChooseWhatComesAndAreUndone) {
  const auto before = state()["parameters"]["gradients_filters"];
  set("gradients_filters", 0, "no_such_tensor");
  set("activations_filters", 0, "no_such_tensor");
  run_to_the_end();
  const std::size_t unfiltered = tensors().size();  // the loss, and the last layer
  EXPECT_EQ(unfiltered, GetParam() == std::string("inspect-keras") ? 1u : 2u);
  set("gradients_filters", 0, "none");
  EXPECT_EQ(state()["step"], 0) << "no run follows, so it starts again";
  run_to_the_end();
  EXPECT_EQ(tensors().size(), unfiltered + 6) << "kernel and bias of three layers";
  for (int i = 0; i < 3; ++i) post({action::kUndo});
  EXPECT_EQ(state()["parameters"]["gradients_filters"], before);
}

TEST_P(TensorsAppTest, FiltersChangeWhileItRunsAndTrainingGoesOn) {
  set("gradients_filters", 0, "no_such_tensor");
  set("activations_filters", 0, "no_such_tensor");
  run_to_the_end();
  const std::string weights = state()["summary"]["weight_hash"];
  post({action::kReset});
  post({action::kStepInstruction});
  const std::size_t before = tensors().size();
  EXPECT_FALSE(state()["inspector"]["filters_wait"]);
  set("gradients_filters", 0, "kernel");
  EXPECT_TRUE(state()["inspector"]["filters_wait"]) << "the first run goes on";
  EXPECT_GT(state()["summary"]["modelled"]["cycles"], 0) << "it has not started again";
  run_to_the_end();
  EXPECT_FALSE(state()["inspector"]["filters_wait"]);
  EXPECT_GE(tensors().size(), before + 3) << "three kernels";
  EXPECT_EQ(state()["summary"]["weight_hash"], weights);
  post({action::kReset});
  post({action::kStepTraining});
  const auto step = state()["step"];
  post({action::kUndo});
  EXPECT_EQ(state()["parameters"]["gradients_filters"], nlohmann::json({"no_such_tensor"}));
  EXPECT_EQ(state()["step"], step) << "undone without starting again";
  post({action::kRedo});
  set("learning_rate", 0.02);
  EXPECT_EQ(state()["step"], 0) << "something else changed";
}

TEST_P(TensorsAppTest, TensorsThatAFilterStoppedAreMarked) {
  set("gradients_filters", 0, "bias");
  set("activations_filters", 0, "no_such_tensor");
  post({action::kStepEngineRun});
  for (int i = 0; i < 20000 && app.pace() != Pace::idle; ++i) app.advance(now += 1.0 / 60, 6000);
  set("gradients_filters", 0, "kernel");
  const auto marked = [&] {
    std::vector<std::string> all;
    const std::vector<std::string> names = tensors();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (screen.ui.rects.find("tensors/" + std::to_string(i) + "/stopped")) {
        all.push_back(names[i]);
      }
    }
    return all;
  };
  EXPECT_TRUE(marked().empty()) << "the newest run brought them";
  run_to_the_end();
  EXPECT_EQ(marked().size(), 3u);
  for (const std::string& name : marked()) {
    EXPECT_NE(name.find("bias"), std::string::npos) << name;
  }
  EXPECT_GE(tensors().size(), 7u) << "kernels and losses come";
}

TEST_P(TensorsAppTest, GradientsOfEveryMiniBatchLeadWithMiniBatches) {
  set("gradient_accumulation_count", 4);
  set("activations_filters", 0, "no_such_tensor");
  run_to_the_end();
  inspect_gradients();
  const std::string accumulated = state()["inspector"]["shape"];
  EXPECT_NE(accumulated.find("weight update"), std::string::npos) << accumulated;
  set("outfeed_pre_accumulated_gradients", 1);
  run_to_the_end();
  inspect_gradients();
  const std::string each = state()["inspector"]["shape"];
  EXPECT_NE(each.find("mini-batches"), std::string::npos) << each;
}

TEST_P(TensorsAppTest, PipelinesShowTheirSchedule) {
  const bool pipelined = GetParam() != std::string("inspect-model");
  EXPECT_EQ(state()["scene"], "tensors");
  const nlohmann::json scenes = state()["scenes"];
  EXPECT_EQ(std::any_of(scenes.begin(), scenes.end(),
                        [](const auto& scene) { return scene["name"] == "schedule"; }),
            pipelined);
  post({action::kShowScene, {}, 0, "schedule"});
  EXPECT_EQ(state()["scene"], pipelined ? "schedule" : "tensors");
  EXPECT_EQ(state()["pipeline"].is_null(), !pipelined);
  if (!pipelined) return;
  const auto count = state()["parameters"]["gradient_accumulation_count"].get<int>();
  EXPECT_EQ(state()["pipeline"]["slots"], count + 2 * 2 - 1) << "Grouped, two stages";
  post({schedule_scene::action::kSeek, {}, 2});
  EXPECT_EQ(state()["pipeline"]["place"], 2);
  post({action::kTrainSlot});
  EXPECT_TRUE(state()["pipeline"]["following"]);
  EXPECT_NEAR(state()["pipeline"]["place"], 1, 0.5);
  post({schedule_scene::action::kCompare, "1/stages", 3});
  post({schedule_scene::action::kCompare, "1/count", count + 2.0});
  EXPECT_EQ(state()["pipeline"]["second"]["stages"], GetParam()[8] == 'k' ? 3 : 2);
  run_to_the_end();
  EXPECT_EQ(state()["error"], "");
  // Steps of a Keras model are mini-batches, those of the others weight updates.
  const int per_update = GetParam() == std::string("inspect-keras") ? count : 1;
  EXPECT_EQ(state()["pipeline"]["update"].get<int>() * per_update, state()["steps"]);
  post({action::kShowScene, {}, 0, "tensors"});
  EXPECT_GE(tensors().size(), 2u);
}

TEST_P(TensorsAppTest, TheScheduleIsOfTheProgramThatRuns) {
  if (GetParam() == std::string("inspect-model")) return;  // has none: see above
  set("gradients_filters", 0, "no_such_tensor");
  const auto without = state()["pipeline"]["makespan_cycles"].get<std::int64_t>();
  post({action::kStepInstruction});
  set("gradients_filters", 0, "none");
  set("outfeed_pre_accumulated_gradients", 1);
  EXPECT_EQ(state()["pipeline"]["makespan_cycles"], without);
  run_to_the_end();
  EXPECT_GT(state()["pipeline"]["makespan_cycles"], without);
}

TEST_P(TensorsAppTest, AnotherSceneAndBack) {
  set("gradients_filters", 0, "dense");
  choose("mnist-with-feeds");
  EXPECT_TRUE(state()["inspector"]["tensors"].empty());
  choose("mnist-pipelined");
  EXPECT_FALSE(state()["pipeline"].is_null());
  choose(GetParam());
  EXPECT_EQ(state()["parameters"]["gradients_filters"], nlohmann::json({"dense"}));
  post({action::kCopyLink});
  FakeHost other;
  App from_link(other, host.link);
  EXPECT_EQ(nlohmann::json::parse(from_link.state_json())["experiment"], GetParam());
}

// A model that does not fit is a draft: it is shown, and the run keeps the last that did.
TEST_P(TensorsAppTest, TheModelBuilderKeepsDrafts) {
  post({action::kShowScene, {}, 0, "model"});
  if (GetParam() != std::string("inspect-keras")) {
    EXPECT_EQ(state()["scene"], "tensors") << "has no layers";
    return;
  }
  EXPECT_EQ(state()["scene"], "model");
  set("layers/0/insert", 0, "reshape");
  set("layers/0/shape", 0, "no sizes");
  EXPECT_TRUE(state()["field_errors"].contains("layers/0")) << "beside the layer";
  EXPECT_TRUE(screen.ui.rects.find("layers/0/problem"));
  set("layers/0/remove", 0);
  EXPECT_FALSE(screen.ui.rects.find("layers/0/problem"));
  set("layers/3/remove", 0);
  EXPECT_EQ(state()["draft"]["layers"].size(), 3U);
  EXPECT_EQ(state()["parameters"]["layers"].size(), 4U);
  EXPECT_TRUE(state()["field_errors"].contains("layers/3"));
  EXPECT_TRUE(screen.ui.rects.find("layers/end/problem"));
  run_to_the_end();
  EXPECT_TRUE(state()["finished"]) << "of the model before";
  set("layers/2/units", 10);
  EXPECT_TRUE(state()["draft"].is_null());
  EXPECT_EQ(state()["parameters"]["layers"].size(), 3U);
  EXPECT_EQ(state()["step"], 0) << "another model";
  EXPECT_TRUE(state()["field_errors"].empty());
  run_to_the_end();
  EXPECT_TRUE(state()["finished"]);
  EXPECT_EQ(state()["error"], "");
  set("stages", 3);
  EXPECT_FALSE(state()["draft"].is_null()) << "4 mini-batches are not a multiple of 6";
  set("stages", 1);
  EXPECT_EQ(state()["parameters"]["layers"][2]["stage"], 0);
  post({action::kUndo});
  post({action::kUndo});
  EXPECT_EQ(state()["parameters"]["layers"].size(), 4U);
}

INSTANTIATE_TEST_SUITE_P(Experiments, TensorsAppTest,
                         testing::Values("inspect-keras", "inspect-pipelined", "inspect-model"),
                         [](const auto& p) {
                           std::string name = p.param;
                           name[7] = '_';
                           return name;
                         });

}  // namespace
}  // namespace pipette::app::tensors_scene
