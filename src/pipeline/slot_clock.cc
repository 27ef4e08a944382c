#include "pipeline/slot_clock.h"

#include <algorithm>
#include <cmath>

namespace pipette::pipelining {

namespace {

// Where `value` lies between two others, 0 to 1.
double share(double value, double from, double to) {
  return to > from ? std::clamp((value - from) / (to - from), 0.0, 1.0) : 0;
}

double lerp(double from, double to, double t) { return from + (to - from) * t; }

struct SlotTimes {
  double begin, barrier, end;
};
SlotTimes times_of(const ScheduleTiming& timing, int slot) {
  const auto at = static_cast<std::size_t>(slot);
  return {static_cast<double>(timing.slot_begin[at]),
          static_cast<double>(timing.slot_compute_end[at]),
          static_cast<double>(timing.slot_begin[at + 1])};
}

}  // namespace

int slot_count(const ScheduleTiming& timing) {
  return static_cast<int>(timing.slot_compute_end.size());
}

bool has_update(const ScheduleTiming& timing) {
  return timing.makespan_cycles > timing.update_begin;
}

double last_place(const ScheduleTiming& timing) {
  return slot_count(timing) + (has_update(timing) ? kUpdateSlots : 0);
}

double cycles_at(const ScheduleTiming& timing, double place) {
  const int slots = slot_count(timing);
  if (place >= slots) {
    return lerp(static_cast<double>(timing.update_begin),
                static_cast<double>(timing.makespan_cycles),
                std::clamp((place - slots) / kUpdateSlots, 0.0, 1.0));
  }
  if (place <= 0) return 0;
  const double slot = std::floor(place);
  const SlotTimes times = times_of(timing, static_cast<int>(slot));
  const double part = place - slot;
  return part < kProgramPart
             ? lerp(times.begin, times.barrier, part / kProgramPart)
             : lerp(times.barrier, times.end, (part - kProgramPart) / (1 - kProgramPart));
}

double place_at(const ScheduleTiming& timing, double cycles) {
  const int slots = slot_count(timing);
  if (slots == 0 || cycles <= 0) return 0;
  const auto update = static_cast<double>(timing.update_begin);
  if (cycles >= update) {
    if (!has_update(timing)) return slots;
    return slots +
           kUpdateSlots * share(cycles, update, static_cast<double>(timing.makespan_cycles));
  }
  const int slot = timing.slot_at(static_cast<std::int64_t>(cycles));
  const SlotTimes times = times_of(timing, slot);
  if (cycles < times.barrier) {
    return slot + kProgramPart * share(cycles, times.begin, times.barrier);
  }
  return slot + kProgramPart + (1 - kProgramPart) * share(cycles, times.barrier, times.end);
}

}  // namespace pipette::pipelining
