// The notches of the speed slider, from slow motion to as fast as possible.
//
//   const Speed& speed = kSpeeds[notch];
//   if (speed.instructions_per_s > 0) ...  // slow motion: single instructions
//
// Speeds are in real time and only pace the animation; modelled time does not depend on them.
#pragma once

#include <array>

namespace pipette::app {

struct Speed {
  const char* label;
  double instructions_per_s;  // 0: not paced by instructions
  double steps_per_s;         // training steps; 0: not paced by steps. Both 0: as fast as possible
};

inline constexpr std::array<Speed, 8> kSpeeds = {{
    {"Slow motion", 2, 0},
    {"8 instructions/s", 8, 0},
    {"1 step/s", 0, 1},
    {"5 steps/s", 0, 5},
    {"25 steps/s", 0, 25},
    {"100 steps/s", 0, 100},
    {"500 steps/s", 0, 500},
    {"As fast as possible", 0, 0},
}};
inline constexpr int kSpeedNotches = static_cast<int>(kSpeeds.size());
inline constexpr int kFullSpeed = kSpeedNotches - 1;
inline constexpr int kDefaultSpeed = 4;

}  // namespace pipette::app
