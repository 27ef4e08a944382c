// Where the text of a program that only prints goes (scenes/frame.h). Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct PrintedLayout {
  PageFrame frame;
  Rect printed;
};

PrintedLayout lay_out_printed(const FrameSize& size);

}  // namespace pipette::app
