#include "scenes/schedule/playback.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "pipeline/slot_clock.h"

namespace pipette::app::schedule_scene {

using pipelining::ScheduleTiming;

void Playback::play(const ScheduleTiming& timing, bool on) {
  if (on && place_ >= last_place(timing)) place_ = 0;
  playing_ = on;
}

void Playback::set_speed(int notch) {
  speed_ = std::clamp(notch, 0, static_cast<int>(kPlaySpeeds.size()) - 1);
}

void Playback::seek(const ScheduleTiming& timing, double place) {
  if (std::isnan(place)) return;
  place_ = std::clamp(place, 0.0, last_place(timing));
}

void Playback::step(const ScheduleTiming& timing, int direction) {
  playing_ = false;
  const double slots = slot_count(timing);
  double to = direction > 0 ? std::floor(place_) + 1 : std::ceil(place_) - 1;
  // The weight update counts as one step, however wide it is drawn.
  if (to > slots) to = direction > 0 ? last_place(timing) : slots;
  seek(timing, to);
}

void Playback::advance(const ScheduleTiming& timing, double elapsed_s, double clock_hz) {
  if (!playing_) return;
  const double per_s = item(kPlaySpeeds, speed_).slots_per_s;
  const double to = per_s > 0 ? place_ + elapsed_s * per_s
                              : place_at(timing, cycles_at(timing, place_) + elapsed_s * clock_hz);
  seek(timing, to);
  if (place_ >= last_place(timing)) playing_ = false;
}

}  // namespace pipette::app::schedule_scene
