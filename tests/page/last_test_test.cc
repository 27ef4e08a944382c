// The end of a run and the test of its weights, as others see them between two frames.

#include <gtest/gtest.h>

#include "page/app_fixture.h"

namespace pipette::app {
namespace {

// A run that has ended is tested until its accuracy is that of its last step: who waits for both
// never reads an earlier one, at whatever speed the frames come.
TEST_F(AppTest, AnEndedRunIsTestedUntilItsLastAccuracyIsThere) {
  for (const double frame_s : {1.0 / 60, 0.4}) {
    act(action::kReset);
    set("steps", 200);
    act(action::kSetSpeed, 7);
    act(action::kRun);
    nlohmann::json ended;
    for (int i = 0; i < 20000 && ended.is_null(); ++i) {
      now += frame_s;
      app.advance(now, 500);
      const nlohmann::json seen = state();
      if (seen["finished"] && !seen["testing"]) ended = seen;
    }
    ASSERT_FALSE(ended.is_null());
    run_until_idle();
    EXPECT_EQ(state()["accuracy"], ended["accuracy"]) << frame_s;
    EXPECT_GT(ended["accuracy"], 0);
  }
}

}  // namespace
}  // namespace pipette::app
