// The page on real sessions, without a browser: a small experiment that one can act upon.
//
//   TEST_F(AppTest, Steps) {
//     act(action::kStepTraining);
//     run_until_idle();
//     EXPECT_EQ(state()["step"], 1);
//   }
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "page/actions.h"
#include "page/app.h"
#include "page/fake_host.h"
#include "ui/harness.h"

namespace pipette::app {

class AppTest : public testing::Test {
 protected:
  AppTest() { small(); }

  void small() {
    set("steps", 40);
    set("steps_per_execution", 10);
    set("batch_size", 8);
  }
  void set(const std::string& name, double value) {
    app.post({action::kSetParameter, name, value});
    frame();
  }
  void frame() { app_frames(1); }
  void app_frames(int count) {
    for (int i = 0; i < count; ++i) screen.frame(app);
  }
  void act(const std::string& action, double number = 0) {
    app.post({action, {}, number});
    frame();
  }
  // What the platform does until nothing is left to do.
  void run_until_idle() {
    for (int i = 0; i < 20000 && app.pace() != Pace::idle; ++i) {
      now += 1.0 / 60;
      app.advance(now, 6000);
    }
    frame();
    ASSERT_EQ(app.pace(), Pace::idle);
  }
  nlohmann::json state() { return nlohmann::json::parse(app.state_json()); }

  FakeHost host;
  Harness screen{1280, 720};
  App app{host};
  double now = 1;
};

}  // namespace pipette::app
