#include "scenes/model/builder_layout.h"

#include "ui/sizes.h"

namespace pipette::app::model_scene {
namespace {

constexpr float kBuilder = 440;
constexpr float kLoss = 140;
constexpr float kCode = 300;  // below the layers

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
  const float width = beside_parameters(size);
  const bool abreast = width >= kRoomAbreast;
  const float charts = charts_height(size, kLoss);
  const float pictures = abreast ? kBuilder : kBuilder + kCode + sizes::kGap;
  Rect body = begin_desktop(&layout.frame, size, pictures + charts + 3 * sizes::kGap, &spare);
  cut_charts(&layout.frame, size, charts + std::min(120.0f, 0.3f * spare), &body);
  if (!abreast) {
    layout.code = body.cut_bottom(kCode + 0.4f * (body.h - pictures), sizes::kGap);
    layout.builder = body;
    return layout;
  }
  const std::vector<Rect> above = body.columns({1.35f, 1}, sizes::kGap);
  layout.builder = above[0];
  layout.code = above[1];
  return layout;
}

}  // namespace pipette::app::model_scene
