#include "cards/class_bars.h"

#include <algorithm>

#include "core/format_quantity.h"
#include "ui/format.h"

namespace pipette::app {
namespace {

constexpr float kThickest = 8, kFigures = 48;

}  // namespace

void draw_class_bars(Ui& ui, const ClassBars& bars, const Rect& area) {
  const Theme& theme = ui.colors();
  const std::size_t count = bars.classes->short_names.size();
  const float* p = bars.probabilities;
  const auto best =
      p == nullptr ? count : static_cast<std::size_t>(std::max_element(p, p + count) - p);
  const float row = area.h / static_cast<float>(count);
  float names = 10;
  for (const char* name : bars.classes->short_names) {
    names = std::max(names, text_width(ui, name, sizes::kSmall, ui.fonts.strong));
  }
  for (std::size_t i = 0; i < count; ++i) {
    Rect line = {area.x, area.y + row * static_cast<float>(i), area.w, row};
    const bool chosen = i == best;
    const ImU32 ink = chosen ? theme.text : theme.text_dim;
    text_in(ui, line.cut_left(names, 6), bars.classes->short_names[i], ink, sizes::kSmall,
            chosen ? ui.fonts.strong : ui.fonts.text);
    if (bars.figures) {
      const std::string figure = p == nullptr ? "" : format_percent(static_cast<double>(p[i]));
      text_in(ui, line.cut_right(kFigures, 6), figure, ink, sizes::kTiny, ui.fonts.mono,
              Align::right);
    }
    const float height = std::min(kThickest, row - 3);
    const Rect bar = {line.x, line.center_y() - height / 2, line.w, height};
    fill_rect(ui, bar, theme.grid, height / 2);
    if (p == nullptr) continue;
    fill_rect(ui, {bar.x, bar.y, std::max(height, bar.w * p[i]), height},
              chosen ? theme.ink : theme.line, height / 2);
  }
}

}  // namespace pipette::app
