#include "page/layout.h"

#include <gtest/gtest.h>

#include "ui/sizes.h"

namespace pipette::app {
namespace {

std::vector<Rect> cards(const PageLayout& l) {
  return {l.parameters, l.flow, l.traces, l.loss, l.accuracy, l.digits, l.pad};
}

TEST(LayoutTest, NothingOverlapsAtAnySize) {
  for (float width = 320; width <= 2560; width += 40) {
    for (float height = 400; height <= 1440; height += 130) {
      const PageLayout layout = lay_out(width, height, 226, 640);
      const std::vector<Rect> all = cards(layout);
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_GT(all[i].w, 60) << width << " x " << height << ", card " << i;
        EXPECT_GT(all[i].h, 60) << width << " x " << height << ", card " << i;
        EXPECT_GE(all[i].x, 0);
        EXPECT_LE(all[i].right(), width);
        EXPECT_LE(all[i].bottom(), layout.view.y + layout.content_height + 0.5f);
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f)))
              << width << " x " << height << ": " << i << " and " << j;
        }
      }
    }
  }
}

TEST(LayoutTest, TheInspectorsCardsDoNotOverlapAtAnySize) {
  for (float width = 320; width <= 2560; width += 80) {
    for (float height = 400; height <= 1440; height += 130) {
      const PageLayout l = lay_out_inspector(width, height, {300, 640, true});
      const std::vector<Rect> all = {l.tensors, l.heat,     l.distribution, l.printed,
                                     l.loss,    l.accuracy, l.parameters};
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_GT(all[i].w, 60) << width << " x " << height << ", card " << i;
        EXPECT_GT(all[i].h, 60) << width << " x " << height << ", card " << i;
        EXPECT_LE(all[i].right(), width);
        EXPECT_LE(all[i].bottom(), l.view.y + l.content_height + 0.5f);
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f)))
              << width << " x " << height << ": " << i << " and " << j;
        }
      }
      EXPECT_TRUE(l.phone || height < 720 || l.content_height <= l.view.h);
    }
  }
}

TEST(LayoutTest, APrintedPageHasNoGapsAndNoOverlaps) {
  for (float width = 320; width <= 2560; width += 80) {
    const PageLayout l = lay_out_printed(width, 720, 640);
    const std::vector<Rect> all = {l.printed, l.loss, l.accuracy, l.parameters};
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

TEST(LayoutTest, ASmallLaptopSeesEverything) {
  const PageLayout layout = lay_out(1280, 720, sizes::kTrace, 600);
  EXPECT_LE(layout.content_height, layout.view.h);
}

TEST(LayoutTest, APhoneScrollsOneColumnWithTheTransportAtTheBottom) {
  const PageLayout layout = lay_out(390, 844, sizes::kTrace, 800);
  EXPECT_TRUE(layout.phone);
  EXPECT_GT(layout.content_height, layout.view.h);
  EXPECT_EQ(layout.transport.bottom(), 844);
  for (const Rect& card : cards(layout)) EXPECT_EQ(card.x, layout.flow.x);
}

TEST(RectTest, CutsNeverGoNegative) {
  Rect rect = {0, 0, 100, 50};
  const Rect top = rect.cut_top(80, 10);
  EXPECT_EQ(top.h, 50);
  EXPECT_EQ(rect.h, 0);
  EXPECT_EQ(rect.inset(20).h, 0);
}

}  // namespace
}  // namespace pipette::app
