#include "data/digit_styles.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette {
namespace {

TEST(DigitStyles, ShapesOfAStyleCanBeMixed) {
  for (int digit = 0; digit < 10; ++digit) {
    ASSERT_FALSE(digit_styles(digit).empty()) << digit;
    for (const DigitStyle& style : digit_styles(digit)) {
      EXPECT_GT(style.weight, 0.0f) << digit;
      ASSERT_GE(style.shapes.size(), 2u) << digit;
      const auto& first = style.shapes[0];
      for (const auto& shape : style.shapes) {
        ASSERT_EQ(shape.size(), first.size()) << digit;
        for (std::size_t i = 0; i < shape.size(); ++i) {
          EXPECT_EQ(shape[i].mark, first[i].mark) << digit << ", point " << i;
        }
      }
    }
  }
}

TEST(DigitStyles, StrokesHaveTwoPointsAndEnd) {
  for (int digit = 0; digit < 10; ++digit) {
    for (const DigitStyle& style : digit_styles(digit)) {
      const auto& shape = style.shapes[0];
      ASSERT_LE(shape.size(), static_cast<std::size_t>(kMaxPenPoints));
      int points = 0;
      for (const PenPoint& point : shape) {
        ++points;
        if (point.mark != PenMark::lift) continue;
        EXPECT_GE(points, 2) << digit;
        points = 0;
      }
      EXPECT_EQ(points, 0) << digit << ": the last point lifts the pen";
    }
  }
}

TEST(DigitStyles, OtherDigitsAreABrokenInvariant) {
  EXPECT_THROW(digit_styles(10), Internal);
  EXPECT_THROW(digit_styles(-1), Internal);
}

}  // namespace
}  // namespace pipette
