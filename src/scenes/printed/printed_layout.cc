#include "scenes/printed/printed_layout.h"

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr float kText = 454;
constexpr float kCharts = 116;

}  // namespace

PrintedLayout lay_out_printed(const FrameSize& size) {
  PrintedLayout layout;
  if (size.width < sizes::kPhoneWidth) {
    Rect column = begin_phone(&layout.frame, size);
    layout.printed = column.cut_top(240, sizes::kGap);
    end_phone(&layout.frame, size, column);
    return layout;
  }
  float spare = 0;
  const float charts = charts_height(size, kCharts);
  layout.printed = begin_desktop(&layout.frame, size, kText + charts + 3 * sizes::kGap, &spare);
  cut_charts(&layout.frame, size, charts + std::min(120.0f, 0.25f * spare), &layout.printed);
  return layout;
}

}  // namespace pipette::app
