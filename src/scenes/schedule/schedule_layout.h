// The layout of the pipeline scene's cards (scenes/frame.h): machine and schedule, or the
// comparison in their place. Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app::schedule_scene {

struct ScheduleSceneLayout {
  PageFrame frame;
  Rect machine, schedule, compare, numbers;
};

// The heights of the cards, and which of them are shown.
struct ScheduleHeights {
  float schedule = 300;
  float compare = 460;
  bool comparing = false;
};
ScheduleSceneLayout lay_out_schedule(const FrameSize& size, const ScheduleHeights& wanted);

}  // namespace pipette::app::schedule_scene
