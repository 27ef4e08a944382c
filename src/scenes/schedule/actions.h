// The actions of the pipeline scene.
#pragma once

#include "cards/actions.h"

namespace pipette::app::schedule_scene::action {

using namespace app::action;  // those of all scenes

inline constexpr char kPlay[] = "play";             // plays the schedule without training; 0 pauses
inline constexpr char kStepPlace[] = "step-place";  // number: slots, negative: back
inline constexpr char kSeek[] = "seek";             // number: a place, see slot_clock.h
inline constexpr char kSetPlaySpeed[] = "set-play-speed";  // number: notch of kPlaySpeeds
inline constexpr char kCompare[] = "compare";  // name: "0/stages", "1/count"; number: the value

}  // namespace pipette::app::schedule_scene::action
