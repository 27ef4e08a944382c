#include "core/format_sizes.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/shape.h"

namespace pipette {
namespace {

TEST(FormatSizes, JoinsThemAsPeopleWriteThem) {
  EXPECT_EQ(format_sizes(std::vector{784, 256}), "784 × 256");
  EXPECT_EQ(format_sizes(Shape{Shape::kUnknown, 28, 28}.sizes()), "? × 28 × 28");
  EXPECT_EQ(format_sizes(Shape{}.sizes()), "");
}

}  // namespace
}  // namespace pipette
