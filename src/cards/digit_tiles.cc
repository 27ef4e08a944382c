#include "cards/digit_tiles.h"

#include <algorithm>
#include <string>

#include "core/format_quantity.h"
#include "core/item.h"
#include "ui/format.h"
#include "ui/widgets.h"

namespace pipette::app {
namespace {

constexpr float kTileGap = 5;
constexpr float kTile = 40, kTileMin = 34, kTileMax = 58;

struct Grid {
  int columns = 1;
  int rows = 1;
  float tile = kTileMin;

  Rect place(const Rect& area, int index) const {
    const auto column = static_cast<float>(index % columns);
    const auto row = static_cast<float>(index / columns);
    return {area.x + column * (tile + kTileGap), area.y + row * (tile + kTileGap), tile, tile};
  }
};

// The largest tiles that show at least as many images as tiles of `wanted` px would.
Grid fit(const Rect& area, int count, float wanted) {
  Grid grid;
  grid.columns = std::max(1, static_cast<int>((area.w + kTileGap) / (wanted + kTileGap)));
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

// True if it was pressed.
bool press_tile(Ui& ui, int index, bool chosen, const Rect& tile) {
  const std::string name = "digit/" + std::to_string(index);
  publish_control(ui, name, tile);
  const bool pressed = invisible_button(name, tile);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (chosen) outline_rect(ui, tile.inset(0.5f), ui.colors().ink, 6, 2.5f);
  return pressed;
}

void upload(const TestDigits& model, int count, DigitTilesState* state) {
  if (state->shown_version == model.version) return;
  for (int i = 0; i < count; ++i) {
    const float* pixels = item(model.digits, i).pixels;
    if (pixels != nullptr) state->atlas.set(i, pixels);
  }
  state->shown_version = model.version;
}

}  // namespace

DigitTiles draw_digit_tiles(Ui& ui, const DigitTilesLook& look, DigitTilesState* state,
                            const Rect& area) {
  const TestDigits& model = *look.model;
  const int count = std::min(static_cast<int>(model.digits.size()), state->atlas.capacity());
  if (count == 0) {
    text_in(ui, area, "No test images", ui.colors().text_dim, sizes::kText, nullptr, Align::center);
    return {};
  }
  upload(model, count, state);
  const Grid grid = fit(area, count, look.choose && ui.thumbs() ? sizes::kControlTouch : kTile);
  DigitTiles tiles = {.shown = std::min(count, grid.columns * grid.rows)};
  for (int i = 0; i < tiles.shown; ++i) {
    const TestDigits::Digit& digit = item(model.digits, i);
    tiles.asked += digit.prediction >= 0 ? 1 : 0;
    tiles.right += digit.prediction == digit.label ? 1 : 0;
    const Rect tile = grid.place(area, i);
    draw_tile(ui, model, i, state->atlas, tile);
    if (look.choose && press_tile(ui, i, i == look.chosen, tile)) tiles.pressed = i;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (ImGui::IsWindowHovered() && tile.contains(mouse.x, mouse.y)) tile_tooltip(ui, model, digit);
  }
  return tiles;
}

}  // namespace pipette::app
