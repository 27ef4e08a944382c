// Where what a program prints goes, and its own text above, if there is one (scenes/frame.h). Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct PrintedLayout {
  PageFrame frame;
  Rect code;  // of no height without one
  Rect printed;
};

PrintedLayout lay_out_printed(const FrameSize& size, bool code);

}  // namespace pipette::app
