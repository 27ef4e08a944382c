#include "core/format_time.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pipette {
namespace {

TEST(FormatTime, HasThreeDigitsAndTheUnitThatSuits) {
  EXPECT_EQ(format_time_us(0), "0 µs");
  EXPECT_EQ(format_time_us(0.4), "<1 µs");
  EXPECT_EQ(format_time_us(24.13), "24.1 µs");
  EXPECT_EQ(format_time_us(1016), "1.02 ms");
  EXPECT_EQ(format_time_us(3040), "3.04 ms");
  EXPECT_EQ(format_time_us(14.6e6), "14.6 s");
  EXPECT_EQ(format_time_us(std::nan("")), "–");
}

TEST(FormatTime, NeverHasFourDigitsBeforeThePoint) {
  for (double us = 1; us < 9e8; us *= 1.0007) {
    const std::string text = format_time_us(us);
    const std::size_t digits = text.find_first_not_of("0123456789");
    EXPECT_LE(digits, 3u) << text;
  }
}

}  // namespace
}  // namespace pipette
