// The layout of the outfeed inspector's cards (scenes/frame.h): the table of tensors, the values
// and the distribution of the selected tensor, and the printed text beside the loss. Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct InspectorLayout {
  PageFrame frame;
  Rect tensors, heat, distribution, printed;
};

// `tensors` is the height of the whole table; it scrolls if it gets less.
InspectorLayout lay_out_inspector(const FrameSize& size, float tensors);

}  // namespace pipette::app
