#include "page/layout.h"

#include "ui/sizes.h"

namespace pipette::app {
namespace {

constexpr float kFourAcross = 900;  // main column wide enough for loss, accuracy, digits, pad

// Title above, transport at the thumb's edge; returns the column that scrolls between them.
Rect begin_phone(PageLayout* layout, float width, float height) {
  layout->phone = true;
  Rect page = {0, 0, width, height};
  layout->bar = page.cut_top(sizes::kBar);
  layout->transport = page.cut_bottom(sizes::kBarTouch);
  layout->view = page;
  return {sizes::kGap, page.y + sizes::kGap, width - 2 * sizes::kGap, 1e6f};
}

// Transport above and the parameters at the side; returns what is left for the pictures, and how
// much of its height is more than the `least` that they and the gaps around them need.
Rect begin_desktop(PageLayout* layout, float width, float height, float least, float* spare) {
  Rect page = {0, 0, width, height};
  layout->bar = page.cut_top(sizes::kBar);
  layout->view = page;
  layout->content_height = std::max(page.h, least);
  *spare = layout->content_height - least;
  Rect body = Rect{0, page.y, width, layout->content_height}.inset(sizes::kGap);
  layout->parameters = body.cut_left(sizes::kSidebar, sizes::kGap);
  return body;
}

// The choice between scenes, above everything else.
constexpr float kScenes = 38;  // with its gap, on a desktop
void cut_scenes(PageLayout* layout, Rect* body, bool wanted) {
  if (!wanted) return;
  layout->scenes = layout->phone ? body->cut_top(sizes::kControlTouch, sizes::kGap)
                                 : body->cut_top(sizes::kControl, kScenes - sizes::kControl);
}

PageLayout phone(float width, float height, float traces_height, float parameters_height) {
  PageLayout layout;
  Rect column = begin_phone(&layout, width, height);
  const float top = column.y;
  layout.flow = column.cut_top(500, sizes::kGap);
  layout.loss = column.cut_top(240, sizes::kGap);
  layout.traces = column.cut_top(traces_height + 26, sizes::kGap);
  layout.accuracy = column.cut_top(190, sizes::kGap);
  layout.digits = column.cut_top(250, sizes::kGap);
  layout.pad = column.cut_top(270, sizes::kGap);
  layout.parameters = column.cut_top(parameters_height, sizes::kGap);
  layout.content_height = column.y - top + sizes::kGap;
  return layout;
}

}  // namespace

PageLayout lay_out(float width, float height, float traces_height, float parameters_height) {
  if (width < sizes::kPhoneWidth) return phone(width, height, traces_height, parameters_height);
  PageLayout layout;
  const bool four_across = width - sizes::kSidebar - 3 * sizes::kGap >= kFourAcross;
  const float bottom = four_across ? sizes::kBottom : 2 * sizes::kBottom + sizes::kGap;
  const float least = sizes::kFlow + traces_height + bottom + 4 * sizes::kGap;
  float spare = 0;
  Rect body = begin_desktop(&layout, width, height, least, &spare);
  layout.flow = body.cut_top(sizes::kFlow + std::min(80.0f, 0.2f * spare), sizes::kGap);
  layout.traces = body.cut_top(traces_height + std::min(160.0f, 0.35f * spare), sizes::kGap);
  if (four_across) {
    const std::vector<Rect> cards = body.columns({3.75f, 1.45f, 2.35f, 2.45f}, sizes::kGap);
    layout.loss = cards[0];
    layout.accuracy = cards[1];
    layout.digits = cards[2];
    layout.pad = cards[3];
  } else {
    const float row = (body.h - sizes::kGap) / 2;
    const std::vector<Rect> upper = body.cut_top(row, sizes::kGap).columns({2.2f, 1}, sizes::kGap);
    const std::vector<Rect> lower = body.columns({1, 1}, sizes::kGap);
    layout.loss = upper[0];
    layout.accuracy = upper[1];
    layout.digits = lower[0];
    layout.pad = lower[1];
  }
  return layout;
}

namespace {

constexpr float kMachine = 176;
constexpr float kNumbers = 142;

PageLayout pipeline_phone(float width, float height, const PipelineHeights& wanted) {
  PageLayout layout;
  Rect column = begin_phone(&layout, width, height);
  const float top = column.y;
  cut_scenes(&layout, &column, wanted.scenes);
  if (wanted.comparing) {
    layout.compare = column.cut_top(wanted.compare, sizes::kGap);
  } else {
    layout.machine = column.cut_top(kMachine + 10, sizes::kGap);
    layout.schedule = column.cut_top(wanted.schedule, sizes::kGap);
  }
  layout.numbers = column.cut_top(kNumbers + 20, sizes::kGap);
  layout.loss = column.cut_top(240, sizes::kGap);
  layout.accuracy = column.cut_top(190, sizes::kGap);
  layout.parameters = column.cut_top(wanted.parameters, sizes::kGap);
  layout.content_height = column.y - top + sizes::kGap;
  return layout;
}

}  // namespace

PageLayout lay_out_pipeline(float width, float height, const PipelineHeights& wanted) {
  if (width < sizes::kPhoneWidth) return pipeline_phone(width, height, wanted);
  PageLayout layout;
  const float pictures =
      wanted.comparing ? wanted.compare : kMachine + wanted.schedule + sizes::kGap;
  const float least = pictures + kNumbers + 3 * sizes::kGap + (wanted.scenes ? kScenes : 0);
  float spare = 0;
  Rect body = begin_desktop(&layout, width, height, least, &spare);
  cut_scenes(&layout, &body, wanted.scenes);
  if (wanted.comparing) {
    layout.compare = body.cut_top(wanted.compare + std::min(260.0f, 0.7f * spare), sizes::kGap);
  } else {
    layout.machine = body.cut_top(kMachine + std::min(60.0f, 0.2f * spare), sizes::kGap);
    layout.schedule = body.cut_top(wanted.schedule + std::min(200.0f, 0.5f * spare), sizes::kGap);
  }
  const std::vector<Rect> cards = body.columns({4.2f, 3.2f, 2}, sizes::kGap);
  layout.numbers = cards[0];
  layout.loss = cards[1];
  layout.accuracy = cards[2];
  return layout;
}

namespace {

constexpr float kTensors = 166;  // the table scrolls where it wants more
constexpr float kValues = 276;
constexpr float kPrinted = 116;

PageLayout inspector_phone(float width, float height, const InspectorHeights& wanted) {
  PageLayout layout;
  Rect column = begin_phone(&layout, width, height);
  const float top = column.y;
  cut_scenes(&layout, &column, wanted.scenes);
  layout.tensors = column.cut_top(std::min(wanted.tensors, 470.0f), sizes::kGap);
  layout.heat = column.cut_top(400, sizes::kGap);
  layout.distribution = column.cut_top(400, sizes::kGap);
  layout.printed = column.cut_top(240, sizes::kGap);
  layout.loss = column.cut_top(240, sizes::kGap);
  layout.accuracy = column.cut_top(190, sizes::kGap);
  layout.parameters = column.cut_top(wanted.parameters, sizes::kGap);
  layout.content_height = column.y - top + sizes::kGap;
  return layout;
}

}  // namespace

PageLayout lay_out_inspector(float width, float height, const InspectorHeights& wanted) {
  if (width < sizes::kPhoneWidth) return inspector_phone(width, height, wanted);
  PageLayout layout;
  const float least =
      kTensors + kValues + kPrinted + 4 * sizes::kGap + (wanted.scenes ? kScenes : 0);
  float spare = 0;
  Rect body = begin_desktop(&layout, width, height, least, &spare);
  cut_scenes(&layout, &body, wanted.scenes);
  const float table = std::min(std::max(kTensors, wanted.tensors), kTensors + 0.3f * spare);
  layout.tensors = body.cut_top(table, sizes::kGap);
  const std::vector<Rect> below =
      body.cut_bottom(kPrinted + std::min(120.0f, 0.25f * spare), sizes::kGap)
          .columns({4, 3, 1.7f}, sizes::kGap);
  layout.printed = below[0];
  layout.loss = below[1];
  layout.accuracy = below[2];
  const std::vector<Rect> values = body.columns({1, 1}, sizes::kGap);
  layout.heat = values[0];
  layout.distribution = values[1];
  return layout;
}

PageLayout lay_out_model(float width, float height, const ModelHeights& wanted) {
  PageLayout layout;
  constexpr float kBuilder = 440;
  constexpr float kLoss = 140;
  if (width < sizes::kPhoneWidth) {
    Rect column = begin_phone(&layout, width, height);
    const float top = column.y;
    cut_scenes(&layout, &column, true);
    layout.builder = column.cut_top(wanted.builder, sizes::kGap);
    layout.code = column.cut_top(420, sizes::kGap);
    layout.loss = column.cut_top(240, sizes::kGap);
    layout.accuracy = column.cut_top(190, sizes::kGap);
    layout.parameters = column.cut_top(wanted.parameters, sizes::kGap);
    layout.content_height = column.y - top + sizes::kGap;
    return layout;
  }
  float spare = 0;
  Rect body =
      begin_desktop(&layout, width, height, kScenes + kBuilder + kLoss + 3 * sizes::kGap, &spare);
  cut_scenes(&layout, &body, true);
  const std::vector<Rect> below =
      body.cut_bottom(kLoss + std::min(120.0f, 0.3f * spare), sizes::kGap)
          .columns({3, 1}, sizes::kGap);
  layout.loss = below[0];
  layout.accuracy = below[1];
  const std::vector<Rect> above = body.columns({1.35f, 1}, sizes::kGap);
  layout.builder = above[0];
  layout.code = above[1];
  return layout;
}

PageLayout lay_out_printed(float width, float height, float parameters) {
  PageLayout layout = lay_out_inspector(width, height, {kTensors, parameters});
  const float up = layout.printed.y - layout.tensors.y;
  if (layout.phone) {
    for (Rect* card : {&layout.printed, &layout.loss, &layout.accuracy, &layout.parameters}) {
      card->y -= up;
    }
    layout.content_height -= up;
  } else {
    layout.printed = {layout.tensors.x, layout.tensors.y, layout.tensors.w, up - sizes::kGap};
    const Rect row = {layout.tensors.x, layout.loss.y, layout.tensors.w, layout.loss.h};
    const std::vector<Rect> below = row.columns({3, 1}, sizes::kGap);
    layout.loss = below[0];
    layout.accuracy = below[1];
  }
  layout.tensors = layout.heat = layout.distribution = {};
  return layout;
}

}  // namespace pipette::app
