// A sweep of one field on the page: it is begun, watched, clicked and stopped.
#include <gmock/gmock.h>

#include "page/app_fixture.h"

namespace pipette::app {
namespace {

class SweepPageTest : public AppTest {
 protected:
  SweepPageTest() {
    app.post({action::kShowScene, {}, 0, "sweep"});
    app_frames(3);
  }
  nlohmann::json sweep() { return state()["sweep"]; }
  void click(const std::string& name) {
    app_frames(2);
    ASSERT_TRUE(screen.point_at(name)) << name;
    app_frames(1);
    screen.press(true);
    screen.press(false);
    app_frames(4);
  }
};

TEST_F(SweepPageTest, BeginsWithUsualValuesOfAFieldThatMatters) {
  EXPECT_EQ(sweep()["field"], "learning_rate");
  EXPECT_EQ(sweep()["values"], "0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1");
  EXPECT_EQ(sweep()["error"], "");
  EXPECT_TRUE(sweep()["points"].empty());
}

TEST_F(SweepPageTest, RunsEachValueAndAClickUsesOne) {
  click("sweep/begin");
  EXPECT_TRUE(sweep()["busy"]);
  EXPECT_NE(app.pace(), Pace::idle);
  run_until_idle();
  const auto points = sweep()["points"];
  ASSERT_EQ(points.size(), 7u);
  for (const auto& point : points) {
    EXPECT_EQ(point["progress"], 1);
    EXPECT_GE(point["accuracy"], 0);
  }
  EXPECT_EQ(state()["step"], 0) << "the page's own run has not moved";
  EXPECT_THAT(std::string(state()["moment"]), testing::HasSubstr("has the best test accuracy"));
  click("sweep/point/6");
  EXPECT_EQ(state()["parameters"]["learning_rate"], 0.1);
  EXPECT_EQ(sweep()["points"].size(), 7u) << "the curve stays";
  click("sweep/point/3");
  EXPECT_EQ(state()["parameters"]["learning_rate"], 0.01);
  EXPECT_THAT(app.csv("sweep"), testing::StartsWith("learning_rate,test_accuracy,"));
}

TEST_F(SweepPageTest, StopsAndKeepsWhatIsDone) {
  click("sweep/begin");
  for (int i = 0; i < 20000 && sweep()["points"][0]["progress"] < 1; ++i) {
    app.advance(now += 1.0 / 60, 2000);
  }
  frame();
  click("sweep/stop");
  EXPECT_FALSE(sweep()["busy"]);
  EXPECT_LT(sweep()["points"].size(), 7u);
  EXPECT_EQ(app.pace(), Pace::idle);
}

TEST_F(SweepPageTest, RunsBesideTheTraining) {
  app.post({"sweep", "optimizer", 0, "sgd, momentum"});
  act(action::kRun);
  run_until_idle();
  EXPECT_TRUE(state()["finished"]);
  EXPECT_EQ(sweep()["points"].size(), 2u);
  EXPECT_FALSE(sweep()["busy"]);
}

TEST_F(SweepPageTest, ValuesThatAreNoneAreRefused) {
  for (const char* values : {"", "x", "1,,2"}) {
    app.post({"sweep", "batch_size", 0, values});
    frame();
    EXPECT_NE(state()["error"], "") << values;
    EXPECT_FALSE(sweep()["busy"]) << values;
    act(action::kForgetError);
  }
}

}  // namespace
}  // namespace pipette::app
