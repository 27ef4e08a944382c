// Where the cards of the feeds scene go (scenes/frame.h). Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct FeedsLayout {
  PageFrame frame;
  Rect flow, traces, digits, pad;
};

// The data flow stands in a row in a card of at least this width, else its stations are one below
// the other.
inline constexpr float kFlowAcross = 712;

FeedsLayout lay_out_feeds(const FrameSize& size, float traces_height);

}  // namespace pipette::app
