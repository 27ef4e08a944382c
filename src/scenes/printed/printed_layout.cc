#include "scenes/printed/printed_layout.h"

#include "ui/sizes.h"

namespace pipette::app::printed_scene {
namespace {

constexpr float kText = 454;
constexpr float kCharts = 116;
constexpr float kSpeed = 240;     // of the text's height
constexpr float kLines = 110;     // of a few printed lines, below the code
constexpr float kCodeDown = 420;  // of the code in one column

}  // namespace

PrintedLayout lay_out_printed(const FrameSize& size, AbovePrinted above) {
  PrintedLayout layout;
  const bool code = above == AbovePrinted::code, speed = above == AbovePrinted::speed;
  if (size.width < sizes::kPhoneWidth) {
    Rect column = begin_phone(&layout.frame, size);
    if (code) layout.code = column.cut_top(kCodeDown, sizes::kGap);
    if (speed) layout.speed = column.cut_top(kSpeed + 20, sizes::kGap);
    layout.printed = column.cut_top(code ? kLines : 240, sizes::kGap);
    end_phone(&layout.frame, size, column);
    return layout;
  }
  float spare = 0;
  const float charts = charts_height(size, kCharts);
  layout.printed = begin_desktop(&layout.frame, size, kText + charts + 3 * sizes::kGap, &spare);
  cut_charts(&layout.frame, size, charts + std::min(120.0f, 0.25f * spare), &layout.printed);
  const float most = layout.printed.h - kLines - sizes::kGap;
  if (code) layout.code = layout.printed.cut_top(most, sizes::kGap);
  if (speed) layout.speed = layout.printed.cut_top(kSpeed + 0.5f * spare, sizes::kGap);
  return layout;
}

}  // namespace pipette::app::printed_scene
