#include "scenes/tensors/tensors_layout.h"

#include "ui/sizes.h"

namespace pipette::app::tensors_scene {
namespace {

constexpr float kTensors = 166;
constexpr float kValues = 276;
constexpr float kPrinted = 116;
constexpr float kRoomForTwoPictures = 640;  // values and distribution side by side

TensorsLayout phone(const FrameSize& size, float tensors) {
  TensorsLayout layout;
  Rect column = begin_phone(&layout.frame, size);
  layout.tensors = column.cut_top(std::min(tensors, 470.0f), sizes::kGap);
  layout.heat = column.cut_top(400, sizes::kGap);
  layout.distribution = column.cut_top(400, sizes::kGap);
  layout.printed = column.cut_top(240, sizes::kGap);
  end_phone(&layout.frame, size, column);
  return layout;
}

}  // namespace

TensorsLayout lay_out_tensors(const FrameSize& size, float tensors) {
  if (size.width < sizes::kPhoneWidth) return phone(size, tensors);
  TensorsLayout layout;
  const float width = beside_parameters(size);
  const bool abreast = width >= kRoomAbreast, two = width >= kRoomForTwoPictures;
  const float charts = charts_height(size, kPrinted);
  const float below_values = kPrinted + (abreast ? 0 : charts + sizes::kGap);
  const float pictures = two ? kValues : 2 * kValues + sizes::kGap;
  const float least = kTensors + pictures + below_values + 4 * sizes::kGap;
  float spare = 0;
  Rect body = begin_desktop(&layout.frame, size, least, &spare);
  const float table = std::min(std::max(kTensors, tensors), kTensors + 0.3f * spare);
  layout.tensors = body.cut_top(table, sizes::kGap);
  Rect below = body.cut_bottom(below_values + std::min(120.0f, 0.25f * spare), sizes::kGap);
  if (!size.charts) {
    layout.printed = below;
  } else if (abreast) {
    const std::vector<Rect> cards = below.columns({4, 3, 1.7f}, sizes::kGap);
    layout.printed = cards[0];
    layout.frame.loss = cards[1];
    layout.frame.accuracy = cards[2];
  } else {
    cut_charts(&layout.frame, size, charts, &below);
    layout.printed = below;
  }
  if (two) {
    const std::vector<Rect> values = body.columns({1, 1}, sizes::kGap);
    layout.heat = values[0];
    layout.distribution = values[1];
  } else {
    layout.heat = body.cut_top((body.h - sizes::kGap) / 2, sizes::kGap);
    layout.distribution = body;
  }
  return layout;
}

}  // namespace pipette::app::tensors_scene
