// The layout of the model builder's cards (scenes/frame.h): the layers, and their program beside
// them. Pure.
#pragma once

#include "scenes/frame.h"

namespace pipette::app::model_scene {

struct BuilderLayout {
  PageFrame frame;
  Rect builder, code;
};

// `builder` is the height of the layers on a phone; on a desktop they scroll.
BuilderLayout lay_out_builder(const FrameSize& size, float builder);

}  // namespace pipette::app::model_scene
