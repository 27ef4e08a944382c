#include "scenes/feeds/digits_view.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kTileGap = 5;
constexpr float kTileMin = 34;
constexpr float kTileMax = 58;

struct Grid {
  int columns = 1;
  int rows = 1;
  float tile = kTileMin;
};

// The largest tiles that show at least as many digits as tiles of 40 px would.
Grid fit(const Rect& area, int count) {
  Grid grid;
  const auto columns_at = [&](float tile) {
    return std::max(1, static_cast<int>((area.w + kTileGap) / (tile + kTileGap)));
  };
  grid.columns = columns_at(40);
  grid.tile = std::clamp((area.w + kTileGap) / static_cast<float>(grid.columns) - kTileGap,
                         kTileMin, kTileMax);
  grid.rows = std::max(1, static_cast<int>((area.h + kTileGap) / (grid.tile + kTileGap)));
  grid.rows = std::min(grid.rows, (count + grid.columns - 1) / grid.columns);
  return grid;
}

void draw_tile(Ui& ui, const TestDigits& model, int index, DigitAtlas& atlas, const Rect& tile) {
  const Theme& theme = ui.colors();
  const TestDigits::Digit& digit = item(model.digits, index);
  const bool asked = digit.prediction >= 0;
  const bool right = digit.prediction == digit.label;
  const ImU32 soft = !asked ? theme.sunken : right ? theme.good_soft : theme.bad_soft;
  const ImU32 strong = right ? theme.good : theme.bad;
  fill_rect(ui, tile, soft, 6);
  outline_rect(ui, tile, asked ? with_alpha(strong, right ? 0.35f : 0.9f) : theme.card_border, 6);
  Rect picture = tile.inset(2);
  picture.w = picture.h = tile.w * 0.84f;
  atlas.draw(ui, index, picture, theme.text);
  if (!asked) return;
  const std::string label = item(model.classes->short_names, digit.prediction);
  const float size = label.size() == 1 ? sizes::kText : sizes::kTiny;
  const float width = text_width(ui, label, size, ui.fonts.strong);
  text(ui, tile.right() - width - 4, tile.bottom() - size - 3, label, strong, size,
       ui.fonts.strong);
}

void tile_tooltip(Ui& ui, const TestDigits& model, const TestDigits::Digit& digit) {
  std::string words = item(model.classes->names, digit.label);
  if (digit.prediction >= 0) {
    words += digit.prediction == digit.label
                 ? ", recognised"
                 : ", taken for " + std::string(item(model.classes->names, digit.prediction));
    words += " (" + format_percent(static_cast<double>(digit.confidence)) + ")";
  }
  begin_tooltip(ui);
  ImGui::TextUnformatted(words.c_str());
  end_tooltip();
}

}  // namespace

void draw_digits(Ui& ui, const TestDigits& model, DigitsViewState* state, const Rect& area) {
  const Theme& theme = ui.colors();
  Rect header;
  Rect content = card(ui, "digits", area, "Test " + std::string(model.classes->several), &header);
  const int count = std::min(static_cast<int>(model.digits.size()), state->atlas.capacity());
  if (count == 0) {
    text_in(ui, content, "No test images", theme.text_dim, sizes::kText, nullptr, Align::center);
    return;
  }
  if (state->shown_version != model.version) {
    for (int i = 0; i < count; ++i) {
      const float* pixels = item(model.digits, i).pixels;
      if (pixels != nullptr) state->atlas.set(i, pixels);
    }
    state->shown_version = model.version;
  }
  const Grid grid = fit(content, count);
  const int shown = std::min(count, grid.columns * grid.rows);
  int asked = 0;
  int right = 0;
  for (int i = 0; i < shown; ++i) {
    const TestDigits::Digit& digit = item(model.digits, i);
    asked += digit.prediction >= 0 ? 1 : 0;
    right += digit.prediction == digit.label ? 1 : 0;
    const auto column = static_cast<float>(i % grid.columns);
    const auto row = static_cast<float>(i / grid.columns);
    const Rect tile = {content.x + column * (grid.tile + kTileGap),
                       content.y + row * (grid.tile + kTileGap), grid.tile, grid.tile};
    draw_tile(ui, model, i, state->atlas, tile);
    if (ImGui::IsWindowHovered() &&
        tile.contains(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y)) {
      tile_tooltip(ui, model, digit);
    }
  }
  const std::string score = std::to_string(right) + " of " + std::to_string(asked) + " right";
  if (asked > 0) {
    text_in(ui, header, score, theme.text_dim, sizes::kSmall, nullptr, Align::right);
  }
}

}  // namespace pipette::app
