#include "scenes/schedule/compare_view.h"

#include <algorithm>

#include "core/format_quantity.h"
#include "core/item.h"
#include "scenes/schedule/actions.h"
#include "scenes/schedule/machine_view.h"
#include "scenes/schedule/schedule_numbers.h"
#include "scenes/schedule/schedule_track.h"
#include "ui/explained.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::schedule_scene {
namespace {

constexpr float kLine = 20;
constexpr float kControls = 36;
constexpr const char* kSides[] = {"A", "B"};

float rows_height(const ComparedModel& side, float row) {
  return side.picture == nullptr ? 60
                                 : row * static_cast<float>(side.picture->info().table.num_rows());
}

void badge(Ui& ui, const Rect& area, const char* letter) {
  ui.draw()->AddCircleFilled({area.center_x(), area.center_y()}, 10, ui.colors().ink);
  text_in(ui, area, letter, ui.colors().text_on_ink, sizes::kSmall, ui.fonts.strong, Align::center);
}

void draw_controls(Ui& ui, const ComparedModel& side, int index, Rect line) {
  const std::string name = "compare/" + std::to_string(index);
  const auto ask = [&](const char* what, double value) {
    ui.intents.push_back({action::kCompare, std::to_string(index) + "/" + what, value});
  };
  line = line.inset(0, (kControls - 28) / 2);
  badge(ui, line.cut_left(22, 8), kSides[index]);
  const bool wide = line.w > 620;
  const std::vector<std::string> labels =
      wide ? std::vector<std::string>{"Grouped", "Interleaved", "Sequential"}
           : std::vector<std::string>{"Grp", "Int", "Seq"};
  const float width = std::min(segmented_width(ui, labels), 0.5f * line.w);
  const int chosen =
      segmented(ui, name + "/schedule", line.cut_left(width, 14), labels, side.schedule);
  if (chosen != side.schedule) ask("schedule", chosen);
  const auto number = [&](const char* what, const char* label, double value, double most) {
    if (wide) {
      const float label_width = text_width(ui, label) + 2;
      text_in(ui, line.cut_left(label_width, 8), label, ui.colors().text_dim);
    }
    const Rect place = line.cut_left(wide ? 100.0f : (line.w - 4) / 2, wide ? 18.0f : 4.0f);
    const NumberLook look = {.minimum = 1, .maximum = most};
    if (number_field(ui, name + "/" + what, place, look, &value)) ask(what, value);
  };
  number("stages", "Stages", static_cast<double>(side.stages),
         static_cast<double>(side.max_stages));
  if (!wide) line = {line.x, line.y, line.w * 2, line.h};
  number("count", "Mini-batches", static_cast<double>(side.count), 4096);
  const ButtonLook recompute = {.label = "Recompute", .selected = side.recompute};
  if (wide && button(ui, name + "/recompute", line.cut_left(button_width(ui, recompute), 14),
                     recompute, "Run the forward pass again instead of stashing activations")) {
    ask("recompute", side.recompute ? 0 : 1);
  }
  if (wide && !side.error.empty()) {
    text_in(ui, line, side.error, ui.colors().bad, sizes::kSmall);
  }
}

void draw_table(Ui& ui, const ScheduleModel& model, Rect area) {
  const Theme& theme = ui.colors();
  const std::vector<DifferenceLine> lines = differences(
      model.compared[0].picture->info(), model.compared[1].picture->info(), model.clock_hz);
  ui.rects.publish("compare/table", area);
  const bool wide = area.w > 560;
  Rect head = area.cut_top(kLine);
  const float name_width = wide ? 190.0f : 0.3f * area.w;
  const float value_width = wide ? 110.0f : 0.2f * area.w;
  head.cut_left(name_width);
  for (const char* side : kSides) {
    text_in(ui, head.cut_left(value_width), side, theme.text_dim, sizes::kSmall, ui.fonts.strong,
            Align::right);
  }
  for (const DifferenceLine& line : lines) {
    Rect row = area.cut_top(kLine);
    ui.draw()->AddLine({row.x, row.y}, {row.right(), row.y}, theme.grid);
    text_in(ui, row.cut_left(name_width), line.name, theme.text, sizes::kSmall);
    const auto value = [&](const std::string& string, bool better) {
      text_in(ui, row.cut_left(value_width), string, better ? theme.good : theme.text,
              sizes::kSmall, better ? ui.fonts.strong : ui.fonts.mono, Align::right);
    };
    value(line.first, line.better < 0);
    value(line.second, line.better > 0);
    row.cut_left(wide ? 30.0f : 10.0f);
    text_in(ui, row, line.words, theme.text_dim, sizes::kSmall);
  }
}

double longest(const ScheduleModel& model) {
  double end = 1;
  for (const ComparedModel& side : model.compared) {
    if (side.picture == nullptr) continue;
    end = std::max(end, side.picture->drawing(Columns::cycles).layout().end);
  }
  return end;
}

void draw_axis(Ui& ui, const ScheduleModel& model, const TimeView& view,
               const std::vector<Rect>& tracks, const Rect& labels) {
  const Rect& plot = tracks.front();
  const Theme& theme = ui.colors();
  const double per_us = model.clock_hz / 1e6;
  const int most = std::max(2, static_cast<int>(plot.w / 90));
  for (const double tick : ticks(view.start_us / per_us, view.end_us / per_us, most)) {
    if (tick < 0) continue;
    const float x = x_of(view, plot, tick * per_us);
    if (x < plot.x || x > plot.right()) continue;
    for (const Rect& track : tracks) {
      ui.draw()->AddLine({x, track.y}, {x, track.bottom() + 3}, theme.grid);
    }
    const std::string label = format_time_us(tick);
    const float width = text_width(ui, label, sizes::kSmall);
    text(ui, std::clamp(x - width / 2, plot.x, plot.right() - width), labels.y + 4, label,
         theme.text_dim, sizes::kSmall);
  }
}

// The IPUs' whole time as one bar, with the names of shares where they fit.
void draw_shares(Ui& ui, const std::vector<TimeShare>& shares, const Rect& row) {
  const Theme& theme = ui.colors();
  const ImU32 fills[] = {theme.ink, activity_color(theme, Activity::stall),
                         activity_color(theme, Activity::idle)};
  Rect bar = row.inset(0, 2);
  ui.rects.publish("numbers/shares", bar);
  const float width = bar.w;
  std::string help = "All of the IPUs' time before the weight update:";
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const TimeShare& share = shares[i];
    const Rect part = bar.cut_left(static_cast<float>(share.fraction) * width);
    fill_rect(ui, part, fills[i], 2);
    const float room = part.w - 8;
    for (const std::string& label : {share.value + " " + share.name, share.value}) {
      if (text_width(ui, label, sizes::kTiny) > room) continue;
      text_in(ui, part.inset(4, 0), label, i == 0 ? theme.text_on_ink : theme.text, sizes::kTiny);
      break;
    }
    help += "\n" + share.value + " " + share.name + ": " + share.help;
  }
  ImGui::PushID("shares");
  invisible_button("bar", row);
  ImGui::PopID();
  tooltip_beside(ui, row, help);
}

}  // namespace

float compare_height(const ScheduleModel& model) {
  float height = 20 + sizes::kCardHeader + sizes::kHalf + sizes::kAxis + 6 * kLine + 10;
  for (const ComparedModel& side : model.compared) height += kControls + rows_height(side, 20) + 6;
  return height;
}

void draw_compare(Ui& ui, const ScheduleModel& model, ScheduleViewState* state, const Rect& area) {
  Rect header;
  Rect content = card(ui, "compare", area, "Pipeline", &header);
  pipeline_tabs(ui, state, &header);
  const Rect fit = header.cut_right(ui.header_control(), 8).inset(0, -2);
  TimeView& view = state->compare_view;
  if (button(ui, "compare/fit", fit, {.icon = Icon::fit, .quiet = true},
             "Show everything   ( F )")) {
    view.fitted = true;
  }
  const double end = longest(model);
  if (view.fitted) view.fit_to(end);
  const bool both = model.compared[0].picture != nullptr && model.compared[1].picture != nullptr;
  if (both) draw_table(ui, model, content.cut_bottom(6 * kLine, 10));
  const Rect axis = content.cut_bottom(sizes::kAxis);
  const float labels = content.w > 560 ? 56.0f : 46.0f;
  float rows = 0;
  for (const ComparedModel& side : model.compared) rows += rows_height(side, 1);
  const float row = (content.h - 2 * (kControls + 6)) / std::max(1.0f, rows);
  Rect plot = content;
  plot.cut_left(labels);
  std::vector<Rect> places;
  for (int i = 0; i < 2; ++i) {
    const ComparedModel& side = item(model.compared, i);
    draw_controls(ui, side, i, content.cut_top(kControls));
    Rect place = content.cut_top(rows_height(side, std::min(row, 44.0f)), 6);
    place.cut_left(labels);
    places.push_back(place);
  }
  draw_axis(ui, model, view, places, axis);
  const Rect movable = {plot.x, places[0].y, plot.w, places[0].h};
  move_time_view(ui, "compare/plot", movable, end * 3, &view);
  view.keep_inside(end);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (std::size_t i = 0; i < 2; ++i) {
    const PipelinePicture* picture = model.compared[i].picture;
    if (picture == nullptr) {
      text_wrapped(ui, places[i].inset(0, 8), model.compared[i].error, ui.colors().bad,
                   sizes::kSmall);
      continue;
    }
    const ScheduleTrack track(*picture, Columns::cycles, view, places[i]);
    ui.rects.publish(i == 0 ? "compare/first" : "compare/second", places[i]);
    ScheduleHit hit;
    if (ImGui::IsWindowHovered()) hit = track.hit(mouse.x, mouse.y);
    track.draw_labels(ui, labels, false);
    const int pointed = hit.box >= 0 ? item(picture->info().table.boxes, hit.box).mini_batch : -1;
    track.draw(ui, {.mini_batch = pointed, .span = hit.span});
    schedule_tooltip(ui, *picture, hit, {}, &places[i]);
  }
}

void draw_numbers(Ui& ui, const ScheduleModel& model, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect content = card(ui, "numbers", area, "In numbers");
  if (model.picture == nullptr) return;
  const std::vector<NumberLine> lines = numbers_of(model.picture->info(), model.clock_hz);
  constexpr float kOneLine = 400;
  const bool below = ui.display.touch_layout && content.w < kOneLine;
  const bool wall = ui.display.zoom > 1;
  const float size = wall && !below ? sizes::kTitle : sizes::kSmall;
  const float room = content.h / static_cast<float>(lines.size() + 1);
  const float pitch = std::min(wall ? 44.0f : below ? 36.0f : 22.0f, room);
  draw_shares(ui, model.picture->shares(), content.cut_top(pitch));
  for (const NumberLine& line : lines) {
    Rect row = content.cut_top(pitch);
    Rect formula = below ? row.cut_bottom(pitch / 2) : Rect();
    explained_label(ui, row.cut_left(84 * size / sizes::kSmall, 6), line.name, line.help,
                    theme.text, size);
    text_in(ui, row.cut_right(68 * size / sizes::kSmall, 8), line.value, theme.text, size,
            ui.fonts.strong, Align::right);
    text_in(ui, below ? formula : row, line.formula, theme.text_dim, size);
  }
}

}  // namespace pipette::app::schedule_scene
