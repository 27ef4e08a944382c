#include "scenes/sweep/sweep_view.h"

#include <algorithm>

#include "cards/actions.h"
#include "experiment/variation.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app::sweep_scene {
namespace {

constexpr float kAbreast = 620;  // from this width on the controls stand side by side
constexpr float kField = 190, kScale = 56, kLabels = 20;
constexpr float kRadius = 4.5f;

void choose_field(Ui& ui, SweepChoice* choice, const Rect& area) {
  std::vector<std::string> labels;
  int selected = -1;
  for (const Field* field : choice->fields) {
    if (field->name == choice->field) selected = static_cast<int>(labels.size());
    labels.push_back(field->label);
  }
  const std::string shown = selected < 0 ? "" : labels[static_cast<std::size_t>(selected)];
  const int chosen = choice_box(ui, "sweep/field", area, shown, labels, selected);
  if (chosen < 0 || chosen == selected) return;
  choice->field = choice->fields[static_cast<std::size_t>(chosen)]->name;
  choice->values.clear();  // the scene fills in the usual ones, and looks at them
}

void begin_or_stop(Ui& ui, const SweepModel& model, SweepChoice* choice, const Rect& area) {
  if (model.busy) {
    const ButtonLook look = {.icon = Icon::pause, .label = "Stop"};
    if (button(ui, "sweep/stop", area, look, "Keep the points that are done")) ui.ask(kStopSweep);
    return;
  }
  const ButtonLook look = {.icon = Icon::play,
                           .label = "Sweep",
                           .primary = true,
                           .enabled = choice->error.empty() && !choice->field.empty()};
  if (button(ui, "sweep/begin", area, look,
             "Run the experiment with each of these values, beside what runs now")) {
    ui.intents.push_back({kSweep, choice->field, 0, choice->values});
  }
}

void draw_controls(Ui& ui, const SweepModel& model, SweepChoice* choice, Rect* content) {
  const float height = ui.control();
  const bool abreast = content->w >= kAbreast;
  Rect row = content->cut_top(height, sizes::kHalf);
  const Rect run =
      row.cut_right(button_width(ui, {.icon = Icon::pause, .label = "Sweep"}) + 12, sizes::kHalf);
  begin_or_stop(ui, model, choice, run);
  if (abreast) {
    choose_field(ui, choice, row.cut_left(kField, sizes::kHalf));
  } else {
    choose_field(ui, choice, row);
    row = content->cut_top(height, sizes::kHalf);
  }
  text_field(ui, "sweep/values", row, !choice->error.empty(), &choice->values);
  std::vector<std::string> labels;
  std::vector<Figure> figures;
  int selected = 0;
  for (const Figure figure : {Figure::accuracy, Figure::loss, Figure::seconds}) {
    if (figure == Figure::accuracy && !choice->classifies) continue;
    if (figure == choice->figure) selected = static_cast<int>(figures.size());
    figures.push_back(figure);
    labels.emplace_back(label_of(figure));
  }
  row = content->cut_top(height, sizes::kGap);
  const Rect shown = row.cut_left(std::min(row.w, segmented_width(ui, labels)), sizes::kGap);
  choice->figure =
      figures[static_cast<std::size_t>(segmented(ui, "sweep/figure", shown, labels, selected))];
  const std::string words = !choice->error.empty() ? choice->error
                            : model.points.empty() ? ""
                            : model.busy           ? std::to_string(model.ended) + " of " +
                                               std::to_string(model.points.size()) + " done"
                            : !model.belongs ? "Of the experiment as it was then"
                                             : "";
  if (words.empty()) return;
  const Rect place = abreast ? row : content->cut_top(18, sizes::kHalf);
  text_in(ui, place, words, choice->error.empty() ? ui.colors().text_dim : ui.colors().bad,
          sizes::kSmall);
}

struct Plot {
  Rect area;
  Range range;
  float x(const SweepModel::Point& point) const {
    return area.x + static_cast<float>(point.x) * area.w;
  }
  float y(double value) const {
    const double unit = std::clamp(to_unit(value, range, false), 0.0, 1.0);
    return area.bottom() - static_cast<float>(unit) * area.h;
  }
};

void draw_scales(Ui& ui, const SweepModel& model, Figure figure, const Plot& plot) {
  const Theme& theme = ui.colors();
  const int rows = std::max(2, static_cast<int>(plot.area.h / 40));
  for (const double tick : value_ticks(plot.range, false, rows)) {
    const float y = plot.y(tick);
    ui.draw()->AddLine({plot.area.x - 8, y}, {plot.area.right() + 8, y}, theme.grid);
    const std::string label =
        figure == Figure::accuracy ? format_number(100 * tick, 3) + " %" : format_tick(tick);
    text_in(ui, {plot.area.x - 8 - kScale, y - 8, kScale - 6, 16}, label, theme.text_dim,
            sizes::kTiny, ui.fonts.mono, Align::right);
  }
  float free_from = -1e9f;  // labels of points that lie close together are left out
  for (const SweepModel::Point& point : model.points) {
    const float width = text_width(ui, point.label, sizes::kTiny, ui.fonts.mono);
    const float x = plot.x(point) - width / 2;
    if (x < free_from) continue;
    text(ui, x, plot.area.bottom() + 7, point.label, point.used ? theme.text : theme.text_dim,
         sizes::kTiny, ui.fonts.mono);
    free_from = x + width + 8;
  }
}

void draw_curve(Ui& ui, const SweepModel& model, const Plot& plot) {
  const Theme& theme = ui.colors();
  ImDrawList* draw = ui.draw();
  for (const SweepModel::Point& point : model.points) {
    if (point.y) draw->PathLineTo({plot.x(point), plot.y(*point.y)});
  }
  draw->PathStroke(theme.ink, 0, 2);
  for (const SweepModel::Point& point : model.points) {
    const float x = plot.x(point);
    if (point.failed) {  // a cross at the bottom
      const float y = plot.area.bottom() - kRadius;
      draw->AddLine({x - kRadius, y - kRadius}, {x + kRadius, y + kRadius}, theme.bad, 2);
      draw->AddLine({x - kRadius, y + kRadius}, {x + kRadius, y - kRadius}, theme.bad, 2);
    } else if (point.y) {
      const float y = plot.y(*point.y);
      draw->AddCircleFilled({x, y}, kRadius, theme.ink);
      if (point.used) draw->AddCircle({x, y}, kRadius + 3.5f, theme.ink, 0, 2);
    } else {
      draw->AddLine({x, plot.area.bottom()}, {x, plot.area.bottom() - 5}, theme.line, 1.5f);
    }
  }
}

// Each point has the part of the plot that is nearer to it than to its neighbours.
void point_at(Ui& ui, const SweepModel& model, const FieldSweep& sweep, const Plot& plot) {
  const Theme& theme = ui.colors();
  for (std::size_t i = 0; i < model.points.size(); ++i) {
    const SweepModel::Point& point = model.points[i];
    const float x = plot.x(point);
    const float left = i == 0 ? plot.area.x - 8 : (plot.x(model.points[i - 1]) + x) / 2;
    const float right = i + 1 == model.points.size() ? plot.area.right() + 8
                                                     : (plot.x(model.points[i + 1]) + x) / 2;
    const Rect part = {std::min(left, right), plot.area.y, std::abs(right - left),
                       plot.area.h + kLabels};
    const std::string name = "sweep/point/" + std::to_string(i);
    const bool clicked = invisible_button(name, part);
    publish_control(ui, name, part);
    const bool can_be_used = !point.failed && !point.used;
    if (ImGui::IsItemHovered()) {
      ui.draw()->AddLine({x, plot.area.y}, {x, plot.area.bottom()}, theme.line);
      begin_tooltip(ui);
      ImGui::TextUnformatted((model.title + ": " + point.label + "\n" + point.words).c_str());
      if (can_be_used) ImGui::TextUnformatted("Click to use this value.");
      end_tooltip();
    }
    if (!clicked || !can_be_used) continue;
    const Json& value = sweep.points()[i].value;
    Intent use = {action::kSetParameter, sweep.field()};
    if (value.is_string()) use.text = value.get<std::string>();
    if (value.is_number()) use.number = value.get<double>();
    if (value.is_boolean()) use.number = value.get<bool>() ? 1 : 0;
    ui.intents.push_back(std::move(use));
  }
}

}  // namespace

void draw_sweep(Ui& ui, const SweepModel& model, const FieldSweep* sweep, SweepChoice* choice,
                const Rect& area) {
  const Theme& theme = ui.colors();
  Rect content = card(ui, "sweep", area, "One field, several values");
  draw_controls(ui, model, choice, &content);
  if (model.points.empty()) {
    text_wrapped(ui, content,
                 "Choose a field and its values, separated by commas. The experiment is run with "
                 "each of them, one after another, and the results become a curve. A click on a "
                 "point uses its value.",
                 theme.text_dim);
    return;
  }
  Plot plot = {content, model.range};
  plot.area.cut_left(kScale);
  plot.area.cut_right(14);
  plot.area.cut_bottom(kLabels);
  plot.area.cut_top(8);
  if (model.busy) {  // how far it is, below the controls
    const Rect line = {content.x, content.y - 4, content.w * static_cast<float>(model.progress), 2};
    fill_rect(ui, line, theme.ink, 1);
  }
  draw_scales(ui, model, choice->figure, plot);
  draw_curve(ui, model, plot);
  point_at(ui, model, *sweep, plot);
}

}  // namespace pipette::app::sweep_scene
