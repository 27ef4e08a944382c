// Where what a program prints goes, and what stands above (scenes/frame.h). Pure.
#pragma once

#include <cstdint>

#include "scenes/frame.h"

namespace pipette::app {

// What a program has beside what it prints: its code, or how fast the batches are that it measures.
enum class AbovePrinted : std::uint8_t { nothing, code, speed };

struct PrintedLayout {
  PageFrame frame;
  Rect code, speed;  // of no height where they are not asked for
  Rect printed;
};

PrintedLayout lay_out_printed(const FrameSize& size, AbovePrinted above = AbovePrinted::nothing);

}  // namespace pipette::app
