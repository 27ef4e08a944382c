// A zoomable time range and its round tick marks. Pure.
//
//   TimeView view;                             // shows everything until the user zooms
//   view.fit_to(12400);                        // while view.fitted
//   view.zoom(mouse_fraction, 1.2, longest_us);    // 20 % closer; the point under the mouse stays
//   for (double tick : ticks(view.start_us, view.end_us, 8)) ...
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace pipette::app {

struct TimeView {
  static constexpr double kShortestUs = 0.05;

  double start_us = 0;
  double end_us = 1;
  bool fitted = true;  // follows the traces until the user zooms or pans

  double span_us() const { return end_us - start_us; }

  void fit_to(double duration_us) {
    start_us = 0;
    end_us = std::max(duration_us * 1.015, kShortestUs);
  }
  // `at` is the fixed point, from 0 (left) to 1 (right); `factor` above 1 zooms in.
  void zoom(double at, double factor, double longest_us) {
    const double fixed = start_us + at * span_us();
    const double span =
        std::clamp(span_us() / factor, kShortestUs, std::max(longest_us, kShortestUs));
    start_us = fixed - at * span;
    end_us = start_us + span;
    fitted = false;
  }
  void pan(double by_us) {
    start_us += by_us;
    end_us += by_us;
    fitted = false;
  }
  // Keeps part of [0, duration] visible.
  void keep_inside(double duration_us) {
    const double slack = 0.5 * span_us();
    const double low = -slack;
    const double high = std::max(duration_us - slack, low);
    const double moved = std::clamp(start_us, low, high) - start_us;
    start_us += moved;
    end_us += moved;
  }
};

// The step of 1, 2 or 5 times a power of ten that gives at most `most` ticks over `span`.
inline double tick_step(double span, int most) {
  const double raw = span / std::max(1, most);
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double digit = raw / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

// At most `most` ticks, but always two: a single one would be no scale.
inline std::vector<double> ticks(double from, double to, int most) {
  std::vector<double> result;
  if (!(to > from) || !std::isfinite(to - from)) return result;
  while (result.size() < 2) {
    const double step = tick_step(to - from, most);
    const double first = std::ceil(from / step - 1e-9);
    result.clear();
    for (double i = first; i * step <= to + step * 1e-9; i += 1) result.push_back(i * step);
    ++most;
  }
  return result;
}

}  // namespace pipette::app
