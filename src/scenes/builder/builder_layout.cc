#include "scenes/builder/builder_layout.h"

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr float kBuilder = 440;
constexpr float kLoss = 140;

BuilderLayout phone(const FrameSize& size, float builder) {
  BuilderLayout layout;
  Rect column = begin_phone(&layout.frame, size);
  layout.builder = column.cut_top(builder, sizes::kGap);
  layout.code = column.cut_top(420, sizes::kGap);
  end_phone(&layout.frame, size, column);
  return layout;
}

}  // namespace

BuilderLayout lay_out_builder(const FrameSize& size, float builder) {
  if (size.width < sizes::kPhoneWidth) return phone(size, builder);
  BuilderLayout layout;
  float spare = 0;
  Rect body = begin_desktop(&layout.frame, size, kBuilder + kLoss + 3 * sizes::kGap, &spare);
  const std::vector<Rect> below =
      body.cut_bottom(kLoss + std::min(120.0f, 0.3f * spare), sizes::kGap)
          .columns({3, 1}, sizes::kGap);
  layout.frame.loss = below[0];
  layout.frame.accuracy = below[1];
  const std::vector<Rect> above = body.columns({1.35f, 1}, sizes::kGap);
  layout.builder = above[0];
  layout.code = above[1];
  return layout;
}

}  // namespace pipette::app
