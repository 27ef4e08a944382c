// Converts between a place in a schedule, counted in slots, and modelled time. Pure.
//
//   double place = 7.5;                                // in the middle of slot 7
//   std::int64_t cycles = cycles_at(timing, place);
//   double again = place_at(timing, cycles);           // 7.5 if slot 7 takes any time
//
// A picture that moves slot by slot needs more than the modelled clock: copies between IPUs may
// take no cycles at all and must still be visible. So the first three quarters of each slot belong
// to its programs and the last quarter to the time after the barrier. The weight update, if there
// is one, takes kUpdateSlots after the last slot.
#pragma once

#include <cstdint>

#include "pipeline/schedule_timing.h"

namespace pipette::pipelining {

inline constexpr double kProgramPart = 0.75;  // of a slot
inline constexpr double kUpdateSlots = 2;

int slot_count(const ScheduleTiming& timing);
double last_place(const ScheduleTiming& timing);
bool has_update(const ScheduleTiming& timing);

// A place beyond either end counts as that end.
double cycles_at(const ScheduleTiming& timing, double place);
double place_at(const ScheduleTiming& timing, double cycles);

}  // namespace pipette::pipelining
