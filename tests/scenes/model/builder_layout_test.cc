#include "scenes/model/builder_layout.h"

#include <gtest/gtest.h>

#include <vector>

namespace pipette::app::model_scene {
namespace {

TEST(BuilderLayout, NothingOverlapsAtAnySize) {
  for (float width = 320; width <= 2560; width += 80) {
    for (float height = 400; height <= 1440; height += 130) {
      const BuilderLayout l = lay_out_builder({width, height, 640, true}, 500);
      const std::vector<Rect> all = {
          l.builder, l.code, l.frame.loss, l.frame.accuracy, l.frame.parameters, l.frame.choice};
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

}  // namespace
}  // namespace pipette::app::model_scene
