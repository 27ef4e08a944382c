#include "ui/plot_math.h"

#include <algorithm>
#include <cmath>

#include "ui/time_axis.h"

namespace pipette::app {

Range value_range(const std::vector<float>& values, bool log_scale) {
  double low = 0;
  double high = 0;
  bool found = false;
  for (const float value : values) {
    if (!std::isfinite(value) || (log_scale && value <= 0)) continue;
    const double v = static_cast<double>(value);
    low = found ? std::min(low, v) : v;
    high = found ? std::max(high, v) : v;
    found = true;
  }
  if (!found) return log_scale ? Range{0.1, 10} : Range{0, 1};
  if (log_scale) return {low / 1.15, high * 1.15};
  return {std::min(0.0, low), std::max(high * 1.05, low + 1e-6)};
}

Range joined(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

double to_unit(double value, const Range& range, bool log_scale) {
  if (log_scale) {
    const double floor = range.low;
    const double shown = value > floor ? value : floor;
    return std::log(shown / range.low) / std::log(range.high / range.low);
  }
  return (value - range.low) / (range.high - range.low);
}

std::vector<double> value_ticks(const Range& range, bool log_scale, int most) {
  if (!log_scale) return ticks(range.low, range.high, most);
  const int first = static_cast<int>(std::floor(std::log10(range.low)));
  const int last = static_cast<int>(std::ceil(std::log10(range.high)));
  // 1, 2 and 5 of each decade if there is room, else 1; with very many decades, not of every one.
  const bool sparse = (last - first) * 3 > most + 3;
  for (int stride = 1 + (last - first) / std::max(1, most); stride > 0; --stride) {
    std::vector<double> result;
    for (int decade = first; decade <= last; decade += stride) {
      for (const double digit : {1.0, 2.0, 5.0}) {
        if (sparse && digit != 1) continue;
        const double value = digit * std::pow(10.0, decade);
        if (value >= range.low && value <= range.high) result.push_back(value);
      }
    }
    if (result.size() >= (sparse ? 2 : 3)) return result;
  }
  return ticks(range.low, range.high, most);  // less than a decade visible: even steps show more
}

}  // namespace pipette::app
