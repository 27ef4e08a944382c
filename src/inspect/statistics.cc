#include "inspect/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/archive.h"

namespace pipette::inspect {

namespace {

constexpr std::uint32_t kMagnitude = 0x7fffffffu, kInfinity = 0x7f800000u;
constexpr int kLanes = 8;

std::uint32_t bits_of(float value) { return __builtin_bit_cast(std::uint32_t, value); }
float float_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

// Sums of differences from `shift`, which keeps the squares small: value i in lane i % 8.
struct Lanes {
  double sum[kLanes] = {}, squares[kLanes] = {};
  float minimum[kLanes], maximum[kLanes];
  std::uint32_t not_finite[kLanes] = {};

  explicit Lanes(float first) {
    std::fill_n(minimum, kLanes, first);
    std::fill_n(maximum, kLanes, first);
  }
  void add(const float* x, double shift, int count) {
    for (int i = 0; i < count; ++i) {
      const double difference = static_cast<double>(x[i]) - shift;
      sum[i] += difference;
      squares[i] += difference * difference;
    }
    for (int i = 0; i < count; ++i) {
      minimum[i] = x[i] < minimum[i] ? x[i] : minimum[i];
      maximum[i] = x[i] > maximum[i] ? x[i] : maximum[i];
      not_finite[i] += (bits_of(x[i]) & kMagnitude) >= kInfinity ? 1 : 0;
    }
  }
};

double joined(const double* lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
         ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

double deviation(double squares, double count) {
  return count > 0 ? std::sqrt(squares / count) : 0;  // NaN stays NaN
}

Array as_floats(const Array& array) {
  return array.dtype() == DType::f32 ? array : array.cast(DType::f32);
}

}  // namespace

Statistics statistics(const Array& array) {
  const Array floats = as_floats(array);
  const float* x = floats.data<float>();
  const auto count = static_cast<std::int64_t>(floats.size());
  Statistics result;
  result.count = count;
  if (count == 0) return result;
  const double shift = (bits_of(x[0]) & kMagnitude) < kInfinity ? x[0] : 0;
  Lanes lanes(x[0]);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) lanes.add(x + i, shift, kLanes);
  lanes.add(x + i, shift, static_cast<int>(count - i));

  const auto n = static_cast<double>(count);
  const double difference = joined(lanes.sum) / n;
  result.mean = shift + difference;
  result.std = deviation(std::max(joined(lanes.squares) - n * difference * difference, 0.0), n);
  result.minimum = *std::min_element(lanes.minimum, lanes.minimum + kLanes);
  result.maximum = *std::max_element(lanes.maximum, lanes.maximum + kLanes);
  std::int64_t not_finite = 0;
  for (const std::uint32_t lane : lanes.not_finite) not_finite += lane;
  for (std::int64_t k = 0; not_finite > 0 && k < count; ++k) {
    const std::uint32_t magnitude = bits_of(x[k]) & kMagnitude;
    result.num_nans += magnitude > kInfinity ? 1 : 0;
    result.num_infs += magnitude == kInfinity ? 1 : 0;
  }
  if (not_finite > 0) result.std = std::numeric_limits<double>::quiet_NaN();
  if (result.nans()) {
    result.mean = std::numeric_limits<double>::quiet_NaN();
    result.minimum = result.maximum = std::numeric_limits<float>::quiet_NaN();
  }
  return result;
}

Statistics merge(const Statistics& a, const Statistics& b) {
  if (a.count == 0) return b;
  if (b.count == 0) return a;
  Statistics both;
  both.count = a.count + b.count;
  const auto n = static_cast<double>(both.count);
  const auto n_a = static_cast<double>(a.count), n_b = static_cast<double>(b.count);
  const double apart = b.mean - a.mean;
  const bool finite = apart - apart == 0;  // else as numbers that are not finite add up
  both.mean = finite ? a.mean + apart * (n_b / n) : a.mean + b.mean;
  both.std =
      deviation(a.std * a.std * n_a + b.std * b.std * n_b + apart * apart * (n_a * n_b / n), n);
  both.num_nans = a.num_nans + b.num_nans;
  both.num_infs = a.num_infs + b.num_infs;
  both.minimum = both.nans() ? float_of(0x7fc00000u) : std::min(a.minimum, b.minimum);
  both.maximum = both.nans() ? float_of(0x7fc00000u) : std::max(a.maximum, b.maximum);
  return both;
}

void Statistics::archive(Archive& a) {
  a("count", count)("mean", mean)("std", std)("minimum", minimum)("maximum", maximum);
  a("nans", num_nans)("infs", num_infs);
}

void Histogram::archive(Archive& a) { a("counts", counts_); }

}  // namespace pipette::inspect
