// A layer of the network: test images as points, and the singular values of its weights.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/format_quantity.h"
#include "core/item.h"
#include "scenes/tensors/actions.h"
#include "scenes/tensors/tensors_view.h"
#include "ui/format.h"
#include "ui/plot_math.h"
#include "ui/widgets.h"

namespace pipette::app::tensors_scene {
namespace {

constexpr float kBeside = 420;  // from this width the two pictures are side by side
constexpr float kCaption = 16;
constexpr float kValueLabels = 42;

std::string share_text(double share) {
  return std::isnan(share) ? "NaN" : format_percent(share) + " of the variance";
}

void caption(Ui& ui, Rect line, const std::string& text, const std::string& figure) {
  const Theme& theme = ui.colors();
  const float width = text_width(ui, figure, sizes::kTiny, ui.fonts.mono) + 2;
  text_in(ui, line.cut_right(std::min(width, line.w), 4), figure, theme.text_dim, sizes::kTiny,
          ui.fonts.mono);
  text_in(ui, line, text, theme.text_dim, sizes::kTiny, ui.fonts.strong);
}

void note(Ui& ui, const Rect& area, const std::string& text) {
  text_wrapped(ui, area.inset(8, 8), text, ui.colors().text_dim, sizes::kSmall);
}

// The positions of points: both axes share one scale, so that distances are correct.
struct Scatter {
  Scatter(const inspect::Projection& projection, const Rect& place) : area(place) {
    float low_x = 0, high_x = 0, low_y = 0, high_y = 0;
    for (const auto& point : projection.points) {
      low_x = std::min(low_x, point.x);
      high_x = std::max(high_x, point.x);
      low_y = std::min(low_y, point.y);
      high_y = std::max(high_y, point.y);
    }
    const Rect inner = area.inset(9, 9);
    scale = std::min(inner.w / std::max(1e-30f, high_x - low_x),
                     inner.h / std::max(1e-30f, high_y - low_y));
    middle_x = (low_x + high_x) / 2;
    middle_y = (low_y + high_y) / 2;
  }
  ImVec2 at(const inspect::Projection::Point& point) const {
    return {area.center_x() + (point.x - middle_x) * scale,
            area.center_y() - (point.y - middle_y) * scale};
  }

  Rect area;
  float scale = 1, middle_x = 0, middle_y = 0;
};

void point_tooltip(Ui& ui, const LayersModel& model, const Scatter& scatter) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !scatter.area.contains(mouse.x, mouse.y)) return;
  float nearest = 10 * 10;
  std::size_t found = model.projection.points.size();
  for (std::size_t i = 0; i < model.projection.points.size(); ++i) {
    const ImVec2 at = scatter.at(model.projection.points[i]);
    const float dx = at.x - mouse.x, dy = at.y - mouse.y;
    if (dx * dx + dy * dy >= nearest) continue;
    nearest = dx * dx + dy * dy;
    found = i;
  }
  if (found == model.projection.points.size()) return;
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.strong, sizes::kText);
  ImGui::TextUnformatted(item(model.classes->names, model.labels[found]));
  ImGui::PopFont();
  ImGui::TextUnformatted(
      ("Test image " + format_count(static_cast<std::int64_t>(found) + 1)).c_str());
  end_tooltip();
}

void draw_points(Ui& ui, const LayersModel& model, Rect area) {
  const Theme& theme = ui.colors();
  const inspect::Projection& p = model.projection;
  caption(ui, area.cut_top(kCaption, 2),
          format_count(static_cast<std::int64_t>(p.points.size())) + " test " +
              model.classes->several + ", two main components",
          share_text(p.shares[0] + p.shares[1]));
  ui.rects.publish("layers/points", area);
  fill_rect(ui, area, theme.sunken, 5);
  if (std::isnan(p.shares[0])) return note(ui, area, "What this layer makes is not finite.");
  const Scatter scatter(p, area);
  const float size = std::clamp(std::min(area.w, area.h) / 24, 9.0f, sizes::kText);
  ui.draw()->PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
  for (std::size_t i = 0; i < p.points.size(); ++i) {
    const std::string figure = std::to_string(model.labels[i]);
    const ImVec2 at = scatter.at(p.points[i]);
    text(ui, at.x - text_width(ui, figure, size, ui.fonts.strong) / 2, at.y - size / 2, figure,
         item(theme.classes, model.labels[i]), size, ui.fonts.strong);
  }
  ui.draw()->PopClipRect();
  point_tooltip(ui, model, scatter);
}

void draw_spectrum(Ui& ui, const LayersModel& model, Rect area) {
  const Theme& theme = ui.colors();
  const std::vector<double>& values = model.singular_values;
  caption(ui, area.cut_top(kCaption, 2), "Singular values", model.kernel_shape);
  ui.rects.publish("layers/spectrum", area);
  if (model.kernel.empty()) return note(ui, area, "This layer has no matrix of weights.");
  if (model.kernel_too_large) {
    return note(ui, area,
                "More than " + std::to_string(LayerInspection::kMostSingularValues) +
                    " of them take too long to watch. In JavaScript there is no limit: "
                    "session.singularValues().");
  }
  if (std::isnan(values.front())) return note(ui, area, "The weights are not finite.");
  area.cut_left(kValueLabels);
  const Rect axis = area.cut_bottom(kCaption);
  const Range range = {0, std::max(1e-30, values.front() * 1.05)};
  for (const double tick : value_ticks(range, false, std::max(2, static_cast<int>(area.h / 34)))) {
    const float y = area.bottom() - static_cast<float>(to_unit(tick, range, false)) * area.h;
    ui.draw()->AddLine({area.x, y}, {area.right(), y}, theme.grid);
    text_in(ui, {area.x - kValueLabels, y - 8, kValueLabels - 6, 16}, format_value(tick),
            theme.text_dim, sizes::kTiny, ui.fonts.mono, Align::right);
  }
  const float pitch = area.w / static_cast<float>(values.size());
  const float gap = pitch >= 4 ? 1.0f : 0.0f;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float height = static_cast<float>(to_unit(values[i], range, false)) * area.h;
    fill_rect(ui,
              {area.x + pitch * static_cast<float>(i), area.bottom() - height, pitch - gap, height},
              theme.with_feeds);
  }
  ui.draw()->AddLine({area.x, area.bottom()}, {area.right(), area.bottom()}, theme.line);
  const std::string last = std::to_string(values.size());
  text_in(ui, axis, "1", theme.text_dim, sizes::kTiny, ui.fonts.mono);
  text_in(ui, axis, last, theme.text_dim, sizes::kTiny, ui.fonts.mono, Align::right);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !area.contains(mouse.x, mouse.y)) return;
  const auto at = std::min(values.size() - 1, static_cast<std::size_t>((mouse.x - area.x) / pitch));
  begin_tooltip(ui);
  ImGui::TextUnformatted(
      ("Singular value " + std::to_string(at + 1) + " of " + last + ": " + format_value(values[at]))
          .c_str());
  end_tooltip();
}

}  // namespace

void choose_distribution_or_layers(Ui& ui, bool layers, Rect* header) {
  const std::vector<std::string> words = {"Values", "Layers"};
  const float width = segmented_width(ui, words);
  const int chosen = segmented(ui, "inspector/layers", header->cut_right(width, 8).inset(0, -2),
                               words, layers ? 1 : 0);
  if (chosen != (layers ? 1 : 0)) ui.ask(action::kInspectLayers, chosen);
}

void draw_layers(Ui& ui, const LayersModel& model, const Rect& area) {
  Rect header;
  Rect content = card(ui, "layers", area, "Layers", &header);
  choose_distribution_or_layers(ui, true, &header);
  if (model.selected < 0) {
    note(ui, content, "This program has no network whose layers could be inspected.");
    return;
  }
  Rect line = content.cut_top(ui.control(), sizes::kHalf);
  const int chosen = choice_box(ui, "layers/layer", line.cut_left(std::min(190.0f, line.w), 10),
                                item(model.layers, model.selected), model.layers, model.selected);
  if (chosen >= 0) ui.intents.push_back({action::kInspectLayer, {}, 0, item(model.layers, chosen)});
  if (model.step < 0) return;
  text_in(ui, line,
          format_count(model.features) + (model.features == 1 ? " output" : " outputs") +
              ", step " + format_count(model.step),
          ui.colors().text_dim, sizes::kSmall);
  const bool beside = content.w >= kBeside;
  const Rect spectrum = beside ? content.cut_right(0.4f * content.w, 14)
                               : content.cut_bottom(0.36f * content.h, sizes::kHalf);
  draw_points(ui, model, content);
  draw_spectrum(ui, model, spectrum);
}

}  // namespace pipette::app::tensors_scene
