#include "scenes/printed/printed_layout.h"

#include <gtest/gtest.h>

#include "ui/sizes.h"

namespace pipette::app::printed_scene {
namespace {

TEST(PrintedLayout, APrintedPageHasNoGapsAndNoOverlaps) {
  for (float width = 320; width <= 2560; width += 80) {
    const PrintedLayout l = lay_out_printed({width, 720, 640});
    const std::vector<Rect> all = {l.printed, l.frame.loss, l.frame.accuracy, l.frame.parameters};
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_GT(all[i].w, 60) << width << ", card " << i;
      EXPECT_GT(all[i].h, 60) << width << ", card " << i;
      EXPECT_LE(all[i].right(), width);
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f))) << width << ": " << i << j;
      }
    }
  }
}

TEST(PrintedLayout, ABenchmarkHasAPictureAboveItsTextAndNoLosses) {
  for (float width = 320; width <= 2560; width += 80) {
    const PrintedLayout l = lay_out_printed(
        {.width = width, .height = 720, .parameters = 500, .charts = false}, AbovePrinted::speed);
    EXPECT_GT(l.speed.h, 200) << width;
    EXPECT_GT(l.printed.h, 150) << width;
    EXPECT_LT(l.speed.bottom(), l.printed.y) << width;
    EXPECT_EQ(l.frame.loss.h, 0) << width;
    EXPECT_FALSE(l.printed.inset(0.01f).overlaps(l.frame.parameters)) << width;
  }
  EXPECT_EQ(lay_out_printed({1280, 720, 640}).speed.h, 0);
}

TEST(PrintedLayout, CodeHasMostOfTheRoomAndAFewLinesStayInSight) {
  for (float width = 320; width <= 2560; width += 80) {
    const PrintedLayout l = lay_out_printed({width, 720, 640}, AbovePrinted::code);
    EXPECT_GT(l.code.h, l.printed.h) << width;
    EXPECT_GT(l.printed.h, 80) << width;
    EXPECT_LT(l.code.bottom(), l.printed.y) << width;
  }
}

}  // namespace
}  // namespace pipette::app::printed_scene
