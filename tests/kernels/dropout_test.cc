#include "kernels/dropout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.h"

namespace pipette::kernels {
namespace {

std::vector<float> dropped(const DropoutMask& mask, std::int32_t step, std::int64_t count,
                           float value = 1) {
  const std::vector<float> x(static_cast<std::size_t>(count), value);
  std::vector<float> y(x.size());
  dropout(mask, step, x.data(), y.data(), count);
  return y;
}

TEST(Dropout, IsWhatTheNamedStreamSays) {
  for (const std::int32_t step : {0, 3, -1}) {
    RandomStream random(11, "dropout", static_cast<std::uint32_t>(step));
    for (const float y : dropped({0.25, 11}, step, 1001, 3.0f)) {
      EXPECT_EQ(y, random.uniform() < 0.25f ? 0.0f : 3.0f * static_cast<float>(1 / 0.75));
    }
  }
}

// Closed forms: a fraction 1 - rate stays, the mean is 1, the variance rate / (1 - rate); bounds of
// five deviations of the sample's mean.
TEST(Dropout, KeepsTheMeanAndHasTheVarianceOfItsRate) {
  constexpr std::int64_t kCount = 200000;
  for (const double rate : {0.05, 0.25, 0.5, 0.9}) {
    double sum = 0, squares = 0;
    for (const float y : dropped({rate, 5}, 1, kCount)) {
      sum += static_cast<double>(y);
      squares += static_cast<double>(y) * static_cast<double>(y);
    }
    const double variance = rate / (1 - rate);
    EXPECT_NEAR(sum / kCount, 1, 5 * std::sqrt(variance / kCount)) << rate;
    // E y^2 = 1 / (1 - rate), and y^2 takes two values only.
    const double spread = std::sqrt(rate * (1 - rate)) / ((1 - rate) * (1 - rate));
    EXPECT_NEAR(squares / kCount, 1 / (1 - rate), 5 * spread / std::sqrt(kCount)) << rate;
  }
}

// Two independent masks agree in (1 - rate)^2 + rate^2 of their elements.
TEST(Dropout, MasksOfOtherStepsAndSeedsAndNeighboursAreIndependent) {
  constexpr std::int64_t kCount = 100000;
  const double expected = 0.3 * 0.3 + 0.7 * 0.7;
  const double bound = 5 * std::sqrt(expected * (1 - expected) / kCount);
  const auto agreement = [](const std::vector<float>& a, const std::vector<float>& b,
                            std::size_t shift) {
    std::size_t equal = 0;
    for (std::size_t i = 0; i + shift < a.size(); ++i) equal += a[i + shift] == b[i] ? 1u : 0u;
    return static_cast<double>(equal) / static_cast<double>(a.size() - shift);
  };
  const std::vector<float> first = dropped({0.3, 1}, 7, kCount);
  EXPECT_NEAR(agreement(first, dropped({0.3, 1}, 8, kCount), 0), expected, bound);
  EXPECT_NEAR(agreement(first, dropped({0.3, 2}, 7, kCount), 0), expected, bound);
  EXPECT_NEAR(agreement(first, first, 1), expected, bound);
  EXPECT_EQ(agreement(first, dropped({0.3, 1}, 7, kCount), 0), 1.0);
}

TEST(Dropout, RateZeroChangesNothingAndDroppedNaNsAreZeros) {
  for (const float y : dropped({0, 1}, 1, 100, -0.5f)) EXPECT_EQ(y, -0.5f);
  int zeros = 0;
  for (const float y : dropped({0.5, 1}, 1, 100, std::nanf(""))) zeros += y == 0 ? 1 : 0;
  EXPECT_GT(zeros, 20);
  std::vector<float> x{1, 2, 3, 4, 5};
  const std::vector<float> kept = x;
  std::vector<float> y(5);
  dropout({0.5, 3}, 2, x.data(), y.data(), 5);
  dropout({0.5, 3}, 2, x.data(), x.data(), 5);  // in place
  EXPECT_EQ(x, y);
}

}  // namespace
}  // namespace pipette::kernels
