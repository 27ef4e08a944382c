// When a frame is drawn.
#include "platform/frame_scheduler.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

TEST(FrameScheduler, ThreeFramesAfterInputThenRest) {
  FrameScheduler scheduler;
  for (int i = 0; i < FrameScheduler::kFramesAfterInput; ++i) {
    EXPECT_TRUE(scheduler.wants_frame(0, false));
    scheduler.drew();
  }
  EXPECT_FALSE(scheduler.wants_frame(0, false));
  scheduler.animate_until(2);
  EXPECT_TRUE(scheduler.wants_frame(1, false));
  EXPECT_FALSE(scheduler.wants_frame(2, false));
  EXPECT_TRUE(scheduler.wants_frame(2, true));
  scheduler.set_visible(false);
  EXPECT_FALSE(scheduler.wants_frame(2, true)) << "nobody looks";
}

TEST(FrameScheduler, ATenthOfTheTimeAtMostGoesIntoDrawing) {
  FrameScheduler scheduler;
  while (scheduler.wants_frame(0, false)) scheduler.drew();
  EXPECT_FALSE(scheduler.frame_is_due(0.15, 0, 0.020));
  EXPECT_TRUE(scheduler.frame_is_due(0.21, 0, 0.020));
  scheduler.wake();
  EXPECT_TRUE(scheduler.frame_is_due(0.01, 0, 0.020)) << "input is answered at once";
}

}  // namespace
}  // namespace pipette::app
