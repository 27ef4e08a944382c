#include "scenes/schedule/schedule_layout.h"

#include "ui/sizes.h"

namespace pipette::app::schedule_scene {
namespace {

constexpr float kMachine = 172;
constexpr float kLegend = 38;  // in two lines of its own
constexpr float kNumbers = 142;
constexpr float kCharts = 130;  // below the numbers

ScheduleSceneLayout phone(const FrameSize& size, const ScheduleHeights& wanted) {
  ScheduleSceneLayout layout;
  Rect column = begin_phone(&layout.frame, size);
  if (wanted.comparing) {
    layout.compare = column.cut_top(wanted.compare, sizes::kGap);
  } else {
    layout.machine = column.cut_top(kMachine + 30 + sizes::kControlTouch, sizes::kGap);
    layout.schedule = column.cut_top(wanted.schedule + kLegend, sizes::kGap);
  }
  layout.numbers = column.cut_top(kNumbers + 80, sizes::kGap);
  end_phone(&layout.frame, size, column);
  return layout;
}

}  // namespace

ScheduleSceneLayout lay_out_schedule(const FrameSize& size, const ScheduleHeights& wanted) {
  if (size.width < sizes::kPhoneWidth) return phone(size, wanted);
  ScheduleSceneLayout layout;
  const float pictures =
      wanted.comparing ? wanted.compare : kMachine + wanted.schedule + sizes::kGap;
  float spare = 0;
  const float width = beside_parameters(size);
  const bool abreast = width >= kRoomAbreast;
  const float charts = charts_height(size, kCharts);
  const float below = kNumbers + (abreast ? 0 : charts + sizes::kGap);
  Rect body = begin_desktop(&layout.frame, size, pictures + below + 3 * sizes::kGap, &spare);
  if (wanted.comparing) {
    layout.compare = body.cut_top(wanted.compare + std::min(260.0f, 0.7f * spare), sizes::kGap);
  } else {
    layout.machine = body.cut_top(kMachine + std::min(60.0f, 0.2f * spare), sizes::kGap);
    layout.schedule = body.cut_top(wanted.schedule + std::min(200.0f, 0.5f * spare), sizes::kGap);
  }
  if (!abreast) {
    cut_charts(&layout.frame, size, charts, &body);
    layout.numbers = body;
    return layout;
  }
  const std::vector<Rect> cards = body.columns({4.2f, 3.2f, 2}, sizes::kGap);
  layout.numbers = cards[0];
  layout.frame.loss = cards[1];
  layout.frame.accuracy = cards[2];
  return layout;
}

}  // namespace pipette::app::schedule_scene
