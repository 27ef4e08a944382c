#include "scenes/feeds/feeds_layout.h"

#include <gtest/gtest.h>

#include <utility>

#include "cards_fit.h"
#include "ui/sizes.h"

namespace pipette::app::feeds_scene {
namespace {

std::vector<Rect> cards(const FeedsLayout& l) {
  return {l.frame.parameters, l.flow, l.traces, l.frame.loss, l.frame.accuracy, l.digits, l.pad};
}

TEST(FeedsLayout, NothingOverlapsAtAnySize) {
  expect_cards_fit([](float width, float height) {
    const FeedsLayout layout = lay_out_feeds({width, height, 640}, 226);
    return std::pair(layout.frame, cards(layout));
  });
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
}  // namespace pipette::app::feeds_scene
