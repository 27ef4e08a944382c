// The ranges and ticks of a chart. Pure.
//
//   const Range range = value_range(values, log_scale);
//   for (double tick : value_ticks(range, log_scale, 5)) ...
#pragma once

#include <vector>

namespace pipette::app {

// A range of values to show.
struct Range {
  double low = 0, high = 1;
};
// The range of the values worth showing: padded, never empty, and positive for a log scale.
Range value_range(const std::vector<float>& values, bool log_scale);
Range joined(Range a, Range b);

// The position of a value in the range: 0 at the bottom, 1 at the top.
double to_unit(double value, const Range& range, bool log_scale);

// Round values inside the range: steps of 1, 2 or 5 for a linear scale; 1, 2 and 5 of each decade
// for a log scale, or even steps if the range contains fewer than three of those.
std::vector<double> value_ticks(const Range& range, bool log_scale, int most);

}  // namespace pipette::app
