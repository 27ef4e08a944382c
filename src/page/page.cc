#include "page/page.h"

#include <algorithm>
#include <utility>

#include "page/parameters_view.h"
#include "page/transport_view.h"
#include "scenes/pipeline/compare_view.h"
#include "scenes/pipeline/machine_view.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr int kWindow = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                        ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
constexpr float kWheelStep = 80;

// The choice of a scene, where there is one.
void draw_scenes(Ui& ui, const PageModel& model, const Rect& area) {
  if (model.scenes.size() < 2) return;
  std::vector<std::string> labels;
  int before = 0;
  for (const Scene scene : model.scenes) {
    if (scene == model.scene) before = static_cast<int>(labels.size());
    labels.emplace_back(scene_label(scene));
  }
  Rect place = area;
  if (!ui.touch_layout) place.w = std::min(area.w, segmented_width(ui, labels) * 1.25f);
  const int after = segmented(ui, "scenes", place, labels, before);
  if (after == before) return;
  ui.intents.push_back(
      {Intent::Kind::kShowScene, {}, 0, scene_name(model.scenes[static_cast<std::size_t>(after)])});
}

}  // namespace

void Page::scroll(Ui& ui, const PageLayout& layout) {
  const float most = std::max(0.0f, layout.content_height - layout.view.h);
  const ImGuiIO& io = ImGui::GetIO();
  const bool over_popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (io.MouseWheel != 0 && !ui.wheel_used && !over_popup) {
    ui.page_scroll -= io.MouseWheel * kWheelStep;
  }
  if (ui.reveal.frames > 0) {
    --ui.reveal.frames;
    ui.animate(0.1);
    const Rect area = std::exchange(ui.reveal.area, {});
    if (area.h > 0) ui.page_scroll += way_into(layout.view, area.inset(0, -sizes::kHalf));
  }
  ui.page_scroll = std::clamp(ui.page_scroll, 0.0f, most);
  if (most <= 0) return;
  // A thin bar that only shows where we are.
  const Rect& view = layout.view;
  const float length = std::max(30.0f, view.h * view.h / layout.content_height);
  const float top = view.y + (view.h - length) * ui.page_scroll / most;
  ui.draw()->AddRectFilled({view.right() - 5, top}, {view.right() - 2, top + length},
                           with_alpha(ui.colors().line, 0.8f), 2);
}

void Page::draw_pipeline_cards(Ui& ui, const PageModel& model, const PageLayout& layout) {
  const float up = -ui.page_scroll;
  handle_playback_keys(ui, model.pipeline);
  if (pipeline_.compare) {
    draw_compare(ui, model.pipeline, &pipeline_, layout.compare.moved(0, up));
  } else {
    draw_machine(ui, model.pipeline, &pipeline_, layout.machine.moved(0, up));
    draw_schedule(ui, model.pipeline, &pipeline_, layout.schedule.moved(0, up));
  }
  draw_numbers(ui, model.pipeline, layout.numbers.moved(0, up));
}

void Page::draw_inspector_cards(Ui& ui, const InspectorModel& model, const PageLayout& layout) {
  const float up = -ui.page_scroll;
  handle_inspector_keys(ui, model);
  draw_tensors(ui, model, &inspector_, layout.tensors.moved(0, up));
  draw_heat(ui, model, &inspector_, layout.heat.moved(0, up));
  draw_distribution(ui, model, &inspector_, layout.distribution.moved(0, up));
  draw_printed(ui, model, &inspector_, layout.printed.moved(0, up));
}

void Page::draw_cards(Ui& ui, const PageModel& model, const PageLayout& layout) {
  const float up = -ui.page_scroll;
  ui.draw()->PushClipRect({layout.view.x, layout.view.y},
                          {layout.view.right(), layout.view.bottom()}, true);
  draw_scenes(ui, model, layout.scenes.moved(0, up));
  switch (model.scene) {
    case Scene::kFeeds:
      draw_flow(ui, model.flow, &flow_, layout.flow.moved(0, up));
      draw_traces(ui, model.traces, &traces_, layout.traces.moved(0, up));
      draw_digits(ui, model.digits, &digits_, layout.digits.moved(0, up));
      draw_pad(ui, model.drawing, &pad_, layout.pad.moved(0, up));
      break;
    case Scene::kSchedule:
      draw_pipeline_cards(ui, model, layout);
      break;
    case Scene::kModel:
      handle_builder_keys(ui, model.builder, &builder_);
      draw_builder(ui, model.builder, &builder_, layout.builder.moved(0, up));
      draw_code(ui, model.builder, &builder_, layout.code.moved(0, up));
      break;
    case Scene::kTensors:
      draw_inspector_cards(ui, model.inspector, layout);
      break;
    case Scene::kPrinted:
      draw_printed(ui, model.inspector, &inspector_, layout.printed.moved(0, up));
      break;
  }
  draw_loss(ui, model.loss, &loss_, layout.loss.moved(0, up));
  draw_accuracy(ui, model.accuracy, layout.accuracy.moved(0, up));
  draw_parameters(ui, model.parameters, model.data, model.transport,
                  layout.parameters.moved(0, up));
  scroll(ui, layout);
  ui.draw()->PopClipRect();
}

PageLayout Page::layout_of(Ui& ui, const PageModel& model, const Rect& page) const {
  const float parameters = parameters_height(ui, model.parameters, model.data);
  const bool scenes = model.scenes.size() > 1;
  switch (model.scene) {
    case Scene::kFeeds:
      break;
    case Scene::kSchedule:
      return lay_out_pipeline(page.w, page.h,
                              {.schedule = schedule_height(model.pipeline),
                               .compare = compare_height(model.pipeline),
                               .parameters = parameters,
                               .comparing = pipeline_.compare,
                               .scenes = scenes});
    case Scene::kModel:
      return lay_out_model(
          page.w, page.h,
          {.builder = builder_height(ui, model.builder, builder_), .parameters = parameters});
    case Scene::kTensors:
      return lay_out_inspector(page.w, page.h,
                               {.tensors = tensors_height(ui, model.inspector),
                                .parameters = parameters,
                                .scenes = scenes});
    case Scene::kPrinted:
      return lay_out_printed(page.w, page.h, parameters);
  }
  return lay_out(page.w, page.h, traces_height(model.traces), parameters);
}

void Page::draw(Ui& ui, const PageModel& model, const Rect& page) {
  ui.touch_layout = page.w < sizes::kPhoneWidth;
  ui.wheel_used = false;
  const PageLayout layout = layout_of(ui, model, page);
  handle_transport_keys(ui, model.transport, &help_open_);

  ImGui::SetNextWindowPos({layout.view.x, layout.view.y});
  ImGui::SetNextWindowSize({layout.view.w, layout.view.h});
  ImGui::Begin("page", nullptr, kWindow);
  draw_cards(ui, model, layout);
  ImGui::End();

  ImGui::SetNextWindowPos({layout.bar.x, layout.bar.y});
  ImGui::SetNextWindowSize({layout.bar.w, layout.bar.h});
  ImGui::Begin("bar", nullptr, kWindow);
  if (layout.phone) {
    draw_title(ui, model.transport, layout.bar, &help_open_);
  } else {
    draw_transport(ui, model.transport, layout.bar, &help_open_);
  }
  ImGui::End();

  if (layout.phone) {
    ImGui::SetNextWindowPos({layout.transport.x, layout.transport.y});
    ImGui::SetNextWindowSize({layout.transport.w, layout.transport.h});
    ImGui::Begin("transport", nullptr, kWindow);
    draw_transport_phone(ui, model.transport, layout.transport);
    ImGui::End();
  }
  draw_help(ui, page, &help_open_);
}

}  // namespace pipette::app
