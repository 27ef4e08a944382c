// The actions of the digit's way.
#pragma once

#include "cards/actions.h"

namespace pipette::app::way_scene::action {

using namespace app::action;  // those of all scenes

inline constexpr char kPickImage[] = "pick-image";  // number: of a test image, from 0
// pixels: 28 x 28, 0..1; none: back to the picked test image.
inline constexpr char kDrawImage[] = "draw-image";
// number: the class that the drawing is meant to show; negative: the network's prediction
inline constexpr char kLabelImage[] = "label-image";
inline constexpr char kShowStation[] = "show-station";  // number: from 0
inline constexpr char kStepStation[] = "step-station";  // number: stations, negative: back
inline constexpr char kPlayWay[] = "play-way";          // plays from station to station; 0 pauses

}  // namespace pipette::app::way_scene::action
