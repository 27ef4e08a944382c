#include "ui/value_picture.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kMaxStretch = 6;  // of a matrix's cells
constexpr float kBar = 12, kLongestBar = 260;
constexpr float kLimitWidth = 62;  // of a number beside the bar

}  // namespace

bool PaintedPicture::stale(Ui& ui, const Rect& area, std::uint64_t wanted) {
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

Rect fit_values(const Arrangement& tiles, bool fill, const Rect& area) {
  const float ratio = pixel_ratio();
  const float cell_w = area.w / static_cast<float>(tiles.width());
  const float cell_h = area.h / static_cast<float>(tiles.height());
  const float stretch = fill ? 1e9f : tiles.count > 1 ? 1 : kMaxStretch;
  const float w = std::min(cell_w, cell_h * stretch), h = std::min(cell_h, cell_w * stretch);
  const auto whole = [&](float cell, int count) {  // device pixels; a whole number per cell
    const float pixels = cell * ratio;
    const float each = pixels >= 3 && !fill ? std::floor(pixels) : pixels;
    return std::max(1.0f, std::floor(each * static_cast<float>(count))) / ratio;
  };
  const float width = whole(w, tiles.width()), height = whole(h, tiles.height());
  const auto snapped = [&](float x) { return std::round(x * ratio) / ratio; };
  return {snapped(area.x + (area.w - width) / 2), snapped(area.y + (area.h - height) / 2), width,
          height};
}

Rect draw_values(Ui& ui, const ShownValues& shown, PaintedPicture* state, const Rect& area) {
  const Rect place = fit_values(shown.tiles, shown.fill, area);
  if (state->stale(ui, place, shown.version)) {
    state->raster->set({0, 0, state->width, state->height},
                       paint(shown.values, shown.tiles, shown.limit, state->width, state->height),
                       value_palette(ui.colors()));
  }
  state->raster->draw(ui, place, {0, 0, state->width, state->height});
  outline_rect(ui, place.inset(-1), ui.colors().card_border, 0);
  return place;
}

std::int64_t value_under_pointer(const Arrangement& tiles, const Rect& place) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsWindowHovered() || !place.contains(mouse.x, mouse.y)) return -1;
  const auto at = [](float share, int count) {
    return static_cast<int>(share * static_cast<float>(count));
  };
  const Arrangement::Cell cell = tiles.cell(at((mouse.x - place.x) / place.w, tiles.width()),
                                            at((mouse.y - place.y) / place.h, tiles.height()));
  return cell.tile < 0 ? -1 : cell.index;
}

void value_tooltip(Ui& ui, const Shape& shape, std::int64_t index, float value,
                   std::int64_t first) {
  std::string place;
  std::int64_t rest = index;
  const auto& size = shape.sizes();
  for (std::size_t axis = size.size(); axis-- > 0;) {
    const std::int64_t at = rest % size[axis] + (axis == 0 ? first : 0);
    rest /= size[axis];
    place = std::to_string(at) + (place.empty() ? "" : ", ") + place;
  }
  begin_tooltip(ui);
  ImGui::PushFont(ui.fonts.mono, sizes::kText);
  ImGui::TextUnformatted(("[" + place + "]  " + format_value(static_cast<double>(value))).c_str());
  ImGui::PopFont();
  end_tooltip();
}

// Zero is marked; the mark for NaN and infinity is beside the scale.
void draw_value_scale(Ui& ui, const std::string& name, const ValueScale& scale, Rect line) {
  const Theme& theme = ui.colors();
  ui.rects.publish(name, line);
  if (scale.not_finite) {
    legend_item(ui, line.cut_right(64).x, line.center_y(), theme.not_finite, "NaN, inf");
  }
  const auto label = [&](const Rect& place, const std::string& text, Align align) {
    text_in(ui, place, text, theme.text_dim, sizes::kTiny, ui.fonts.mono, align);
  };
  if (scale.is_signed)
    label(line.cut_left(kLimitWidth, 6), format_value(-scale.limit), Align::right);
  const Rect bar = {line.x, line.center_y() - kBar / 2, std::min(kLongestBar, line.w - kLimitWidth),
                    kBar};
  constexpr int kParts = 4;
  const int first = scale.is_signed ? 0 : 2;
  const float part = bar.w / static_cast<float>(kParts - first);
  for (int i = first; i < kParts; ++i) {
    const float x = bar.x + part * static_cast<float>(i - first);
    ui.draw()->AddRectFilledMultiColor({x, bar.y}, {x + part, bar.bottom()}, theme.values[i],
                                       theme.values[i + 1], theme.values[i + 1], theme.values[i]);
  }
  outline_rect(ui, bar, theme.card_border, 0);
  const float zero = scale.is_signed ? bar.center_x() : bar.x;
  ui.draw()->AddLine({zero, bar.y - 4}, {zero, bar.bottom() + 4}, theme.text, 1.5f);
  label({zero + 4, bar.y, 12, bar.h}, "0", Align::left);
  label({bar.right() + 6, line.y, kLimitWidth, line.h}, format_value(scale.limit), Align::left);
  invisible_button(name, bar);
  tooltip_for_last_item(ui, "The strongest colour stands for this and everything beyond");
}

}  // namespace pipette::app
