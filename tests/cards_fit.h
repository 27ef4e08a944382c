// What holds of a scene's cards at every size of the page: each has room, is on the page, and
// covers no other.
//
//   expect_cards_fit([](float width, float height) {
//     const FeedsLayout layout = lay_out_feeds({width, height, 640}, 226);
//     return std::pair(layout.frame, cards(layout));
//   });
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "scenes/frame.h"

namespace pipette::app {

// Widths and heights are in px; `lay_out` gives the frame and its cards for each.
template <class LayOut>
void expect_cards_fit(LayOut lay_out) {
  for (float width = 320; width <= 2560; width += 40) {
    for (float height = 400; height <= 1440; height += 130) {
      const auto [frame, all] = lay_out(width, height);
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_GT(all[i].w, 60) << width << " x " << height << ", card " << i;
        EXPECT_GT(all[i].h, 60) << width << " x " << height << ", card " << i;
        EXPECT_GE(all[i].x, 0);
        EXPECT_LE(all[i].right(), width);
        EXPECT_LE(all[i].bottom(), frame.view.y + frame.content_height + 0.5f);
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f)))
              << width << " x " << height << ": " << i << " and " << j;
        }
      }
    }
  }
}

}  // namespace pipette::app
