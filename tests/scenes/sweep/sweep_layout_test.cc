#include "scenes/sweep/sweep_layout.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "cards_fit.h"

namespace pipette::app::sweep_scene {
namespace {

TEST(SweepLayout, NothingOverlapsAtAnySize) {
  expect_cards_fit([](float width, float height) {
    const SweepLayout l = lay_out_sweep({width, height, 640});
    return std::pair(
        l.frame, std::vector<Rect>{l.frame.parameters, l.sweep, l.frame.loss, l.frame.accuracy});
  });
}

TEST(SweepLayout, ASmallLaptopSeesEverything) {
  const SweepLayout layout = lay_out_sweep({1280, 720, 600});
  EXPECT_LE(layout.frame.content_height, layout.frame.view.h);
}

}  // namespace
}  // namespace pipette::app::sweep_scene
