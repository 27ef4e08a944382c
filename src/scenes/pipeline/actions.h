// What the pipeline scene can be asked to do.
#pragma once

#include "cards/actions.h"

namespace pipette::app::action {

inline constexpr char kPlay[] = "play";             // the schedule plays without training; 0 pauses
inline constexpr char kStepPlace[] = "step-place";  // number: slots to go forward, or back
inline constexpr char kSeek[] = "seek";             // number: a place of slot_clock.h
inline constexpr char kSetPlaySpeed[] = "set-play-speed";  // number: notch of kPlaySpeeds
inline constexpr char kCompare[] = "compare";  // name: "0/stages", "1/count"; number: the value

}  // namespace pipette::app::action
