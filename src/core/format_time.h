// Durations as people read them, the same wherever one is shown: three digits and the unit that
// suits, so never four before the point.
//
//   format_time_us(0.4)     "<1 µs"
//   format_time_us(1016)    "1.02 ms"
#pragma once

#include <string>

namespace pipette {

// Three significant digits: <1 µs, 24.1 µs, 3.04 ms, 14.6 s. A dash for what is no duration.
std::string format_time_us(double microseconds);

}  // namespace pipette
