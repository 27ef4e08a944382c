// Where the cards of the outfeed inspector go (scenes/frame.h): the table of tensors, the picked
// one's values and distribution, and what was printed beside the loss. Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct InspectorLayout {
  PageFrame frame;
  Rect tensors, heat, distribution, printed;
};

// `tensors` is the height that the table wants; it scrolls where it gets less.
InspectorLayout lay_out_inspector(const FrameSize& size, float tensors);

}  // namespace pipette::app
