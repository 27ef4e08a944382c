// One element of a tensor as a picture, with the slider that chooses it.
#include <algorithm>
#include <cmath>

#include "scenes/tensors/actions.h"
#include "scenes/tensors/tensors_view.h"
#include "ui/format.h"
#include "ui/plot_math.h"
#include "ui/widgets.h"

namespace pipette::app::tensors_scene {
namespace {

void draw_picture(Ui& ui, const TensorsModel& model, TensorsViewState* state, const Rect& area) {
  const Arrangement tiles =
      arrange(model.shape, model.kernel && !model.all_elements, area.w, area.h);
  const Rect place =
      draw_values(ui, {model.values, tiles, model.limit, model.version, model.all_elements},
                  &state->heat, area);
  ui.rects.publish("heat/picture", place);
  if (model.all_elements && model.count > 1) {  // marks the slider's element
    const bool down = model.shape[0] > 1;
    const float at = (static_cast<float>(model.element) + 0.5f) / static_cast<float>(model.count);
    const float x = place.x + (down ? 0 : at * place.w), y = place.y + (down ? at * place.h : 0);
    ui.draw()->AddTriangleFilled({x - (down ? 8.0f : 5.0f), y - (down ? 5.0f : 8.0f)},
                                 {x + (down ? -8.0f : 5.0f), y + (down ? 5.0f : -8.0f)},
                                 {x - (down ? 1.0f : 0.0f), y - (down ? 0.0f : 1.0f)},
                                 ui.colors().ink);
  }
  const std::int64_t index = value_under_pointer(tiles, place);
  if (index < 0) return;
  const bool counted =
      model.all_elements && model.shape.rank() == 2 && model.count == model.shape[0];
  value_tooltip(ui, model.shape, index, model.values[index], counted ? model.first : 0);
}

void draw_slider(Ui& ui, const TensorsModel& model, Rect line) {
  const std::string last = format_count(model.first + model.count);
  std::string axis = model.axis;
  if (!axis.empty() && axis[0] >= 'a') axis[0] = static_cast<char>(axis[0] - 'a' + 'A');
  const std::string here = axis + " " + format_count(model.first + model.element + 1);
  const float width = text_width(ui, axis + " " + last, sizes::kSmall, ui.fonts.strong) + 8;
  text_in(ui, line.cut_left(width, 4), here, ui.colors().text, sizes::kSmall, ui.fonts.strong);
  if (model.count < 2) return;
  const auto count = static_cast<int>(model.count);
  const int before = static_cast<int>(model.element);
  const int after =
      notch_slider(ui, "heat/element", line, count, before, "Left and right arrow keys");
  if (after == before) return;
  ui.ask(action::kInspectElement, after == count - 1 ? -1 : after);
}

// A loss is a single number: a rectangle of one colour would show less.
void draw_one_value(Ui& ui, float value, const Rect& area) {
  constexpr float kSize = 40;
  ui.rects.publish("heat/value", area);
  text_in(ui, area, format_value(static_cast<double>(value)), ui.colors().text, kSize,
          ui.fonts.mono, Align::center);
}

// One number per element, such as losses: stripes of similar colour would show less than a line.
void draw_line(Ui& ui, const TensorsModel& model, Rect area) {
  constexpr float kNumbers = 50;  // left of the line
  const Theme& theme = ui.colors();
  area.cut_left(kNumbers);
  area = area.inset(4, 8);
  ui.rects.publish("heat/line", area);
  const std::vector<float> values(model.values, model.values + model.count);
  const Range range = value_range(values, false);
  const auto y_of = [&](double value) {
    return area.bottom() - static_cast<float>(to_unit(value, range, false)) * area.h;
  };
  for (const double tick : value_ticks(range, false, std::max(2, static_cast<int>(area.h / 40)))) {
    const float y = y_of(tick);
    if (y < area.y - 1 || y > area.bottom() + 1) continue;
    ui.draw()->AddLine({area.x, y}, {area.right(), y}, theme.grid);
    text_in(ui, {area.x - kNumbers, y - 8, kNumbers - 6, 16}, format_value(tick), theme.text_dim,
            sizes::kTiny, ui.fonts.mono, Align::right);
  }
  const float step = area.w / static_cast<float>(model.count - 1);
  const auto at = [&](std::size_t i) {
    return ImVec2(area.x + step * static_cast<float>(i), y_of(static_cast<double>(values[i])));
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) {
      ui.draw()->PathLineTo(at(i));
    } else {  // the line has a gap there
      ui.draw()->PathStroke(theme.with_feeds, 0, 2);
      fill_rect(ui, {area.x + step * static_cast<float>(i) - 1, area.y, 2, area.h},
                theme.not_finite);
    }
  }
  ui.draw()->PathStroke(theme.with_feeds, 0, 2);
  const auto shown = static_cast<std::size_t>(model.element);
  if (std::isfinite(values[shown])) ui.draw()->AddCircleFilled(at(shown), 4, theme.with_feeds);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !area.contains(mouse.x, mouse.y)) return;
  const std::int64_t index =
      std::clamp<std::int64_t>(std::lround((mouse.x - area.x) / step), 0, model.count - 1);
  value_tooltip(ui, model.shape, index, values[static_cast<std::size_t>(index)], 0);
}

}  // namespace

void draw_heat(Ui& ui, const TensorsModel& model, TensorsViewState* state, const Rect& area) {
  const bool any = model.selected >= 0;
  const auto index = static_cast<std::size_t>(any ? model.selected : 0);
  Rect header;
  Rect content = card(ui, "heat", area, any ? model.tensors[index].key : "Values", &header);
  if (!any || model.values == nullptr) {
    text_wrapped(ui, content.inset(0, 8), "The values of the tensor that is picked above",
                 ui.colors().text_dim);
    return;
  }
  text_in(ui, header, model.tensors[index].latest(), ui.colors().text_dim, sizes::kSmall, nullptr,
          Align::right);
  draw_slider(ui, model, content.cut_bottom(ui.control(), 2));
  if (model.shape.num_elements() == 1) return draw_one_value(ui, model.values[0], content);
  const bool numbers = model.all_elements && model.shape[0] == 1 && model.shape[1] == model.count;
  if (numbers) return draw_line(ui, model, content);
  const inspect::Statistics& statistics = model.tensors[index].statistics;
  draw_value_scale(ui, "heat/scale",
                   {model.limit, model.is_signed, statistics.nans() || statistics.infs()},
                   content.cut_bottom(22, 6));
  if (model.all_elements)
    content = model.shape[0] > 1 ? Rect{content.x + 8, content.y, content.w - 8, content.h}
                                 : content.inset(0, 9);
  draw_picture(ui, model, state, content);
}

}  // namespace pipette::app::tensors_scene
