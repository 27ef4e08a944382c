// Two pipelines, one above the other on one time axis, and their differences.
//
//   draw_compare(ui, model, &state, area);   // asks for action::kCompare, "0/stages" = 3
#pragma once

#include "scenes/pipeline/schedule_view.h"

namespace pipette::app {

void draw_compare(Ui& ui, const PipelineModel& model, PipelineViewState* state, const Rect& area);
void draw_numbers(Ui& ui, const PipelineModel& model, const Rect& area);

float compare_height(const PipelineModel& model);

}  // namespace pipette::app
