#include "scenes/feeds/feeds_layout.h"

#include <gtest/gtest.h>

#include "ui/sizes.h"

namespace pipette::app {
namespace {

std::vector<Rect> cards(const FeedsLayout& l) {
  return {l.frame.parameters, l.flow, l.traces, l.frame.loss, l.frame.accuracy, l.digits, l.pad};
}

TEST(FeedsLayout, NothingOverlapsAtAnySize) {
  for (float width = 320; width <= 2560; width += 40) {
    for (float height = 400; height <= 1440; height += 130) {
      const FeedsLayout layout = lay_out_feeds({width, height, 640}, 226);
      const std::vector<Rect> all = cards(layout);
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_GT(all[i].w, 60) << width << " x " << height << ", card " << i;
        EXPECT_GT(all[i].h, 60) << width << " x " << height << ", card " << i;
        EXPECT_GE(all[i].x, 0);
        EXPECT_LE(all[i].right(), width);
        EXPECT_LE(all[i].bottom(), layout.frame.view.y + layout.frame.content_height + 0.5f);
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f)))
              << width << " x " << height << ": " << i << " and " << j;
        }
      }
    }
  }
}

TEST(FeedsLayout, ASmallLaptopSeesEverything) {
  const FeedsLayout layout = lay_out_feeds({1280, 720, 600}, sizes::kTrace);
  EXPECT_LE(layout.frame.content_height, layout.frame.view.h);
}

TEST(FeedsLayout, APhoneScrollsOneColumnWithTheTransportAtTheBottom) {
  const FeedsLayout layout = lay_out_feeds({390, 844, 800}, sizes::kTrace);
  EXPECT_TRUE(layout.frame.phone);
  EXPECT_GT(layout.frame.content_height, layout.frame.view.h);
  EXPECT_EQ(layout.frame.transport.bottom(), 844);
  for (const Rect& card : cards(layout)) EXPECT_EQ(card.x, layout.flow.x);
}

}  // namespace
}  // namespace pipette::app
