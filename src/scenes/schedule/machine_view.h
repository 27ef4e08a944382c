// The machine: IPUs as chips in a row, infeed on the left, outfeed on the right, mini-batches as
// numbered tokens on the links between them, and each stage's stash.
//
//   draw_machine(ui, model, &state, area);
//
// Blue tokens are activations on their way forward, red ones gradients on their way back. The
// model's `place` is the moment shown; buttons play the schedule and step by slots both ways.
#pragma once

#include "scenes/schedule/schedule_view.h"

namespace pipette::app::schedule_scene {

void draw_machine(Ui& ui, const ScheduleModel& model, ScheduleViewState* state, const Rect& area);

// Draws the switch between machine and comparison in the heading of either card, and cuts its room
// from `header`.
void pipeline_tabs(Ui& ui, ScheduleViewState* state, Rect* header);

}  // namespace pipette::app::schedule_scene
