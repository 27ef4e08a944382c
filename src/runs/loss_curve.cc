#include "runs/loss_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pipette::app {

namespace {

void widen(std::vector<float>& extremes, float value) {
  if (extremes.empty()) extremes = {value, value};
  extremes[0] = std::min(extremes[0], value);
  extremes[1] = std::max(extremes[1], value);
}

}  // namespace

void LossCurve::add(float loss, std::int64_t step, double seconds) {
  if (size_ % per_point_ == 0) {
    if (points_.size() == kMostPoints) halve();
    points_.emplace_back();
  }
  Point& point = points_.back();
  point.end = ++size_;
  point.step = step;
  point.seconds = seconds;
  if (std::isfinite(loss)) {
    point.low = point.empty ? loss : std::min(point.low, loss);
    point.high = point.empty ? loss : std::max(point.high, loss);
    point.empty = false;
    widen(finite_, loss);
    if (loss > 0) widen(positive_, loss);
    const auto value = static_cast<double>(loss);
    for (std::size_t i = 0; i < kSmoothing.size(); ++i) {
      sums_[i] = kSmoothing[i] * sums_[i] + (1 - kSmoothing[i]) * value;
      norms_[i] = kSmoothing[i] * norms_[i] + (1 - kSmoothing[i]);
    }
  }
  for (std::size_t i = 0; i < kSmoothing.size(); ++i) {
    point.smooth[i] = norms_[i] > 0 ? static_cast<float>(sums_[i] / norms_[i])
                                    : std::numeric_limits<float>::quiet_NaN();
  }
}

void LossCurve::halve() {
  for (std::size_t i = 0; i < points_.size() / 2; ++i) {
    const Point& first = points_[2 * i];
    Point both = points_[2 * i + 1];
    if (both.empty) {
      both.low = first.low;
      both.high = first.high;
    } else if (!first.empty) {
      both.low = std::min(first.low, both.low);
      both.high = std::max(first.high, both.high);
    }
    both.empty = first.empty && both.empty;
    points_[i] = both;
  }
  points_.resize(points_.size() / 2);
  per_point_ *= 2;
}

}  // namespace pipette::app
