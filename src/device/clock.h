// Modelled time: 64-bit counts of device clock cycles, for the IPUs and for the host alike.
//
//   const Architecture& mk2 = architecture("Mk2");
//   us_to_cycles(1016.0, mk2)        // 1,351,280: a host call, rounded to a cycle once
//   cycles_to_us(1330, mk2)          // 1.0
//
// Modelled time ends at kLastCycle. The host's plans stop there (after()); a device clock that
// reaches it throws (Device).
//
// Nothing here reads a real clock. A conversion is one multiplication, one division and at most one
// rounding, so that every build gives the same bits. At 1.85 GHz, modelled time lasts 39 years.
#pragma once

#include <cstdint>

#include "device/architecture.h"

namespace pipette {

// To the nearest cycle, halves up. Throws InvalidArgument for NaN, negative or more than 2^62
// cycles.
std::int64_t us_to_cycles(double us, const Architecture& arch);
std::int64_t seconds_to_cycles(double seconds, const Architecture& arch);

// The sum of a time before kLastCycle and a duration of 2^62 cycles fits in 64 bits.
constexpr std::int64_t kLastCycle = std::int64_t{1} << 61;
// The time `cycles` after `time`, but at most kLastCycle. Neither may be negative.
std::int64_t after(std::int64_t time, std::int64_t cycles);

double cycles_to_us(std::int64_t cycles, const Architecture& arch);
double cycles_to_seconds(std::int64_t cycles, const Architecture& arch);

// Smallest integer not below `cycles`: the last step of every estimator. The range is the same as
// above.
std::int64_t ceil_cycles(double cycles);

}  // namespace pipette
