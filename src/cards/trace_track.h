// One run's rows in the trace view (trace_view.h).
#pragma once

#include "cards/trace_model.h"
#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app {

// The natural height, with one row for each lane and depth.
float track_height(const TraceModel& track);

// Draws labels at the left and spans at the right; returns the rectangle of the spans.
Rect draw_track(Ui& ui, const TraceModel& track, const TimeView& view, Rect area);

}  // namespace pipette::app
