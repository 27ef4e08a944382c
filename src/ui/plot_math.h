// What a curve of thousands of points needs before it is drawn. Pure.
//
//   std::vector<float> smooth = smoothed(losses, 0.98f);
//   std::vector<Column> columns = per_pixel(losses, 300);   // lowest and highest of each pixel
#pragma once

#include <cstddef>
#include <vector>

namespace pipette::app {

// Exponential moving average without the pull towards zero at the start; weight 0 changes nothing.
std::vector<float> smoothed(const std::vector<float>& values, float weight);

struct Column {
  float low = 0, high = 0;
  bool empty = true;
};
// The lowest and highest value in each of `pixels` equal stretches of positions 0..positions_end,
// for values at the ascending positions `position(i)`. NaN and infinite values are left out.
template <class Position>
std::vector<Column> per_pixel(const std::vector<float>& values, int pixels, double positions_end,
                              Position position);

// A range of values to show.
struct Range {
  double low = 0, high = 1;
};
// The range of the values worth showing: padded, never empty, and positive for a log scale.
Range value_range(const std::vector<float>& values, bool log_scale);
Range joined(Range a, Range b);

// Where a value stands in the range: 0 at the bottom, 1 at the top.
double to_unit(double value, const Range& range, bool log_scale);

// Round values inside the range: steps of 1, 2 or 5 for a linear scale; 1, 2 and 5 of each decade
// for a log scale, or even steps where the range holds fewer than three of those.
std::vector<double> value_ticks(const Range& range, bool log_scale, int most);

template <class Position>
std::vector<Column> per_pixel(const std::vector<float>& values, int pixels, double positions_end,
                              Position position) {
  std::vector<Column> columns(static_cast<std::size_t>(pixels > 0 ? pixels : 0));
  if (columns.empty() || !(positions_end > 0)) return columns;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float value = values[i];
    if (!(value - value == 0)) continue;  // NaN or infinite
    const double at = position(i) / positions_end * static_cast<double>(pixels);
    if (!(at >= 0)) continue;
    const auto index = static_cast<std::size_t>(at) < columns.size() ? static_cast<std::size_t>(at)
                                                                     : columns.size() - 1;
    Column& column = columns[index];
    if (column.empty || value < column.low) column.low = value;
    if (column.empty || value > column.high) column.high = value;
    column.empty = false;
  }
  return columns;
}

}  // namespace pipette::app
