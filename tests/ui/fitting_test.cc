#include "ui/fitting.h"

#include <gtest/gtest.h>

#include <set>

#include "ui/harness.h"

namespace pipette::app {
namespace {

TEST(Fitting, TakesTheFullestWordsThatHaveRoom) {
  Harness screen(200, 200);
  screen.frame_of([&] {
    const std::vector<std::string> ways = {"Engine::run #9,871", "Run #9,871", "#9,871"};
    const auto said = [&](float width) {
      return fitting(screen.ui, ways, width, sizes::kSmall, screen.ui.fonts.strong);
    };
    EXPECT_EQ(said(200), ways[0]);
    EXPECT_EQ(said(text_width(screen.ui, ways[1], sizes::kSmall, screen.ui.fonts.strong)), ways[1]);
    EXPECT_EQ(said(1), ways[2]);
  });
}

TEST(Fitting, NumbersSideBySideAreToldApart) {
  Harness screen(200, 200);
  screen.frame_of([&] {
    for (const float width : {18.0f, 24.0f, 36.0f, 60.0f}) {
      std::set<std::string> seen;
      for (std::int64_t number = 98765; number < 98770; ++number) {
        const std::string text =
            fitting_number(screen.ui, number, width, sizes::kTiny, screen.ui.fonts.mono);
        EXPECT_LE(text_width(screen.ui, text, sizes::kTiny, screen.ui.fonts.mono), width) << text;
        seen.insert(text);
      }
      EXPECT_EQ(seen.size(), 5u) << width;
    }
    EXPECT_EQ(fitting_number(screen.ui, 1121, 60, sizes::kTiny, screen.ui.fonts.mono), "1,121");
  });
}

TEST(Fitting, ShorterWordsKeepTheirNumber) {
  using Ways = std::vector<std::string>;
  EXPECT_EQ(shorter_ways("Preparing batch 1,204"),
            (Ways{"Preparing batch 1,204", "Batch 1,204", "1,204"}));
  EXPECT_EQ(shorter_ways("98,704 losses to read"),
            (Ways{"98,704 losses to read", "98,704 losses to", "98,704 losses"}));
  EXPECT_EQ(shorter_ways("IPU waits 177 µs"), (Ways{"IPU waits 177 µs", "Waits 177 µs", "177 µs"}));
  EXPECT_EQ(shorter_ways("Nothing left to do"), Ways{"Nothing left to do"});
}

}  // namespace
}  // namespace pipette::app
