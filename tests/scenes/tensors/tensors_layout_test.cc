#include "scenes/tensors/tensors_layout.h"

#include <gtest/gtest.h>

#include "ui/sizes.h"

namespace pipette::app::tensors_scene {
namespace {

TEST(TensorsLayout, TheInspectorsCardsDoNotOverlapAtAnySize) {
  for (float width = 320; width <= 2560; width += 80) {
    for (float height = 400; height <= 1440; height += 130) {
      const FrameSize size = {width, height, 640, true};
      const TensorsLayout l = lay_out_tensors(size, 300);
      const std::vector<Rect> all = {l.tensors,    l.heat,           l.distribution,    l.printed,
                                     l.frame.loss, l.frame.accuracy, l.frame.parameters};
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_GT(all[i].w, 60) << width << " x " << height << ", card " << i;
        EXPECT_GT(all[i].h, 60) << width << " x " << height << ", card " << i;
        EXPECT_LE(all[i].right(), width);
        EXPECT_LE(all[i].bottom(), l.frame.view.y + l.frame.content_height + 0.5f);
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          EXPECT_FALSE(all[i].inset(0.01f).overlaps(all[j].inset(0.01f)))
              << width << " x " << height << ": " << i << " and " << j;
        }
      }
      const bool abreast = !l.frame.phone && beside_parameters(size) >= kRoomAbreast;
      EXPECT_TRUE(!abreast || height < 720 || l.frame.content_height <= l.frame.view.h);
    }
  }
}

}  // namespace
}  // namespace pipette::app::tensors_scene
