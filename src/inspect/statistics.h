// Statistics of a tensor's values: a few figures and a histogram.
//
//   Statistics s = statistics(array);       // mean, std, minimum, maximum, NaNs, infs
//   Histogram h;  h.add(array);
//   std::vector<double> counts = h.binned(-0.1, 0.1, 64);
//   print(statistics_table({{"dense1", s}}));
//
// Arrays may have any dtype except complex ones; values are read as f32 (f32, f16 and small
// integers exactly). One pass over the values; sums are taken in double, in eight interleaved
// parts, so every build gives the same bits.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/archive_fwd.h"
#include "core/array.h"

namespace pipette::inspect {

// The figures are as in NumPy: a NaN makes mean, std, minimum and maximum NaN; std is the
// population standard deviation. All are zero for an empty array.
struct Statistics {
  std::int64_t count = 0;
  double mean = 0;
  double std = 0;
  float minimum = 0;
  float maximum = 0;
  std::int64_t num_nans = 0;
  std::int64_t num_infs = 0;

  bool nans() const { return num_nans > 0; }
  bool infs() const { return num_infs > 0; }
  void archive(Archive& a);
};

Statistics statistics(const Array& array);
// The statistics of the values of both together (Chan, Golub and LeVeque 1979 for the std).
Statistics merge(const Statistics& a, const Statistics& b);

// Counts values by magnitude: a class for every sign, exponent and quarter of an octave, so the
// range need not be known. Infinities and NaNs have classes of their own.
class Histogram {
 public:
  static constexpr int kClasses = 2048;

  void add(const Array& array);
  void add(const float* values, std::int64_t count);
  void add(const Histogram& other);
  std::int64_t count() const;  // of finite values

  // The number of values in each of `bins` equal parts of [from, to). A class that several parts
  // share is divided by width, between the smallest and the largest value if they are known. Throws
  // InvalidArgument unless from < to and bins > 0.
  std::vector<double> binned(double from, double to, int bins, double smallest = -HUGE_VAL,
                             double largest = HUGE_VAL) const;
  // The smallest range of classes that contains all finite values; {0, 0} if there are none.
  std::pair<double, double> range() const;
  void archive(Archive& a);

 private:
  std::array<std::uint32_t, kClasses> counts_{};
};

// The table that the tutorials print: a header, then one line per row, fields left-aligned and
// separated by one space. Ends with a line break.
using NamedStatistics = std::pair<std::string, Statistics>;
std::string statistics_table(const std::vector<NamedStatistics>& rows);
// "(125, 256, 128)", "(100,)", "()": a shape as Python prints it.
std::string python_shape(const Shape& shape);

}  // namespace pipette::inspect
