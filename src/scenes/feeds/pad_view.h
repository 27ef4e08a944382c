// A pad for drawing a digit with mouse, pen or finger, and the network's prediction for it.
//
//   PadViewState state;         // after the ImGui context exists
//   draw_pad(ui, model, &state, area);
//
// The pad asks for kClassify {pixels} whenever the drawing has changed, and whenever the network
// has trained further since the last answer.
#pragma once

#include <cstdint>

#include "cards/drawing_pad.h"
#include "runs/evaluation.h"

namespace pipette::app::feeds_scene {

struct PadViewState {
  DrawingPad pad;
  std::int64_t asked_at_step = -1;
};

void draw_pad(Ui& ui, const JudgedDrawing& model, PadViewState* state, const Rect& area);

}  // namespace pipette::app::feeds_scene
