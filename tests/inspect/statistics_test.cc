#include "inspect/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.h"

namespace pipette::inspect {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

Array numbers(const std::vector<float>& values) {
  return Array::of<float>(Shape{static_cast<std::int64_t>(values.size())}, values);
}

// Two passes in long double.
std::pair<double, double> mean_and_std(const std::vector<float>& values) {
  long double sum = 0, squares = 0;
  for (const float v : values) sum += v;
  const long double mean = sum / static_cast<long double>(values.size());
  for (const float v : values) squares += (v - mean) * (v - mean);
  return {static_cast<double>(mean),
          static_cast<double>(std::sqrt(squares / static_cast<long double>(values.size())))};
}

TEST(Statistics, MatchTwoPassesForEverySizeAndOffset) {
  RandomStream random(3, "statistics");
  for (const float offset : {0.0f, 1000.0f, -3e5f}) {
    for (std::size_t size : {1u, 2u, 7u, 8u, 9u, 16u, 1000u, 4099u}) {
      std::vector<float> values(size);
      for (float& v : values) v = offset + random.uniform(-1, 2);
      const auto [mean, std] = mean_and_std(values);
      const Statistics s = statistics(numbers(values));
      EXPECT_EQ(s.count, static_cast<std::int64_t>(size));
      EXPECT_NEAR(s.mean, mean, 1e-12 * (1 + std::abs(offset)));
      EXPECT_NEAR(s.std, std, 1e-9) << "offset " << offset << " size " << size;
      EXPECT_EQ(s.minimum, *std::min_element(values.begin(), values.end()));
      EXPECT_EQ(s.maximum, *std::max_element(values.begin(), values.end()));
      EXPECT_FALSE(s.nans() || s.infs());
    }
  }
}

TEST(Statistics, AreZeroForNothingAndExactForConstants) {
  const Statistics none = statistics(numbers({}));
  EXPECT_EQ(none.count, 0);
  EXPECT_EQ(none.std, 0);
  const Statistics same = statistics(Array::filled(Shape{10, 100}, 0.1f));
  EXPECT_EQ(same.mean, static_cast<double>(0.1f));
  EXPECT_EQ(same.std, 0);
}

TEST(Statistics, TreatNanAndInfinityAsNumpyDoes) {
  for (std::size_t at = 0; at < 11; ++at) {
    std::vector<float> values(11, 1.5f);
    values[at] = kNan;
    Statistics s = statistics(numbers(values));
    EXPECT_EQ(s.num_nans, 1);
    EXPECT_FALSE(s.infs());
    EXPECT_TRUE(std::isnan(s.mean) && std::isnan(s.std));
    EXPECT_TRUE(std::isnan(s.minimum) && std::isnan(s.maximum));
    values[at] = -kInf;
    s = statistics(numbers(values));
    EXPECT_EQ(s.num_infs, 1);
    EXPECT_FALSE(s.nans());
    EXPECT_EQ(s.mean, -kInf);
    EXPECT_TRUE(std::isnan(s.std));
    EXPECT_EQ(s.minimum, -kInf);
    EXPECT_EQ(s.maximum, 1.5f);
  }
  const Statistics both = statistics(numbers({kInf, -kInf}));
  EXPECT_EQ(both.num_infs, 2);
  EXPECT_TRUE(std::isnan(both.mean));
}

TEST(Statistics, ReadEveryDtype) {
  const Statistics half = statistics(Array::of<Half>(Shape{2}, {Half(1.5f), Half(-0.5f)}));
  EXPECT_EQ(half.mean, 0.5);
  EXPECT_EQ(half.std, 1.0);
  const Statistics integers = statistics(Array::of<std::int32_t>(Shape{4}, {1, 2, 3, -6}));
  EXPECT_EQ(integers.mean, 0);
  EXPECT_EQ(integers.minimum, -6);
}

TEST(Statistics, MergeToThoseOfTheWhole) {
  RandomStream random(5, "merge");
  std::vector<float> values(999);
  for (float& v : values) v = random.uniform(-4, 9);
  const Statistics whole = statistics(numbers(values));
  Statistics merged;
  std::size_t size = 0;  // parts of 0, 1, 2, ... values
  for (std::size_t begin = 0; begin < values.size(); begin += size++) {
    const std::size_t end = std::min(values.size(), begin + size);
    merged =
        merge(merged, statistics(numbers({values.begin() + static_cast<std::ptrdiff_t>(begin),
                                          values.begin() + static_cast<std::ptrdiff_t>(end)})));
  }
  EXPECT_EQ(merged.count, whole.count);
  EXPECT_NEAR(merged.mean, whole.mean, 1e-12);
  EXPECT_NEAR(merged.std, whole.std, 1e-12);
  EXPECT_EQ(merged.minimum, whole.minimum);
  EXPECT_EQ(merged.maximum, whole.maximum);
  EXPECT_TRUE(merge(whole, statistics(numbers({kNan}))).nans());
  EXPECT_TRUE(std::isnan(merge(whole, statistics(numbers({kNan}))).minimum));
}

TEST(Statistics, MergedInfinitiesAreThoseOfOnePass) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<std::vector<float>> parts = {{1, inf}, {2, 3}, {-inf, 4}, {inf}, {5, inf}};
  for (const std::vector<float>& a : parts) {
    for (const std::vector<float>& b : parts) {
      std::vector<float> all = a;
      all.insert(all.end(), b.begin(), b.end());
      const Statistics one = statistics(numbers(all));
      const Statistics two = merge(statistics(numbers(a)), statistics(numbers(b)));
      EXPECT_EQ(std::isnan(two.mean), std::isnan(one.mean));
      if (!std::isnan(one.mean)) {
        EXPECT_EQ(two.mean, one.mean);
      }
      EXPECT_EQ(std::isnan(two.std), std::isnan(one.std));
      EXPECT_EQ(two.num_infs, one.num_infs);
      EXPECT_EQ(two.maximum, one.maximum);
    }
  }
}

TEST(Histogram, CountsEveryFiniteValueOnce) {
  RandomStream random(7, "histogram");
  std::vector<float> values(5001);
  for (float& v : values) v = random.uniform(-3, 1);
  values[17] = kNan;
  values[18] = kInf;
  Histogram h;
  h.add(numbers(values));
  EXPECT_EQ(h.count(), 4999);
  const auto [from, to] = h.range();
  EXPECT_LE(from, -2.9);
  EXPECT_GE(from, -3.5);  // a quarter of an octave below
  const std::vector<double> bins = h.binned(from, to, 40);
  EXPECT_NEAR(std::accumulate(bins.begin(), bins.end(), 0.0), 4999, 1e-6);
}

TEST(Histogram, EqualValuesLieInOneBinWhereTheExtremesAreKnown) {
  Histogram h;
  h.add(numbers({2.0f, 2.0f, 2.0f}));
  const std::vector<double> bins = h.binned(1.5, 2.5, 40, 2, 2);
  EXPECT_EQ(bins[20], 3);
  EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0.0), 3);
  h.add(numbers({2.1f}));  // of the same class
  const std::vector<double> two = h.binned(1.5, 2.5, 40, 2, 2.1);
  EXPECT_NEAR(two[20] + two[21] + two[22] + two[23], 4, 1e-6);
  EXPECT_NEAR(std::accumulate(two.begin(), two.end(), 0.0), 4, 1e-6);
}

TEST(Histogram, PutsValuesIntoTheirBins) {
  Histogram h;
  h.add(numbers({0.0f, 1.0f, 1.0f, 1.5f, -2.0f, 100.0f, 1e-30f, -1e-30f}));
  // Classes are [1, 1.25), [1.5, 1.75), [-2.5, -2).
  const std::vector<double> bins = h.binned(-3, 3, 6);
  EXPECT_NEAR(bins[0], 1, 1e-9);  // [-3, -2)
  EXPECT_NEAR(bins[1], 0, 1e-9);
  EXPECT_NEAR(bins[2] + bins[3], 3, 1e-9);  // around zero
  EXPECT_GE(bins[3], 1);                    // 1e-30 at least
  EXPECT_NEAR(bins[4], 3, 1e-9);            // [1, 2)
  EXPECT_NEAR(bins[5], 0, 1e-9);
  Histogram twice = h;
  twice.add(h);
  EXPECT_EQ(twice.count(), 2 * h.count());
  EXPECT_THROW(h.binned(1, 1, 4), InvalidArgument);
  EXPECT_THROW(h.binned(0, 1, 0), InvalidArgument);
  EXPECT_EQ(Histogram().range(), std::pair(0.0, 0.0));
}

TEST(StatisticsTable, IsLaidOutAsTheTutorialsPrintIt) {
  Statistics bias{.count = 16000,
                  .mean = -0.000663,
                  .std = 0.021037,
                  .minimum = -0.108830f,
                  .maximum = 0.111534f};
  Statistics kernel{.count = 1,
                    .mean = -0.000120,
                    .std = 0.012575,
                    .minimum = -0.186476f,
                    .maximum = 0.183576f,
                    .num_nans = 1};
  EXPECT_EQ(
      statistics_table({{"Dense_128/bias:0_grad", bias}, {"Dense_128/kernel:0_grad", kernel}}),
      "Index Name                         Mean         Std          Minimum      Maximum      NaNs"
      "    infs   \n"
      "0     Dense_128/bias:0_grad        -0.000663    0.021037     -0.108830    0.111534     False"
      "   False  \n"
      "1     Dense_128/kernel:0_grad      -0.000120    0.012575     -0.186476    0.183576     True "
      "   False  \n");
  EXPECT_EQ(python_shape({125, 256, 128}), "(125, 256, 128)");
  EXPECT_EQ(python_shape({100}), "(100,)");
  EXPECT_EQ(python_shape({}), "()");
}

}  // namespace
}  // namespace pipette::inspect
