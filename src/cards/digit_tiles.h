// Test images as tiles, with the network's predictions: right in green, wrong in red.
//
//   DigitTilesState state;      // after the ImGui context exists
//   const DigitTiles tiles = draw_digit_tiles(ui, {&model}, &state, area);
//   tiles.asked;                // number of visible ones with a prediction
//
// Shows as many as fit. If `choose` is set, each is a button, "digit/3".
#pragma once

#include <cstdint>
#include <optional>

#include "runs/evaluation.h"
#include "ui/picture.h"
#include "ui/ui.h"

namespace pipette::app {

struct DigitTilesState {
  DigitAtlas atlas{8, 8};
  std::uint64_t shown_version = ~std::uint64_t{0};
};

struct DigitTilesLook {
  const TestDigits* model;
  bool choose = false;  // by a click on a tile
  int chosen = -1;
};

struct DigitTiles {
  int shown = 0, asked = 0, right = 0;
  std::optional<int> pressed = {};
};

DigitTiles draw_digit_tiles(Ui& ui, const DigitTilesLook& look, DigitTilesState* state,
                            const Rect& area);

}  // namespace pipette::app
