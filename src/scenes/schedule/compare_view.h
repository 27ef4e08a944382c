// Two pipelines, one above the other on one time axis, and their differences.
//
//   draw_compare(ui, model, &state, area);   // asks for action::kCompare, "0/stages" = 3
#pragma once

#include "scenes/schedule/schedule_view.h"

namespace pipette::app::schedule_scene {

void draw_compare(Ui& ui, const ScheduleModel& model, ScheduleViewState* state, const Rect& area);
void draw_numbers(Ui& ui, const ScheduleModel& model, const Rect& area);

float compare_height(const ScheduleModel& model);

}  // namespace pipette::app::schedule_scene
