#include "scenes/schedule/schedule_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace pipette::app::schedule_scene {
namespace {

TEST(ScheduleSceneLayout, NothingOverlapsAtAnySize) {
  for (float width = 320; width <= 2560; width += 80) {
    for (float height = 400; height <= 1440; height += 130) {
      for (const bool comparing : {false, true}) {
        const ScheduleSceneLayout l =
            lay_out_schedule({width, height, 640, true}, {.comparing = comparing});
        std::vector<Rect> all = {l.numbers, l.frame.loss, l.frame.accuracy, l.frame.parameters,
                                 l.frame.choice};
        if (comparing) {
          all.push_back(l.compare);
        } else {
          all.insert(all.end(), {l.machine, l.schedule});
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
          EXPECT_GT(all[i].w, 60) << width << " x " << height << ", card " << i;
          EXPECT_GE(all[i].h, 30) << width << " x " << height << ", card " << i;
          EXPECT_LE(all[i].right(), width);
          EXPECT_LE(all[i].bottom(), l.frame.view.y + l.frame.content_height + 0.5f);
          for (std::size_t j = i + 1; j < all.size(); ++j) {
            EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f)))
                << width << " x " << height << ": " << i << " and " << j;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace pipette::app::schedule_scene
