// Going back on the page: what is shown, what it costs to do it again, and what it never changes.
#include "page/app_fixture.h"

namespace pipette::app {
namespace {

class StepBackTest : public AppTest {
 protected:
  // The earlier runs take the place of those of now with a frame.
  void run_until_idle() {
    for (int i = 0; i < 2000 && app.pace() != Pace::idle; ++i) {
      now += 1.0 / 60;
      app.advance(now, 6000);
      frame();
    }
    ASSERT_EQ(app.pace(), Pace::idle);
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) {
      act(action::kStepTraining);
      run_until_idle();
    }
  }
  void back(const char* action = action::kStepBack) {
    act(action);
    run_until_idle();
  }
  std::string weights() { return state()["summary"]["weight_hash"]; }
};

TEST_F(StepBackTest, ShowsTheRunAsItWasAndGoesOnToTheSameEnd) {
  steps(3);
  const auto then = state()["summary"];
  steps(2);
  back();
  back();
  EXPECT_EQ(state()["step"], 3);
  EXPECT_EQ(state()["follower_step"], 3) << "the run beside it goes back too";
  EXPECT_EQ(state()["summary"]["weight_hash"], then["weight_hash"]);
  EXPECT_EQ(state()["summary"]["loss_hash"], then["loss_hash"]);
  EXPECT_EQ(state()["summary"]["modelled"], then["modelled"]);
  act(action::kRun);
  run_until_idle();
  const std::string end = weights();
  act(action::kReset);
  act(action::kRun);
  run_until_idle();
  EXPECT_EQ(weights(), end);
}

TEST_F(StepBackTest, ShowsTheRunOfNowUntilItIsThere) {
  steps(4);
  act(action::kStepBack);
  EXPECT_EQ(state()["going_back"], true);
  EXPECT_EQ(state()["step"], 4);
  act(action::kStepBack);  // once more, before it was there
  run_until_idle();
  EXPECT_EQ(state()["going_back"], false);
  EXPECT_EQ(state()["step"], 2);
}

TEST_F(StepBackTest, WhateverElseIsAskedKeepsTheRunOfNow) {
  steps(4);
  act(action::kStepBack);
  act(action::kStepTraining);
  run_until_idle();
  EXPECT_EQ(state()["step"], 5);
  act(action::kStepBack);
  act(action::kReset);
  run_until_idle();
  EXPECT_EQ(state()["step"], 0);
}

TEST_F(StepBackTest, FromTheEndAndAsFarAsTheFirstStep) {
  act(action::kRun);
  run_until_idle();
  ASSERT_EQ(state()["finished"], true);
  back(action::kStepEngineRunBack);
  EXPECT_EQ(state()["step"], 30);
  EXPECT_EQ(state()["finished"], false);
  for (int i = 0; i < 4; ++i) back(action::kStepEngineRunBack);
  EXPECT_EQ(state()["step"], 0);
  EXPECT_EQ(state()["error"], "");
}

TEST_F(StepBackTest, ForgetsTheAccuraciesOfLaterSteps) {
  steps(1);
  const double early = state()["accuracy"];
  act(action::kRun);
  run_until_idle();
  ASSERT_NE(state()["accuracy"], early);
  for (int i = 0; i < 39; ++i) act(action::kStepBack);
  run_until_idle();
  EXPECT_EQ(state()["step"], 1);
  EXPECT_EQ(state()["accuracy"], early);
}

TEST_F(StepBackTest, TheLeadingProgramStaysTheOneThatLeads) {
  act(action::kSelectRun, 1);
  steps(2);
  back();
  EXPECT_EQ(state()["step"], 1);
  EXPECT_NE(app.state_json().find("by-calls"), std::string::npos);
}

}  // namespace
}  // namespace pipette::app
