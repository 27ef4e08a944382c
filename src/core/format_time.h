// Formats durations for people, in the same way wherever they are shown: three significant digits
// and a unit that keeps at most three digits before the point (more from 1000 s on).
//
//   format_time_us(0.4)     "<1 µs"
//   format_time_us(1016)    "1.02 ms"
#pragma once

#include <string>

namespace pipette {

// Three significant digits: <1 µs, 24.1 µs, 3.04 ms, 14.6 s. A dash for an invalid duration.
std::string format_time_us(double microseconds);

}  // namespace pipette
