// Test digits with what the network takes them for: right in green, wrong in red.
//
//   DigitsViewState state;      // after the ImGui context exists
//   draw_digits(ui, model, &state, area);
#pragma once

#include <cstdint>

#include "runs/evaluation.h"
#include "ui/picture.h"
#include "ui/ui.h"

namespace pipette::app {

struct DigitsViewState {
  DigitAtlas atlas{8, 8};
  std::uint64_t shown_version = ~std::uint64_t{0};
};

void draw_digits(Ui& ui, const TestDigits& model, DigitsViewState* state, const Rect& area);

}  // namespace pipette::app
