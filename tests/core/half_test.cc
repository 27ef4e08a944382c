#include "core/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/random.h"

namespace pipette {
namespace {

// The definition: sign * 2^(e - 15) * 1.m, or sign * 2^-14 * 0.m.
double value_of(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int mantissa = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31)
    return mantissa != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  return exponent == 0 ? sign * std::ldexp(mantissa, -24)
                       : sign * std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(Half, EveryBitPatternHasItsValueAndComesBack) {
  for (int i = 0; i < 65536; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float value = Half::from_bits(bits);
    const double exact = value_of(bits);
    if (std::isnan(exact)) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      const std::uint16_t back = Half(value).bits();
      ASSERT_TRUE((back & 0x7c00) == 0x7c00 && (back & 0x3ff) != 0) << bits;
      ASSERT_NE(back & 0x200, 0) << "NaN must come back quiet: " << bits;
      ASSERT_EQ(back & 0x8000, bits & 0x8000) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(value), exact) << bits;
      ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
      ASSERT_EQ(Half(value).bits(), bits);
    }
  }
}

// Between two neighbours: below the middle goes down, above it up, the middle to the even one.
TEST(Half, RoundsToNearestAndTiesToEven) {
  for (std::uint16_t low = 0; low < 0x7bff; ++low) {
    const auto high = static_cast<std::uint16_t>(low + 1);
    const auto middle = static_cast<float>((value_of(low) + value_of(high)) / 2);  // exact in float
    const std::uint16_t even = (low & 1) == 0 ? low : high;
    ASSERT_EQ(Half(middle).bits(), even) << low;
    ASSERT_EQ(Half(std::nextafter(middle, 0.0f)).bits(), low) << low;
    ASSERT_EQ(Half(std::nextafter(middle, 1e9f)).bits(), high) << low;
    ASSERT_EQ(Half(-middle).bits(), even | 0x8000) << low;
  }
}

TEST(Half, OverflowsFromTheTieAboveTheLargestNumber) {
  EXPECT_EQ(Half(65504.0f).bits(), 0x7bff);
  EXPECT_EQ(Half(std::nextafter(65520.0f, 0.0f)).bits(), 0x7bff);
  EXPECT_EQ(Half(65520.0f).bits(), 0x7c00);
  EXPECT_EQ(Half(-1e30f).bits(), 0xfc00);
  EXPECT_EQ(Half(std::numeric_limits<float>::infinity()).bits(), 0x7c00);
}

TEST(Half, UnderflowsToZeroFromTheTieBelowTheSmallestNumber) {
  EXPECT_EQ(Half(0x1p-25f).bits(), 0);  // a tie, and 0 is even
  EXPECT_EQ(Half(std::nextafter(0x1p-25f, 1.0f)).bits(), 1);
  EXPECT_EQ(Half(-0x1p-30f).bits(), 0x8000);
  EXPECT_EQ(Half(std::numeric_limits<float>::denorm_min()).bits(), 0);
}

TEST(Half, RandomFloatsGoToANearestNeighbour) {
  RandomStream random(1, "half");
  for (int i = 0; i < 20000; ++i) {
    const float x = random.uniform(-70000.0f, 70000.0f) * (i % 3 == 0 ? 1e-5f : 1.0f);
    if (std::abs(x) >= 65504.0f) continue;
    const std::uint16_t bits = Half(x).bits();
    const double error = std::abs(value_of(bits) - static_cast<double>(x));
    for (const int step : {-1, 1}) {
      const auto other = static_cast<std::uint16_t>(bits + step);
      if ((other & 0x7c00) == 0x7c00) continue;
      ASSERT_LE(error, std::abs(value_of(other) - static_cast<double>(x))) << x;
    }
  }
}

}  // namespace
}  // namespace pipette
