#include "scenes/sweep/sweep_layout.h"

#include "ui/sizes.h"

namespace pipette::app::sweep_scene {
namespace {

constexpr float kHeight = 400;
constexpr float kHeightDown = 500;  // its controls one below the other
constexpr float kCharts = 150;

}  // namespace

SweepLayout lay_out_sweep(const FrameSize& size) {
  SweepLayout layout;
  if (size.width < sizes::kPhoneWidth) {
    Rect column = begin_phone(&layout.frame, size);
    layout.sweep = column.cut_top(kHeightDown, sizes::kGap);
    end_phone(&layout.frame, size, column);
    return layout;
  }
  float spare = 0;
  const float charts = charts_height(size, kCharts);
  layout.sweep = begin_desktop(&layout.frame, size, kHeight + charts + 3 * sizes::kGap, &spare);
  cut_charts(&layout.frame, size, charts, &layout.sweep);
  return layout;
}

}  // namespace pipette::app::sweep_scene
