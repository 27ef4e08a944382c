// The clock of the machine view: plays a schedule at any speed, or steps both ways, with or without
// training.
//
//   Playback playback;
//   playback.play(timing, true);
//   playback.advance(timing, elapsed_s, clock_hz);   // every frame
//   playback.step(timing, -1);                       // to the beginning of the previous slot
//
// Places are those of slot_clock.h. A plain value; pure.
#pragma once

#include <array>

#include "pipeline/schedule_timing.h"

namespace pipette::app::schedule_scene {

struct PlaySpeed {
  const char* label;
  double slots_per_s;  // 0: real time, one second per modelled second
};
inline constexpr std::array<PlaySpeed, 6> kPlaySpeeds = {{
    {"1 slot/s", 1},
    {"2 slots/s", 2},
    {"5 slots/s", 5},
    {"15 slots/s", 15},
    {"60 slots/s", 60},
    {"Real time", 0},
}};

class Playback {
 public:
  double place() const { return place_; }
  bool playing() const { return playing_; }
  int speed() const { return speed_; }

  // Plays or pauses; at the end, playing starts from the beginning.
  void play(const pipelining::ScheduleTiming& timing, bool on);
  void set_speed(int notch);
  void seek(const pipelining::ScheduleTiming& timing, double place);
  // Goes to the beginning of the next slot (1), or of this or the previous slot (-1), and stops
  // playing.
  void step(const pipelining::ScheduleTiming& timing, int direction);
  void advance(const pipelining::ScheduleTiming& timing, double elapsed_s, double clock_hz);

 private:
  double place_ = 0;
  bool playing_ = false;
  int speed_ = 1;
};

}  // namespace pipette::app::schedule_scene
