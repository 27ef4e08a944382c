// Formats sizes, durations and shares for people, in the same way wherever they are shown.
// web/quantities.mjs does the same in JavaScript, and tests/golden/quantities.json holds both to a
// thousand values.
//
//   format_bytes(638976)      "624 KiB"
//   format_time_us(1016)      "1.02 ms"
//   format_percent(0.121)     "12.1 %"
//
// A number has three significant digits, without zeros after the last of them: 1.5 GiB, 3.04 ms.
// Its unit is the one that leaves at most three digits before the point; beyond the largest unit it
// is whole: 1,016 s. What is no number is a dash.
#pragma once

#include <concepts>
#include <string>

namespace pipette {

// Bytes in steps of 1024: 512 B, 98.1 KiB, 897 MiB, 1.5 GiB.
std::string format_bytes(double bytes);
std::string format_bytes(std::integral auto bytes) {
  return format_bytes(static_cast<double>(bytes));
}
// A duration, given in microseconds: 75 ns, 24.1 µs, 3.04 ms, 14.6 s.
std::string format_time_us(double microseconds);
// A share, of which 1 is the whole, with one decimal: <0.1 %, 12.1 %, 100 %.
std::string format_percent(double share);

}  // namespace pipette
