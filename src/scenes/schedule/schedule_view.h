// The schedule of a pipeline: rows are IPUs, columns are slots or cycles. Below it, the stash of
// each stage over the same time.
//
//   ScheduleViewState state;
//   draw_schedule(ui, model, &state, area);
//
// Forward is blue, backward red, the weight update yellow and idle time grey; gold lines mark
// barriers, where all IPUs wait for each other. A tooltip says what happened under the pointer, or
// why nothing did. Braces name ramp-up, main part and ramp-down with their utilisation. The left
// and right arrows choose a mini-batch, Escape releases it; the axis moves the playhead.
#pragma once

#include "scenes/schedule/schedule_model.h"
#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app::schedule_scene {

struct ScheduleViewState {
  Columns columns = Columns::slots;
  TimeView view;
  bool own_scale = false;  // one memory scale per stage
  int chosen = -1;         // mini-batch chosen by key
  int pointed = -1;        // mini-batch under the pointer, now or one frame ago
  bool compare = false;
  TimeView compare_view;

  int marked() const { return pointed >= 0 ? pointed : chosen; }
};

void draw_schedule(Ui& ui, const ScheduleModel& model, ScheduleViewState* state, const Rect& area);

// The height of the card with all its rows.
float schedule_height(const Ui& ui, const ScheduleModel& model);

}  // namespace pipette::app::schedule_scene
