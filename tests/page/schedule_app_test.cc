// The pipeline scene on a real session, without a browser.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "page/actions.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "runs/speed_scale.h"
#include "scenes/schedule/actions.h"
#include "ui/harness.h"

namespace pipette::app::schedule_scene {
namespace {

class ScheduleAppTest : public testing::Test {
 protected:
  ScheduleAppTest() {
    choose("mnist-pipelined");
    set("batch_size", 4);
    set("steps", 4);
    set("steps_per_execution", 2);
  }
  void choose(const std::string& name) {
    app.post({action::kSelectExperiment, {}, 0, name});
    frame();
  }
  void set(const std::string& name, double value) {
    app.post({action::kSetParameter, name, value});
    frame();
  }
  void act(const std::string& action, double number = 0, const std::string& name = {}) {
    app.post({action, name, number});
    frame();
  }
  void frame() {
    screen.frame(app);
    screen.frame(app);
  }
  void run_until_idle() {
    for (int i = 0; i < 20000 && app.pace() != Pace::idle; ++i) app.advance(now += 1.0 / 60, 6000);
    frame();
    ASSERT_EQ(app.pace(), Pace::idle);
  }
  nlohmann::json state() { return nlohmann::json::parse(app.state_json()); }
  nlohmann::json pipeline() { return state()["pipeline"]; }

  FakeHost host;
  Harness screen{1280, 720};
  App app{host};
  double now = 1;
};

TEST_F(ScheduleAppTest, ALinkLeadsToTheSlotAndToWhatIsCompared) {
  act(action::kStepEngineRun);
  run_until_idle();
  EXPECT_FALSE(state()["address"].contains("slot")) << "the step says where the run is";
  act(action::kSeek, 7.4);
  act(action::kCompare, 3, "0/stages");
  ASSERT_TRUE(screen.point_at("pipeline/tab/1"));
  screen.press(true);
  screen.press(false);
  for (int i = 0; i < 4; ++i) screen.frame(app);
  const nlohmann::json address = state()["address"];
  EXPECT_EQ(address["slot"], 7);
  EXPECT_EQ(address["at"], 2);
  EXPECT_EQ(address["compare"], true);
  EXPECT_EQ(address["first.stages"], 3);
  EXPECT_FALSE(address.contains("second.schedule")) << "it begins so";
  const nlohmann::json compared = pipeline()["first"];

  app.post({action::kOpenLink, {}, 0, R"({"v":1,"experiment":"mnist-pipelined"})"});
  frame();
  EXPECT_EQ(pipeline()["place"], 0);
  EXPECT_FALSE(pipeline()["comparing"]);
  EXPECT_EQ(pipeline()["first"]["stages"], 4);

  app.post({action::kOpenLink, {}, 0, address.dump()});
  frame();
  run_until_idle();
  EXPECT_EQ(pipeline()["place"], 7);
  EXPECT_TRUE(pipeline()["comparing"]);
  EXPECT_EQ(pipeline()["first"]["stages"], compared["stages"]);
  EXPECT_EQ(pipeline()["first"]["count"], compared["count"]);
  EXPECT_EQ(state()["address"], address);
}

TEST_F(ScheduleAppTest, TheScaleOfItsMemoryIsChosen) {
  EXPECT_EQ(pipeline()["memory_scale"], "one");
  EXPECT_TRUE(screen.ui.rects.find("schedule/memory-limit"));
  ASSERT_TRUE(screen.point_at("schedule/memory-scale/1"));
  screen.press(true);
  screen.press(false);
  for (int i = 0; i < 4; ++i) screen.frame(app);
  EXPECT_EQ(pipeline()["memory_scale"], "own");
}

TEST_F(ScheduleAppTest, ShowsThePipelineAndGoesBack) {
  EXPECT_EQ(state()["experiment"], "mnist-pipelined");
  EXPECT_EQ(pipeline()["slots"], 23);
  EXPECT_TRUE(screen.ui.rects.find("machine"));
  choose("mnist-without-feeds");
  EXPECT_EQ(state()["experiment"], "mnist-without-feeds");
  EXPECT_TRUE(pipeline().is_null());
  EXPECT_TRUE(screen.ui.rects.find("flow"));
  choose("mnist-pipelined");
  EXPECT_EQ(state()["parameters"]["batch_size"], 4) << "as it was left";
}

TEST_F(ScheduleAppTest, ShardsHaveNoScheduleAndAreWatchedLikeAnyProgram) {
  set("sharding", 1);
  EXPECT_TRUE(state()["problem"].is_null());
  EXPECT_TRUE(pipeline().is_null());
  EXPECT_FALSE(screen.ui.rects.find("machine"));
  act(action::kRun);
  run_until_idle();
  EXPECT_GT(state()["step"], 0);
  set("sharding", 0);
  EXPECT_EQ(pipeline()["slots"], 23);
}

TEST_F(ScheduleAppTest, WhatAStagePrintsHasAScene) {
  const auto offers_printed = [&] {
    const nlohmann::json scenes = state()["scenes"];
    return std::any_of(scenes.begin(), scenes.end(),
                       [](const auto& scene) { return scene["name"] == "printed"; });
  };
  EXPECT_FALSE(offers_printed());
  app.post({action::kSetParameter, "print_tensors", 0, "loss"});
  frame();
  ASSERT_TRUE(offers_printed());
  app.post({action::kShowScene, {}, 0, "printed"});
  act(action::kRun);
  run_until_idle();
  EXPECT_NE(app.state_json().find("loss: "), std::string::npos);
}

TEST_F(ScheduleAppTest, PlaysWithoutTraining) {
  act(action::kSetPlaySpeed, 4);
  act(action::kPlay, 1);
  EXPECT_TRUE(pipeline()["playing"]);
  EXPECT_EQ(app.pace(), Pace::animated);
  run_until_idle();
  EXPECT_FALSE(pipeline()["playing"]);
  EXPECT_EQ(pipeline()["place"], 25);
  EXPECT_EQ(state()["step"], 0);
  act(action::kStepPlace, -1);
  EXPECT_EQ(pipeline()["place"], 23);
  act(action::kStepPlace, -1);
  EXPECT_EQ(pipeline()["place"], 22);
  act(action::kSeek, 3.5);
  EXPECT_EQ(pipeline()["place"], 3.5);
  frame();
  EXPECT_EQ(pipeline()["place"], 3.5) << "a session at rest does not take it away";
}

TEST_F(ScheduleAppTest, TheMachineFollowsTheTraining) {
  double before = -1;
  for (int slot = 0; slot < 10; ++slot) {
    act(action::kTrainSlot);
    const double place = pipeline()["place"];
    EXPECT_GT(place, before) << slot;
    EXPECT_NEAR(place, slot + 1, 1.01);
    EXPECT_TRUE(pipeline()["following"]);
    before = place;
  }
  act(action::kStepPlace, -1);
  EXPECT_LT(pipeline()["place"], before) << "looking back while training rests";
  act(action::kStepTraining);
  run_until_idle();
  EXPECT_EQ(state()["step"], 1);
  act(action::kStepEngineRun);
  run_until_idle();
  EXPECT_EQ(state()["step"], 2);
  EXPECT_EQ(state()["losses"], 32) << "a loss for every mini-batch";
}

TEST_F(ScheduleAppTest, TrainsToTheEndWithTheSameBitsUnderEverySchedule) {
  act(action::kSetSpeed, kFullSpeed);
  std::string weights;
  for (const int schedule : {0, 1, 2}) {
    set("pipeline_schedule", schedule);
    act(action::kRun);
    run_until_idle();
    EXPECT_TRUE(state()["finished"]);
    EXPECT_EQ(state()["losses"], 64);
    const std::string hash = state()["summary"]["weight_hash"];
    if (schedule == 0) weights = hash;
    EXPECT_EQ(hash, weights) << schedule;
  }
}

TEST_F(ScheduleAppTest, ACountThatDoesNotFitIsExplainedAndMended) {
  set("gradient_accumulation_count", 13);
  const std::string error = state()["field_errors"]["gradient_accumulation_count"];
  EXPECT_NE(error.find("multiple of 8"), std::string::npos) << error;
  EXPECT_EQ(state()["parameters"]["gradient_accumulation_count"], 16) << "still runs the last good";
  ASSERT_TRUE(screen.ui.rects.find("parameters/gradient_accumulation_count/use/0"));
  // Another schedule for which 13 will do makes the draft good.
  set("pipeline_schedule", 2);
  EXPECT_TRUE(state()["field_errors"].empty());
  EXPECT_EQ(state()["parameters"]["gradient_accumulation_count"], 13);
  EXPECT_EQ(pipeline()["slots"], 13 * 8);
  act(action::kUndo);
  EXPECT_EQ(state()["parameters"]["gradient_accumulation_count"], 16);
  EXPECT_EQ(pipeline()["slots"], 23);
}

TEST_F(ScheduleAppTest, OtherStagesKeepTheCountInTheDraftUntilItFits) {
  set("stages", 3);
  EXPECT_EQ(state()["parameters"]["stages"], 4);
  EXPECT_FALSE(state()["field_errors"].empty());
  set("gradient_accumulation_count", 18);
  EXPECT_TRUE(state()["field_errors"].empty());
  EXPECT_EQ(state()["parameters"]["stages"], 3);
  EXPECT_EQ(pipeline()["slots"], 18 + 5);
}

TEST_F(ScheduleAppTest, ComparesTwoSettings) {
  frame();
  const auto tab = screen.ui.rects.find("pipeline/tab/1");
  ASSERT_TRUE(tab);
  screen.move(tab->center_x(), tab->center_y());
  screen.press(true);
  screen.press(false);
  for (int i = 0; i < 6; ++i) frame();
  ASSERT_TRUE(pipeline()["comparing"]);
  EXPECT_EQ(pipeline()["first"]["schedule"], "Grouped");
  EXPECT_EQ(pipeline()["second"]["schedule"], "Interleaved");
  EXPECT_EQ(pipeline()["first"]["makespan_cycles"], pipeline()["makespan_cycles"]);
  EXPECT_TRUE(screen.ui.rects.find("compare/table"));
  act(action::kCompare, 17, "0/count");
  EXPECT_EQ(pipeline()["first"]["count"], 24) << "the next that fits";
  act(action::kCompare, 23, "0/count");
  EXPECT_EQ(pipeline()["first"]["count"], 16) << "the one before";
  act(action::kCompare, 3, "1/stages");
  EXPECT_EQ(pipeline()["second"]["stages"], 3);
  EXPECT_EQ(pipeline()["second"]["count"], 18);
  EXPECT_EQ(state()["parameters"]["stages"], 4) << "what is trained stays as it is";
  const std::int64_t grouped = pipeline()["first"]["makespan_cycles"];
  const std::int64_t interleaved = pipeline()["second"]["makespan_cycles"];
  act(action::kCompare, 1, "0/recompute");
  EXPECT_GT(pipeline()["first"]["makespan_cycles"], grouped);
  act(action::kCompare, 1, "1/recompute");
  EXPECT_TRUE(pipeline()["second"]["recompute"]);
  EXPECT_EQ(pipeline()["second"]["makespan_cycles"], interleaved) << "beside backward passes";
}

TEST_F(ScheduleAppTest, ALinkCarriesThePipeline) {
  set("pipeline_schedule", 1);
  act(action::kCopyLink);
  FakeHost other_host;
  App other(other_host, host.link);
  EXPECT_EQ(nlohmann::json::parse(other.state_json())["parameters"], state()["parameters"]);
}

}  // namespace
}  // namespace pipette::app::schedule_scene
