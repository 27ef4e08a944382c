// The card of test digits with the network's predictions.
//
//   DigitTilesState state;      // after the ImGui context exists
//   draw_digits(ui, model, &state, area);
#pragma once

#include "cards/digit_tiles.h"

namespace pipette::app::feeds_scene {

void draw_digits(Ui& ui, const TestDigits& model, DigitTilesState* state, const Rect& area);

}  // namespace pipette::app::feeds_scene
