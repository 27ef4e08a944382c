// The losses of a run for a chart: at most a few thousand points, however many losses there are.
//
//   LossCurve curve;
//   curve.add(0.31f, 7, 0.0042);      // a loss, its step from 1, its modelled time in seconds
//   for (const LossCurve::Point& point : curve.points()) draw(point.low, point.smooth[notch]);
//
// A point stands for a range of losses and keeps the lowest and highest, so no spike is lost. When
// there are too many points, each pair of them is merged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pipette::app {

class LossCurve {
 public:
  // The weight of the previous mean at a new loss, for each degree of smoothing.
  static constexpr std::array<double, 5> kSmoothing = {0, 0.8, 0.95, 0.985, 0.995};
  static constexpr std::size_t kMostPoints = 4096;

  struct Point {
    std::int64_t end = 0;     // the number of its last loss, from 1
    std::int64_t step = 0;    // the training step of that loss
    double seconds = 0;       // when that loss reached the host
    float low = 0, high = 0;  // of its finite losses
    bool empty = true;        // no loss was finite
    // Exponential means at its last loss, corrected for the start at zero; NaN before the first
    // finite loss.
    std::array<float, kSmoothing.size()> smooth{};
  };

  // Losses must be added in order; losses that are not finite are only counted.
  void add(float loss, std::int64_t step, double seconds);

  std::int64_t size() const { return size_; }  // of losses
  const std::vector<Point>& points() const { return points_; }
  std::int64_t losses_per_point() const { return per_point_; }

  // The lowest and highest finite losses of the points; if `positive`, only those that a log scale
  // can show. Empty if there are none.
  const std::vector<float>& extremes(bool positive) const { return positive ? positive_ : finite_; }

 private:
  void halve();

  std::vector<Point> points_;  // the last may stand for fewer losses than the others
  std::int64_t per_point_ = 1;
  std::int64_t size_ = 0;
  std::array<double, kSmoothing.size()> sums_{}, norms_{};
  std::vector<float> finite_, positive_;
};

}  // namespace pipette::app
