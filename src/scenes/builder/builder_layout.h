// Where the cards of the model builder go (scenes/frame.h): the layers, and their program beside
// them. Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app {

struct BuilderLayout {
  PageFrame frame;
  Rect builder, code;
};

// `builder` is the height that the layers want on a phone; elsewhere they scroll.
BuilderLayout lay_out_builder(const FrameSize& size, float builder);

}  // namespace pipette::app
