// One run's rows in the trace view (trace_view.h).
#pragma once

#include "cards/trace_model.h"
#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app {

// Natural height: one row per lane and depth.
float track_height(const TraceModel& track);

// Labels at the left, spans at the right; returns the rectangle of the spans.
Rect draw_track(Ui& ui, const TraceModel& track, const TimeView& view, Rect area);

}  // namespace pipette::app
