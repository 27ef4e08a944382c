// Numbers for readers, beside the counts and quantities of core: values, ticks, columns and ratios.
//
//   format_number(0.21713)   "0.2171"
//   format_ratio(1.6)        "1.6×"
#pragma once

#include <cstdint>
#include <string>

#include "core/format_count.h"
#include "core/format_quantity.h"

namespace pipette::app {

// `digits` significant digits without an exponent: 0.01, 0.2171, 93.8.
std::string format_number(double value, int digits = 4);
// A value with its unit: "516 µs", "3". `number` is the formatted value; "B/s" has another, by the
// prefixes of SI: "2.35 GB/s".
std::string with_unit(double value, const std::string& number, const std::string& unit);
// Four significant digits at any magnitude: 0.0123, -4.5e-06, "NaN", "inf".
std::string format_value(double value);
// The label of a tick, at most five characters: 0.001, 250, 2e6.
std::string format_tick(double value);
// Always `decimals` digits after the point, for columns: 2.300.
std::string format_fixed(double value, int decimals);
// How many times as fast or as large: 1.6×.
std::string format_ratio(double ratio);

}  // namespace pipette::app
