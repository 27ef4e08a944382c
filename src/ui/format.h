// Numbers for readers: 10,000 steps, 3.04 ms, 61.2 KiB, <1 µs.
//
//   format_count(12345)    "12,345" (core/format_count.h)
//   format_time_us(0.4)    "<1 µs"
//   format_bytes(100352)   "98.0 KiB"
#pragma once

#include <cstdint>
#include <string>

#include "core/format_count.h"
#include "core/format_time.h"

namespace pipette::app {

// Steps of 1024: 512 B, 98.0 KiB, 897 MiB, 1.50 GiB.
std::string format_bytes(double bytes);
// `digits` significant digits without an exponent: 0.01, 0.2171, 93.8.
std::string format_number(double value, int digits = 4);
// A rate by the prefixes of SI: 20.2 GB/s.
std::string format_rate(double bytes_per_second);
// A value with its unit: "516 µs", "3", "2.35 GB/s". `number` is the formatted value; it is not
// used for "B/s".
std::string with_unit(double value, const std::string& number, const std::string& unit);
// Four significant digits at any magnitude: 0.0123, -4.5e-06, "NaN", "inf".
std::string format_value(double value);
// The label of a tick, at most five characters: 0.001, 250, 2e6.
std::string format_tick(double value);
// Always `decimals` digits after the point, for columns: 2.300.
std::string format_fixed(double value, int decimals);
std::string format_percent(double fraction);
// How many times as fast or as large: 1.6×.
std::string format_ratio(double ratio);

}  // namespace pipette::app
