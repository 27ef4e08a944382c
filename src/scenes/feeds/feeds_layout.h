// The layout of the feeds scene's cards (scenes/frame.h). Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app::feeds_scene {

struct FeedsLayout {
  PageFrame frame;
  Rect flow, traces, digits, pad;
};

// From this width of its card the data flow is one row; below it the stations are stacked.
inline constexpr float kFlowAcross = 712;

FeedsLayout lay_out_feeds(const FrameSize& size, float traces_height);

}  // namespace pipette::app::feeds_scene
