// Execution traces of both runs, one above the other on one time axis.
//
//   TraceViewState state;
//   draw_traces(ui, model, &state, area);
//
// It shows dark Engine::run bars, StreamCopy with Begin, Mid, End, the IPU's activities in the
// colours of theme.h, and a lane for the host. The GPU draws the spans (render/span_renderer.h); no
// event is narrower than a pixel. A tooltip shows a span's name, cycles, time, bytes and, for a
// wait, the reason. Wheel, pinch, W and S zoom; drag, A and D pan; F shows all.
#pragma once

#include <string>

#include "cards/trace_model.h"
#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app {

struct TraceViewState {
  TimeView view;
};

void draw_traces(Ui& ui, const TracePairModel& model, TraceViewState* state, const Rect& area);

// The height of the card with all its rows.
float traces_height(const TracePairModel& model);

}  // namespace pipette::app
