// One element of a tensor as a picture, with the slider that chooses it.
#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "scenes/inspector/actions.h"
#include "scenes/inspector/inspector_view.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kMaxStretch = 6;  // of a matrix's cells
constexpr float kBar = 12;

float pixel_ratio() { return std::max(1.0f, ImGui::GetIO().DisplayFramebufferScale.x); }

Raster::Palette value_palette(const Theme& theme) {
  Raster::Palette colors{};
  colors[kNothing] = 0;
  colors[kNotFinite] = theme.not_finite;
  constexpr float kEach = static_cast<float>(theme::kHeatLevels - 1) / 4;  // levels to a stop
  for (int level = kLowest; level < 256; ++level) {
    const float at = std::clamp(static_cast<float>(level - kLowest) / kEach, 0.0f, 3.999f);
    const auto stop = static_cast<std::size_t>(at);
    item(colors, level) =
        blend(theme.values[stop], theme.values[stop + 1], at - static_cast<float>(stop));
  }
  return colors;
}

// Images keep square pixels; a matrix may be stretched, a list of vectors fills everything.
Rect fit(const Arrangement& tiles, bool all_elements, const Rect& area) {
  const float ratio = pixel_ratio();
  float cell_w = area.w / static_cast<float>(tiles.width());
  float cell_h = area.h / static_cast<float>(tiles.height());
  const float stretch = all_elements ? 1e9f : tiles.count > 1 ? 1 : kMaxStretch;
  const float w = std::min(cell_w, cell_h * stretch), h = std::min(cell_h, cell_w * stretch);
  const auto whole = [&](float cell, int count) {  // device pixels; whole ones for each cell
    const float pixels = cell * ratio;
    const float each = pixels >= 3 && !all_elements ? std::floor(pixels) : pixels;
    return std::max(1.0f, std::floor(each * static_cast<float>(count))) / ratio;
  };
  const float width = whole(w, tiles.width()), height = whole(h, tiles.height());
  const auto snapped = [&](float x) { return std::round(x * ratio) / ratio; };
  return {snapped(area.x + (area.w - width) / 2), snapped(area.y + (area.h - height) / 2), width,
          height};
}

// "[3, 17] 0.0123": where the value is in the tensor.
void value_tooltip(Ui& ui, const InspectorModel& model, std::int64_t index) {
  std::string place;
  std::int64_t rest = index;
  const auto& size = model.shape.sizes();
  for (std::size_t axis = size.size(); axis-- > 0;) {
    std::int64_t at = rest % size[axis];
    rest /= size[axis];
    if (model.all_elements && axis == 0 && size.size() == 2 && model.count == size[0]) {
      at += model.first;
    }
    place = std::to_string(at) + (place.empty() ? "" : ", ") + place;
  }
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.mono, sizes::kText);
  ImGui::TextUnformatted(
      ("[" + place + "]  " + format_value(static_cast<double>(model.values[index]))).c_str());
  ImGui::PopFont();
  end_tooltip();
}

void draw_picture(Ui& ui, const InspectorModel& model, InspectorViewState* state,
                  const Rect& area) {
  const Arrangement tiles =
      arrange(model.shape, model.kernel && !model.all_elements, area.w, area.h);
  const Rect place = fit(tiles, model.all_elements, area);
  ui.rects.publish("heat/picture", place);
  if (state->heat.stale(ui, place, model.version)) {
    state->heat.raster->set(
        state->heat.width, state->heat.height,
        paint(model.values, tiles, model.limit, state->heat.width, state->heat.height),
        value_palette(ui.colors()));
  }
  state->heat.raster->draw(ui, place);
  outline_rect(ui, place.inset(-1), ui.colors().card_border, 0);
  if (model.all_elements && model.count > 1) {  // the element that the slider stands on
    const bool down = model.shape[0] > 1;
    const float at = (static_cast<float>(model.element) + 0.5f) / static_cast<float>(model.count);
    const float x = place.x + (down ? 0 : at * place.w), y = place.y + (down ? at * place.h : 0);
    ui.draw()->AddTriangleFilled({x - (down ? 8.0f : 5.0f), y - (down ? 5.0f : 8.0f)},
                                 {x + (down ? -8.0f : 5.0f), y + (down ? 5.0f : -8.0f)},
                                 {x - (down ? 1.0f : 0.0f), y - (down ? 0.0f : 1.0f)},
                                 ui.colors().ink);
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !place.contains(mouse.x, mouse.y)) return;
  const auto at = [](float share, int count) {
    return static_cast<int>(share * static_cast<float>(count));
  };
  const Arrangement::Cell cell = tiles.cell(at((mouse.x - place.x) / place.w, tiles.width()),
                                            at((mouse.y - place.y) / place.h, tiles.height()));
  if (cell.tile >= 0) value_tooltip(ui, model, cell.index);
}

// The scale, zero marked; NaN and infinity beside it.
void draw_scale(Ui& ui, const InspectorModel& model, Rect line) {
  const Theme& theme = ui.colors();
  ui.rects.publish("heat/scale", line);
  const auto& statistics = item(model.tensors, model.selected).statistics;
  if (statistics.nans() || statistics.infs()) {
    legend_item(ui, line.cut_right(64).x, line.center_y(), theme.not_finite, "NaN, inf");
  }
  const auto label = [&](const Rect& place, const std::string& text, Align align) {
    text_in(ui, place, text, theme.text_dim, sizes::kTiny, ui.fonts.mono, align);
  };
  const float number = 62;
  if (model.is_signed) label(line.cut_left(number, 6), format_value(-model.limit), Align::right);
  const Rect bar =
      Rect{line.x, line.center_y() - kBar / 2, std::min(260.0f, line.w - number), kBar};
  constexpr int kParts = 4;
  const int first = model.is_signed ? 0 : 2;
  const float part = bar.w / static_cast<float>(kParts - first);
  for (int i = first; i < kParts; ++i) {
    const float x = bar.x + part * static_cast<float>(i - first);
    ui.draw()->AddRectFilledMultiColor({x, bar.y}, {x + part, bar.bottom()}, theme.values[i],
                                       theme.values[i + 1], theme.values[i + 1], theme.values[i]);
  }
  outline_rect(ui, bar, theme.card_border, 0);
  const float zero = model.is_signed ? bar.center_x() : bar.x;
  ui.draw()->AddLine({zero, bar.y - 4}, {zero, bar.bottom() + 4}, theme.text, 1.5f);
  label({zero + 4, bar.y, 12, bar.h}, "0", Align::left);
  label({bar.right() + 6, line.y, number, line.h}, format_value(model.limit), Align::left);
  invisible_button("heat/scale", bar);
  tooltip_for_last_item(ui, "The strongest colour stands for this and everything beyond");
}

void draw_slider(Ui& ui, const InspectorModel& model, Rect line) {
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

// A loss is a number: a rectangle of one colour would say less.
void draw_one_value(Ui& ui, float value, const Rect& area) {
  constexpr float kSize = 40;
  ui.rects.publish("heat/value", area);
  text_in(ui, area, format_value(static_cast<double>(value)), ui.colors().text, kSize,
          ui.fonts.mono, Align::center);
}

}  // namespace

bool InspectorViewState::Picture::stale(Ui& ui, const Rect& area, std::uint64_t wanted) {
  const auto pixels = [](float length) {
    return std::clamp(static_cast<int>(std::lround(length * pixel_ratio())), 1, Raster::kMaxSide);
  };
  const int w = pixels(area.w), h = pixels(area.h);
  const bool painted =
      raster != nullptr && version == wanted && width == w && height == h && theme == ui.theme_kind;
  if (raster == nullptr) raster = std::make_unique<Raster>();
  version = wanted;
  width = w;
  height = h;
  theme = ui.theme_kind;
  return !painted;
}

void draw_heat(Ui& ui, const InspectorModel& model, InspectorViewState* state, const Rect& area) {
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
  draw_scale(ui, model, content.cut_bottom(22, 6));
  if (model.all_elements)
    content = model.shape[0] > 1 ? Rect{content.x + 8, content.y, content.w - 8, content.h}
                                 : content.inset(0, 9);
  draw_picture(ui, model, state, content);
}

}  // namespace pipette::app
