// The layout of a program's printed text and of the card above it (scenes/frame.h). Pure.
#pragma once

#include <cstdint>

#include "scenes/frame.h"

namespace pipette::app::printed_scene {

// The card above the printed text: the program's code, or the measured speed of its mini-batches.
enum class AbovePrinted : std::uint8_t { nothing, code, speed };

struct PrintedLayout {
  PageFrame frame;
  Rect code, speed;  // height 0 if not shown
  Rect printed;
};

PrintedLayout lay_out_printed(const FrameSize& size, AbovePrinted above = AbovePrinted::nothing);

}  // namespace pipette::app::printed_scene
