#include "ui/rect.h"

#include <gtest/gtest.h>

#include "ui/sizes.h"

namespace pipette::app {
namespace {

TEST(Rect, CutsNeverGoNegative) {
  Rect rect = {0, 0, 100, 50};
  const Rect top = rect.cut_top(80, 10);
  EXPECT_EQ(top.h, 50);
  EXPECT_EQ(rect.h, 0);
  EXPECT_EQ(rect.inset(20).h, 0);
}

}  // namespace
}  // namespace pipette::app
