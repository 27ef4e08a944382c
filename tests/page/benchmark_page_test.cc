// The page of a benchmark, which trains nothing and measures this computer.
#include <gmock/gmock.h>

#include "page/app_fixture.h"

namespace pipette::app {
namespace {

using testing::HasSubstr;

class BenchmarkPageTest : public AppTest {
 protected:
  BenchmarkPageTest() {
    app.post({action::kSelectExperiment, {}, 0, "dataset-benchmark"});
    frame();
    set("steps_per_execution", 8);
    set("steps", 40);
  }
  bool is_drawn(const std::string& words) {
    screen.ui.rects.layout_json(1);  // from now on texts are collected
    app_frames(2);
    return screen.ui.rects.layout_json(1).find("\"" + words + "\"") != std::string::npos;
  }
};

TEST_F(BenchmarkPageTest, NoAnimationHoldsItUp) {
  act(action::kSetSpeed, 2);  // a step a second, elsewhere
  act(action::kRun);
  EXPECT_EQ(app.pace(), Pace::full_speed);
  EXPECT_TRUE(is_drawn("Measuring"));
  EXPECT_FALSE(screen.ui.rects.find("transport/speed")) << "there is no other speed";
  run_until_idle();
  EXPECT_EQ(state()["step"], 40);
}

TEST_F(BenchmarkPageTest, ShowsWhatItMeasuresWhileItGoesOn) {
  EXPECT_EQ(state()["speed"]["epochs"], 0);
  act(action::kStepEngineRun);
  run_until_idle();
  EXPECT_EQ(state()["speed"]["epochs"], 1);
  EXPECT_GT(state()["speed"]["batches_per_second"], 0);
  EXPECT_GT(state()["speed"]["device"], 0);
  EXPECT_THAT(state()["moment"].get<std::string>(), HasSubstr("So far this computer makes"));
  const auto speed = screen.ui.rects.find("speed"), printed = screen.ui.rects.find("printed");
  ASSERT_TRUE(speed && printed);
  EXPECT_LT(speed->bottom(), printed->y);
  EXPECT_TRUE(screen.point_at("speed/plot"));
  EXPECT_EQ(app.csv("epochs").substr(0, 26), "epoch,batches_per_second\n1");
  EXPECT_TRUE(is_drawn("8 / 40 batches"));
}

TEST_F(BenchmarkPageTest, ItsResultHasItsConclusionAndCountsBatches) {
  act(action::kRun);
  run_until_idle();
  app_frames(2);
  const nlohmann::json result = nlohmann::json::parse(host.result);
  EXPECT_EQ(result["done"], "40 mini-batches in 5 epochs");
  EXPECT_THAT(result["found"].get<std::string>(), HasSubstr("would be the bottleneck"));
  EXPECT_EQ(result["times"][0]["title"], "Measured");
  EXPECT_THAT(state()["moment"].get<std::string>(), HasSubstr("would be the bottleneck"));
}

}  // namespace
}  // namespace pipette::app
