// The layout of the pipeline scene's cards (scenes/frame.h): machine and schedule, or the
// comparison in their place. Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct PipelineLayout {
  PageFrame frame;
  Rect machine, schedule, compare, numbers;
};

// The heights of the cards, and which of them are shown.
struct PipelineHeights {
  float schedule = 300;
  float compare = 460;
  bool comparing = false;
};
PipelineLayout lay_out_pipeline(const FrameSize& size, const PipelineHeights& wanted);

}  // namespace pipette::app
