// How many bytes each stage holds over the time of a schedule: what always lives (weights,
// accumulators, optimizer state) as the ground, stashed activations on top. Each strip has a
// scale of its own, up to the stage's peak; the number beside it tells the bytes.
//
//   draw_memory_strips(ui, picture, drawing, view, area, labels_width, pointer, place);
//
// `pointer` is where the mouse is, 0 to 1 of the width; a tooltip tells the bytes there.
#pragma once

#include "scenes/pipeline/schedule_drawing.h"
#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_memory_strips(Ui& ui, const PipelinePicture& picture,
                        const pipelining::ScheduleLayout& layout, const TimeView& view,
                        const Rect& area, float labels, double pointer, double place);

// Mini-batches a stage holds at a modelled time.
std::int32_t held_at(const std::vector<pipelining::StashPoint>& curve, double cycles);

}  // namespace pipette::app
