#include "scenes/printed/printed_layout.h"

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr float kText = 454;
constexpr float kCharts = 116;
constexpr float kLines = 110;     // of a few printed lines, below the program
constexpr float kCodeDown = 420;  // of the program in one column

}  // namespace

PrintedLayout lay_out_printed(const FrameSize& size, bool code) {
  PrintedLayout layout;
  if (size.width < sizes::kPhoneWidth) {
    Rect column = begin_phone(&layout.frame, size);
    if (code) layout.code = column.cut_top(kCodeDown, sizes::kGap);
    layout.printed = column.cut_top(code ? kLines : 240, sizes::kGap);
    end_phone(&layout.frame, size, column);
    return layout;
  }
  float spare = 0;
  const float charts = charts_height(size, kCharts);
  layout.printed = begin_desktop(&layout.frame, size, kText + charts + 3 * sizes::kGap, &spare);
  cut_charts(&layout.frame, size, charts + std::min(120.0f, 0.25f * spare), &layout.printed);
  if (code)
    layout.code = layout.printed.cut_top(layout.printed.h - kLines - sizes::kGap, sizes::kGap);
  return layout;
}

}  // namespace pipette::app
