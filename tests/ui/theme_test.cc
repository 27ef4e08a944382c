#include "ui/theme.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

class ThemeTest : public testing::TestWithParam<ThemeKind> {};

TEST_P(ThemeTest, TextIsReadable) {
  const Theme& t = theme_for(GetParam());
  for (const ImU32 surface : {t.page, t.card, t.sunken}) {
    EXPECT_GE(contrast_ratio(t.text, surface), 7);
    EXPECT_GE(contrast_ratio(t.text_dim, surface), 4.5);
  }
  for (const ImU32 color : {t.good, t.bad, t.warn, t.with_feeds, t.without_feeds}) {
    EXPECT_GE(contrast_ratio(color, t.card), 4.5);
  }
  for (const ImU32 color : t.classes) {
    EXPECT_GE(contrast_ratio(color, t.card), 4.5);
    EXPECT_GE(contrast_ratio(color, t.sunken), 4.5);
  }
  for (const ImU32 color : t.code) EXPECT_GE(contrast_ratio(color, t.sunken), 4.5);
  EXPECT_GE(contrast_ratio(t.good, t.good_soft), 4.5);
  EXPECT_GE(contrast_ratio(t.bad, t.bad_soft), 4.5);
  EXPECT_GE(contrast_ratio(t.text_on_ink, t.ink), 7);
  EXPECT_GE(contrast_ratio(t.text_dim, t.hover), 4.5) << "segmented controls";
}

TEST_P(ThemeTest, NamesOnSpansAreReadable) {
  const Theme& t = theme_for(GetParam());
  for (const ImU32 span : t.activities) EXPECT_GE(contrast_ratio(text_on(t, span), span), 4.5);
}

INSTANTIATE_TEST_SUITE_P(Both, ThemeTest, testing::Values(ThemeKind::light, ThemeKind::dark));

TEST(Theme, ContrastOfBlackAndWhiteIsTwentyOne) {
  EXPECT_NEAR(contrast_ratio(IM_COL32_BLACK, IM_COL32_WHITE), 21, 1e-9);
  EXPECT_NEAR(contrast_ratio(IM_COL32_WHITE, IM_COL32_WHITE), 1, 1e-9);
}

TEST(Theme, HasTheColoursOfTheTable) {
  const Theme& light = theme_for(ThemeKind::light);
  const Theme& dark = theme_for(ThemeKind::dark);
  EXPECT_EQ(light.sync_line, IM_COL32(0xc9, 0x97, 0x1c, 255));
  EXPECT_EQ(dark.sync_line, IM_COL32(0xc9, 0xa2, 0x3c, 255));
  EXPECT_EQ(activity_color(light, Activity::compute), IM_COL32(0xf2, 0xa9, 0xb5, 255));
  EXPECT_EQ(activity_color(dark, Activity::compute), IM_COL32(0xc7, 0x79, 0x86, 255));
  EXPECT_EQ(dark.values[4], IM_COL32(0xff, 0xcd, 0x7d, 255));
}

}  // namespace
}  // namespace pipette::app
