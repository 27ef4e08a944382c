#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "inspect/statistics.h"

namespace pipette::inspect {

namespace {

// A class is the upper 11 bits of a float: sign, exponent, two bits of the mantissa.
constexpr int kShift = 21;
constexpr int kHalf = Histogram::kClasses / 2;  // positive values, then negative ones
constexpr int kFirstNotFinite = 0xff << 2;      // of either half

// Magnitudes of class `c` of the positive half: [edge(c), edge(c + 1)).
double edge(int c) {
  return c >= kFirstNotFinite ? 0x1p128
                              : __builtin_bit_cast(float, static_cast<std::uint32_t>(c) << kShift);
}

struct Interval {
  double from, to;
};
Interval interval(int c) {
  if (c < kHalf) return {edge(c), edge(c + 1)};
  return {-edge(c - kHalf + 1), -edge(c - kHalf)};
}

bool is_finite(int c) { return c % kHalf < kFirstNotFinite; }

}  // namespace

void Histogram::add(const float* values, std::int64_t count) {
  // Two tables, because equal neighbours would wait for each other's counter.
  std::array<std::uint32_t, kClasses> second{};
  std::int64_t i = 0;
  for (; i + 2 <= count; i += 2) {
    ++counts_[__builtin_bit_cast(std::uint32_t, values[i]) >> kShift];
    ++second[__builtin_bit_cast(std::uint32_t, values[i + 1]) >> kShift];
  }
  if (i < count) ++counts_[__builtin_bit_cast(std::uint32_t, values[i]) >> kShift];
  for (std::size_t c = 0; c < counts_.size(); ++c) counts_[c] += second[c];
}

void Histogram::add(const Array& array) {
  const Array floats = array.dtype() == DType::f32 ? array : array.cast(DType::f32);
  add(floats.data<float>(), static_cast<std::int64_t>(floats.size()));
}

void Histogram::add(const Histogram& other) {
  for (std::size_t c = 0; c < counts_.size(); ++c) counts_[c] += other.counts_[c];
}

std::int64_t Histogram::count() const {
  std::int64_t sum = 0;
  for (int c = 0; c < kClasses; ++c) {
    sum += is_finite(c) ? item(counts_, c) : 0;
  }
  return sum;
}

std::pair<double, double> Histogram::range() const {
  double from = 0, to = 0;
  bool found = false;
  for (int c = 0; c < kClasses; ++c) {
    if (!is_finite(c) || item(counts_, c) == 0) continue;
    const Interval own = interval(c);
    from = found ? std::min(from, own.from) : own.from;
    to = found ? std::max(to, own.to) : own.to;
    found = true;
  }
  return {from, to};
}

std::vector<double> Histogram::binned(double from, double to, int bins, double smallest,
                                      double largest) const {
  if (!(from < to) || bins < 1) {
    throw InvalidArgument(fmt::format(
        "a histogram from {} to {} in {} bins: the range must not be empty, the bins at least 1",
        from, to, bins));
  }
  std::vector<double> result(static_cast<std::size_t>(bins), 0);
  const double width = (to - from) / bins;
  for (int c = 0; c < kClasses; ++c) {
    const double count = item(counts_, c);
    if (count == 0 || !is_finite(c)) continue;
    const Interval whole = interval(c);
    const Interval own = {std::clamp(whole.from, smallest, largest),
                          std::clamp(whole.to, smallest, largest)};
    const double middle = (own.from + own.to) / 2;
    if (own.to - own.from < 1e-6 * width) {  // too narrow to be dealt out
      const auto bin = static_cast<std::size_t>(std::max(0.0, (middle - from) / width));
      if (middle >= from && bin < result.size()) result[bin] += count;
      continue;
    }
    const double first = (std::max(own.from, from) - from) / width;
    const double last = (std::min(own.to, to) - from) / width;
    if (first >= last) continue;
    const double density = count * width / (own.to - own.from);
    for (auto bin = static_cast<int>(first); bin < bins && bin < last; ++bin) {
      const double part = std::min(last, bin + 1.0) - std::max(first, static_cast<double>(bin));
      item(result, bin) += density * part;
    }
  }
  return result;
}

}  // namespace pipette::inspect
