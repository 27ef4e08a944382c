// The layout of the outfeed inspector's cards (scenes/frame.h): the table of tensors, the values
// and the distribution of the selected tensor, and the printed text beside the loss. Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app::tensors_scene {

struct TensorsLayout {
  PageFrame frame;
  Rect tensors, heat, distribution, printed;
};

// `tensors` is the height of the whole table; it scrolls if it gets less.
TensorsLayout lay_out_tensors(const FrameSize& size, float tensors);

}  // namespace pipette::app::tensors_scene
