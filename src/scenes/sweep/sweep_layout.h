// The layout of a sweep: its card, and the page's charts (scenes/frame.h). Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app::sweep_scene {

struct SweepLayout {
  PageFrame frame;
  Rect sweep;
};

SweepLayout lay_out_sweep(const FrameSize& size);

}  // namespace pipette::app::sweep_scene
