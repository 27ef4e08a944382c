#include "scenes/schedule/schedule_view.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "pipeline/slot_clock.h"
#include "scenes/schedule/actions.h"
#include "scenes/schedule/memory_strips.h"
#include "scenes/schedule/schedule_track.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {

using pipelining::ScheduleLayout;

namespace {

constexpr float kLabels = 132;
constexpr float kLabelsNarrow = 48;
constexpr float kBraces = 32;
constexpr float kRowsTop = 4;

float row_height(int rows) { return rows <= 5 ? 27.0f : rows <= 8 ? 21.0f : 14.0f; }

// Cuts the controls from the right of the heading.
void draw_controls(Ui& ui, ScheduleViewState* state, Rect* heading) {
  Rect& header = *heading;
  const Rect fit = header.cut_right(ui.header_control(), 2).inset(0, -2);
  if (button(ui, "schedule/fit", fit, {.icon = Icon::fit, .quiet = true},
             "Show everything   ( F )")) {
    state->view.fitted = true;
  }
  const std::vector<std::string> labels = {"Slots", "Cycles"};
  const Rect place = header.cut_right(segmented_width(ui, labels), 6).inset(0, -1);
  const int before = static_cast<int>(state->columns);
  const int after = segmented(ui, "schedule/columns", place, labels, before);
  if (after != before) {
    state->columns = static_cast<Columns>(after);
    state->view.fitted = true;
  }
}

std::vector<LegendItem> legend_of(const Theme& theme) {
  const auto of = [&theme](Activity activity) -> LegendItem {
    return {theme::label_of(activity), activity_color(theme, activity), theme::term_of(activity)};
  };
  return {of(Activity::forward),
          of(Activity::backward),
          of(Activity::update),
          {"Stream copy", activity_color(theme, Activity::stream_mid), "stream copy"},
          {"Sync", theme.sync_line, "sync"},
          of(Activity::idle),
          {"Stashed", activity_color(theme, Activity::exchange), "stash"},
          {"Always live", activity_color(theme, Activity::stall), "state"}};
}

// The text at a brace.
struct PartLabel {
  std::string label, brief, detail;
};
PartLabel label_of(const ScheduleDrawing& drawing, std::size_t index) {
  const pipelining::LaidOutPart& part = drawing.layout().parts[index];
  std::string name = part.name;
  name[0] = static_cast<char>(name[0] - 'a' + 'A');
  if (part.is_update) return {name, "Update", ""};
  const char* unit = drawing.layout().columns == Columns::cycles ? " % busy" : " % of slots in use";
  return {name, "", format_number(100 * drawing.busy(index), 3) + unit};
}

void draw_brace(Ui& ui, float left, float right, float y, ImU32 color) {
  const float middle = (left + right) / 2;
  ImDrawList* draw = ui.draw();
  draw->PathLineTo({left, y});
  draw->PathLineTo({left, y + 4});
  draw->PathLineTo({right, y + 4});
  draw->PathLineTo({right, y});
  draw->PathStroke(color, 0, 1.2f);
  draw->AddLine({middle, y + 4}, {middle, y + 8}, color, 1.2f);
}

void draw_braces(Ui& ui, const ScheduleDrawing& drawing, const ScheduleTrack& track,
                 const Rect& area) {
  const Theme& theme = ui.colors();
  ui.rects.publish("schedule/braces", area);
  ui.draw()->PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
  for (std::size_t i = 0; i < drawing.layout().parts.size(); ++i) {
    const pipelining::LaidOutPart& part = drawing.layout().parts[i];
    const float left = std::max(track.x(part.begin) + 2, area.x);
    const float right = std::min(track.x(part.end) - 2, area.right());
    if (right - left < 12) continue;
    draw_brace(ui, left, right, area.y + 3, theme.line);
    const PartLabel words = label_of(drawing, i);
    const Rect line = {left, area.y + 12, right - left, area.h - 13};
    const float name = text_width(ui, words.label, sizes::kSmall, ui.fonts.strong);
    // The main part has the same explanation as ramp-up.
    explain_words(ui, part.name, line, part.name == "main" ? "ramp-up" : part.name);
    const float detail = words.detail.empty() ? 0 : 7 + text_width(ui, words.detail, sizes::kSmall);
    if (name + detail <= line.w) {
      const float at = line.center_x() - (name + detail) / 2;
      const float y = line.center_y() - sizes::kSmall / 2;
      text(ui, at, y, words.label, theme.text, sizes::kSmall, ui.fonts.strong);
      text(ui, at + name + 7, y, words.detail, theme.text_dim, sizes::kSmall);
    } else {
      const bool fits = text_width(ui, words.label, sizes::kTiny, ui.fonts.strong) <= line.w;
      if (!fits && line.w < 34) continue;
      text_in(ui, line, fits ? words.label : words.brief, theme.text, sizes::kTiny, ui.fonts.strong,
              Align::center);
    }
  }
  ui.draw()->PopClipRect();
}

void draw_axis(Ui& ui, const ScheduleLayout& layout, const TimeView& view, const Rect& axis,
               float head) {
  const Theme& theme = ui.colors();
  const bool slots = layout.columns == Columns::slots;
  const int most = std::max(2, static_cast<int>(axis.w / (slots ? 30.0f : 96.0f)));
  double before = -1;
  for (double tick : ticks(view.start_us, view.end_us, most)) {
    if (slots) tick = std::floor(tick);
    if (tick < 0 || tick > layout.end || tick == before) continue;
    before = tick;
    if (slots && tick >= static_cast<double>(layout.slots.size())) continue;
    const std::string label = format_count(static_cast<std::int64_t>(tick));
    const double at = slots ? layout.slots[static_cast<std::size_t>(tick)].middle() : tick;
    const float x = x_of(view, axis, at);
    const float width = text_width(ui, label, sizes::kTiny, ui.fonts.mono);
    // No number under the playhead: it is in the machine's heading.
    if (x < axis.x || x > axis.right() || std::fabs(x - head) < width / 2 + 4) continue;
    text(ui, std::clamp(x - width / 2, axis.x, axis.right() - width), axis.y + 7, label,
         theme.text_dim, sizes::kTiny, ui.fonts.mono);
  }
}

void draw_playhead(Ui& ui, const Rect& axis, const Rect& rows, const Rect& strips, float x) {
  if (x < rows.x - 1 || x > rows.right() + 1) return;
  const ImU32 ink = ui.colors().ink;
  ui.draw()->AddLine({x, axis.y + 4}, {x, rows.bottom()}, ink, 1.5f);
  ui.draw()->AddLine({x, strips.y}, {x, strips.bottom()}, ink, 1.5f);
  ui.draw()->AddTriangleFilled({x - 5, axis.y - 2}, {x + 5, axis.y - 2}, {x, axis.y + 5}, ink);
}

// Dragging on the axis moves the playhead.
void scrub(Ui& ui, const ScheduleModel& model, const ScheduleLayout& layout, const TimeView& view,
           const Rect& axis) {
  ui.rects.publish("schedule/axis", axis, Claim::horizontal);
  invisible_button("schedule/axis", axis);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (!ImGui::IsItemActive()) return;
  const double part = static_cast<double>((ImGui::GetIO().MousePos.x - axis.x) / axis.w);
  const double at = view.start_us + part * view.span_us();
  ui.ask(action::kSeek, layout.place_of_axis(model.picture->info().timing, std::max(0.0, at)));
}

void choose_by_key(const PipelineInfo& info, ScheduleViewState* state) {
  const int count = info.table.num_mini_batches;
  if (state->chosen >= count) state->chosen = -1;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  if (ImGui::IsKeyPressed(ImGuiKey_RightArrow)) {
    state->chosen = std::min(state->chosen + 1, count - 1);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow)) {
    state->chosen = state->chosen < 0 ? count - 1 : std::max(state->chosen - 1, 0);
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) state->chosen = -1;
}

}  // namespace

float schedule_height(const Ui& ui, const ScheduleModel& model) {
  if (model.picture == nullptr) return 240;
  const PipelineInfo& info = model.picture->info();
  const int rows = info.table.num_rows();
  const int stages = info.table.training ? info.table.num_stages : 0;
  return 20 + sizes::kCardHeader + sizes::kHalf + sizes::kAxis + kRowsTop +
         static_cast<float>(rows) * row_height(rows) + kBraces +
         (stages > 0 ? memory_strips_height(ui, stages) : 0) + 6;
}

void draw_schedule(Ui& ui, const ScheduleModel& model, ScheduleViewState* state, const Rect& area) {
  Rect header;
  Rect content = card(ui, "schedule", area, "Schedule", &header);
  if (model.picture == nullptr) return;
  draw_controls(ui, state, &header);
  const float above = content.y;
  const std::vector<LegendItem> legend = legend_of(ui.colors());
  draw_legend(ui, legend, legend_place(ui, legend, header, &content));
  const PipelineInfo& info = model.picture->info();
  const ScheduleLayout& layout = model.picture->drawing(state->columns).layout();
  choose_by_key(info, state);
  if (state->view.fitted) state->view.fit_to(layout.end);

  const int stages = info.table.training ? info.table.num_stages : 0;
  // On a wall the boxes get the room: their numbers are the topic.
  const float labels = content.w > 560 && ui.display.zoom == 1 ? kLabels : kLabelsNarrow;
  Rect plot = content;
  plot.cut_left(labels);
  const Rect axis = plot.cut_top(sizes::kAxis, kRowsTop);
  const float wanted = stages > 0 ? memory_strips_height(ui, stages) : 0;
  const float spare = area.h - schedule_height(ui, model) - (content.y - above);
  Rect strips = plot.cut_bottom(wanted + std::max(0.0f, 0.4f * spare), 0);
  const Rect braces = plot.cut_bottom(kBraces);

  const Rect whole = {plot.x, plot.y, plot.w, strips.bottom() - plot.y};
  if (stages > 0) {  // before the plot, which would take the clicks
    draw_memory_head(ui, model.picture->memory(), strips.cut_top(memory_head_height(ui)), labels,
                     &state->own_scale);
  }
  move_time_view(ui, "schedule/plot", whole, layout.end * 3, &state->view);
  state->view.keep_inside(layout.end);
  scrub(ui, model, layout, state->view, axis);

  const ScheduleTrack track(*model.picture, state->columns, state->view, plot);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ScheduleHit hit;
  if (ImGui::IsWindowHovered() && !ImGui::IsMouseDragging(0)) hit = track.hit(mouse.x, mouse.y);
  state->pointed = hit.box >= 0 ? item(info.table.boxes, hit.box).mini_batch : -1;

  ui.rects.publish("schedule/rows", plot);
  track.draw_labels(ui, labels, labels == kLabels);
  track.draw(ui, {.mini_batch = state->marked(), .span = hit.span, .place = model.place});
  draw_braces(ui, model.picture->drawing(state->columns), track, braces);
  const float head = track.x(layout.axis_of_place(info.timing, model.place));
  draw_axis(ui, layout, state->view, axis, head);
  if (stages > 0) {
    draw_memory_strips(ui, *model.picture, layout, state->view, strips, labels,
                       static_cast<double>((mouse.x - strips.x) / strips.w), model.place,
                       state->own_scale);
  }
  draw_playhead(ui, axis, plot, strips, head);
  schedule_tooltip(ui, *model.picture, hit,
                   {model.losses, model.update * info.table.num_mini_batches}, &plot);
}

}  // namespace pipette::app::schedule_scene
