#include "scenes/inspector/inspector_layout.h"

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr float kTensors = 166;
constexpr float kValues = 276;
constexpr float kPrinted = 116;

InspectorLayout phone(const FrameSize& size, float tensors) {
  InspectorLayout layout;
  Rect column = begin_phone(&layout.frame, size);
  layout.tensors = column.cut_top(std::min(tensors, 470.0f), sizes::kGap);
  layout.heat = column.cut_top(400, sizes::kGap);
  layout.distribution = column.cut_top(400, sizes::kGap);
  layout.printed = column.cut_top(240, sizes::kGap);
  end_phone(&layout.frame, size, column);
  return layout;
}

}  // namespace

InspectorLayout lay_out_inspector(const FrameSize& size, float tensors) {
  if (size.width < sizes::kPhoneWidth) return phone(size, tensors);
  InspectorLayout layout;
  const float least = kTensors + kValues + kPrinted + 4 * sizes::kGap;
  float spare = 0;
  Rect body = begin_desktop(&layout.frame, size, least, &spare);
  const float table = std::min(std::max(kTensors, tensors), kTensors + 0.3f * spare);
  layout.tensors = body.cut_top(table, sizes::kGap);
  const std::vector<Rect> below =
      body.cut_bottom(kPrinted + std::min(120.0f, 0.25f * spare), sizes::kGap)
          .columns({4, 3, 1.7f}, sizes::kGap);
  layout.printed = below[0];
  layout.frame.loss = below[1];
  layout.frame.accuracy = below[2];
  const std::vector<Rect> values = body.columns({1, 1}, sizes::kGap);
  layout.heat = values[0];
  layout.distribution = values[1];
  return layout;
}

}  // namespace pipette::app
