// How many bytes each stage holds over the time of a schedule: what is always live (weights,
// accumulators, optimizer state) at the bottom, stashed activations on top. All strips have one
// scale up to the highest peak, so that stages can be compared; the number beside it tells the
// bytes.
//
//   draw_memory_strips(ui, picture, drawing, view, area, labels_width, pointer, place);
//
// `pointer` is where the mouse is, from 0 to 1 across the width; a tooltip tells the bytes there.
#pragma once

#include "scenes/pipeline/schedule_drawing.h"
#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_memory_strips(Ui& ui, const PipelinePicture& picture,
                        const pipelining::ScheduleLayout& layout, const TimeView& view,
                        const Rect& area, float labels, double pointer, double place);

// The number of mini-batches that a stage holds at a modelled time.
std::int32_t held_at(const std::vector<pipelining::StashPoint>& curve, double cycles);

}  // namespace pipette::app
