// What a newcomer meets before anything has run: few controls, a trace of what is to come, and the
// tutorial's own figures when she asks for them.
#include <gmock/gmock.h>

#include "page/app_fixture.h"
#include "page/run_result.h"
#include "page/shown_programs.h"
#include "runs/speed_scale.h"

namespace pipette::app {
namespace {

using testing::HasSubstr;

class FirstPageTest : public AppTest {
 protected:
  bool shows(const char* control) {
    frame();
    return screen.ui.rects.find(control).has_value();
  }
  void click(const char* control) {
    app_frames(2);
    ASSERT_TRUE(screen.point_at(control)) << control;
    for (const bool down : {true, false}) {
      app_frames(1);
      screen.press(down);
    }
    app_frames(3);
  }
};

constexpr char kMore[] = "parameters/more", kSeed[] = "parameters/seed/text";

TEST_F(FirstPageTest, MoreUnfoldsTheRestAndFoldsItAgain) {
  EXPECT_FALSE(shows(kSeed));
  click(kMore);
  EXPECT_TRUE(shows(kSeed));
  click(kMore);
  EXPECT_FALSE(shows(kSeed));
}

TEST_F(FirstPageTest, WhatWasChangedIsInSight) {
  set("seed", 7);
  EXPECT_TRUE(shows(kSeed));
  click(kMore);
  EXPECT_FALSE(shows(kSeed)) << "folded on purpose";
  set("prefetch_depth", 0);
  EXPECT_TRUE(shows("parameters/prefetch_depth/problem")) << "an error is never folded away";
  act(action::kUndo);
  EXPECT_FALSE(shows(kSeed));
}

TEST_F(FirstPageTest, TheTraceThatIsToComeIsTheOneThatComes) {
  run_until_idle();
  ASSERT_EQ(state()["trace_ahead"], true);
  const std::string ahead = state()["caption"];
  EXPECT_THAT(ahead, HasSubstr("Steps 1–10"));
  EXPECT_EQ(state()["step"], 0);
  EXPECT_EQ(state()["losses"], 0);
  act(action::kStepEngineRun);
  run_until_idle();
  EXPECT_EQ(state()["trace_ahead"], false);
  EXPECT_EQ(state()["caption"], ahead);
  act(action::kReset);
  run_until_idle();
  EXPECT_EQ(state()["trace_ahead"], true);
}

TEST_F(FirstPageTest, TheTutorialsFiguresAreOneClickAway) {
  click("parameters/version/1");
  EXPECT_EQ(state()["parameters"],
            nlohmann::json::parse(Experiment::defaults("mnist-with-feeds").to_json()));
  EXPECT_EQ(state()["speed"], kFullSpeed);
  EXPECT_FALSE(shows(kSeed)) << "nobody has changed anything";
  set("steps", 100);
  act(action::kRun);
  run_until_idle();
  const nlohmann::json result = nlohmann::json::parse(host.result);
  ASSERT_EQ(result["printed"].size(), 2U);
  EXPECT_THAT(std::string(result["printed"][0]), HasSubstr("using infeed/outfeed queues: 11.6"));
  EXPECT_THAT(std::string(result["printed"][1]), HasSubstr("without infeed/outfeed queues: 11.7"));
  EXPECT_EQ(result["published"], "") << "not of a hundred steps";
  click("parameters/version/0");
  EXPECT_EQ(state()["parameters"]["host"]["speed"], "balanced");
  act(action::kUndo);
  EXPECT_EQ(state()["parameters"]["host"]["speed"], "slow");
}

TEST_F(FirstPageTest, WhatRealHardwarePrintedStandsBesideTheSameProgramsOnly) {
  const auto published = [](const Experiment& e) {
    const std::unique_ptr<Runs> runs = runs_of(e, ImageData::generated(e.training.seed));
    return std::string(nlohmann::json::parse(result_json(*runs, Evaluation()))["published"]);
  };
  Experiment e = version_of("mnist-with-feeds", Version::tutorial);
  EXPECT_THAT(published(e), HasSubstr("14.621 and 23.767 seconds"));
  e.training.batch_size = 64;
  EXPECT_EQ(published(e), "");
  EXPECT_EQ(published(version_of("mnist-with-feeds", Version::page)), "");
  EXPECT_EQ(published(version_of("loops", Version::tutorial)), "");
}

TEST_F(FirstPageTest, ATaskHasNoOtherVersion) {
  app.post({action::kSetTask, {}, 0, R"({"task":"Try","goal":"steps >= 1"})"});
  EXPECT_FALSE(shows("parameters/version/1"));
}

}  // namespace
}  // namespace pipette::app
