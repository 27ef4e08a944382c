// What the way of an image can be asked to do.
#pragma once

#include "cards/actions.h"

namespace pipette::app::action {

inline constexpr char kPickImage[] = "pick-image";  // number: of a test image, from 0
// pixels: 28 x 28, 0..1; none: back to the test image that was picked.
inline constexpr char kDrawImage[] = "draw-image";
// number: the class that the drawing is meant to be; negative: what the network takes it for
inline constexpr char kLabelImage[] = "label-image";
inline constexpr char kShowStation[] = "show-station";  // number: from 0
inline constexpr char kStepStation[] = "step-station";  // number: stations to go on, or back
inline constexpr char kPlayWay[] = "play-way";          // goes from station to station; 0 pauses

}  // namespace pipette::app::action
