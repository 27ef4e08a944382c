#include "scenes/feeds/feeds_layout.h"

#include "ui/sizes.h"

namespace pipette::app::feeds_scene {
namespace {

constexpr float kFlow = 170;
constexpr float kFlowDown = 540;    // stacked stations, and a caption
constexpr float kBottom = 170;      // loss, accuracy, digits, pad
constexpr float kFourAcross = 900;  // main column wide enough for loss, accuracy, digits, pad

float flow_height(float width) { return width >= kFlowAcross ? kFlow : kFlowDown; }

FeedsLayout phone(const FrameSize& size, float traces_height) {
  FeedsLayout layout;
  Rect column = begin_phone(&layout.frame, size);
  layout.flow = column.cut_top(flow_height(column.w), sizes::kGap);
  layout.frame.loss = column.cut_top(240, sizes::kGap);
  layout.traces = column.cut_top(traces_height + 64, sizes::kGap);
  layout.frame.accuracy = column.cut_top(190, sizes::kGap);
  layout.digits = column.cut_top(250, sizes::kGap);
  layout.pad = column.cut_top(270, sizes::kGap);
  layout.frame.parameters = column.cut_top(size.parameters, sizes::kGap);
  layout.frame.content_height = column.y - layout.frame.view.y;
  return layout;
}

}  // namespace

FeedsLayout lay_out_feeds(const FrameSize& size, float traces_height) {
  if (size.width < sizes::kPhoneWidth) return phone(size, traces_height);
  FeedsLayout layout;
  const float width = beside_parameters(size);
  const bool four_across = width >= kFourAcross;
  const float flow = flow_height(width);
  const float bottom = four_across ? kBottom : 2 * kBottom + sizes::kGap;
  const float least = flow + traces_height + bottom + 4 * sizes::kGap;
  float spare = 0;
  Rect body = begin_desktop(&layout.frame, size, least, &spare);
  layout.flow = body.cut_top(flow + std::min(80.0f, 0.2f * spare), sizes::kGap);
  layout.traces = body.cut_top(traces_height + std::min(160.0f, 0.35f * spare), sizes::kGap);
  if (four_across) {
    const std::vector<Rect> cards = body.columns({3.75f, 1.45f, 2.35f, 2.45f}, sizes::kGap);
    layout.frame.loss = cards[0];
    layout.frame.accuracy = cards[1];
    layout.digits = cards[2];
    layout.pad = cards[3];
  } else {
    const float row = (body.h - sizes::kGap) / 2;
    const std::vector<Rect> upper = body.cut_top(row, sizes::kGap).columns({2.2f, 1}, sizes::kGap);
    const std::vector<Rect> lower = body.columns({1, 1}, sizes::kGap);
    layout.frame.loss = upper[0];
    layout.frame.accuracy = upper[1];
    layout.digits = lower[0];
    layout.pad = lower[1];
  }
  return layout;
}

}  // namespace pipette::app::feeds_scene
