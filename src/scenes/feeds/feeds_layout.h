// Where the cards of the feeds scene go (scenes/frame.h). Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct FeedsLayout {
  PageFrame frame;
  Rect flow, traces, digits, pad;
};

FeedsLayout lay_out_feeds(const FrameSize& size, float traces_height);

}  // namespace pipette::app
