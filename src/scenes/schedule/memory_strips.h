// The bytes that each stage holds over the time of a schedule: always-live bytes (weights,
// accumulators, optimizer state) at the bottom, stashed activations on top, with their bytes.
//
//   draw_memory_strips(ui, picture, drawing, view, area, labels_width, pointer, place, own_scale);
//
// All strips share one scale up to the highest peak, so that stages can be compared, or each has
// its own, so that a small one has a shape. The limit of an IPU is a line if it fits, otherwise
// words with an arrow that points up. `pointer` is the position of the mouse, from 0 to 1 across
// the width; a tooltip shows the bytes there.
#pragma once

#include "scenes/schedule/schedule_drawing.h"
#include "ui/time_axis.h"
#include "ui/ui.h"

namespace pipette::app::schedule_scene {

void draw_memory_strips(Ui& ui, const PipelinePicture& picture,
                        const pipelining::ScheduleLayout& layout, const TimeView& view,
                        const Rect& area, float labels, double pointer, double place,
                        bool own_scale);
// The line above the strips: the limit in words, and the choice of the scale.
void draw_memory_head(Ui& ui, const MemoryModel& memory, const Rect& area, float labels,
                      bool* own_scale);
// The height of that line, and of the line and the strips together.
float memory_head_height(const Ui& ui);
float memory_strips_height(const Ui& ui, int stages);

// The number of mini-batches that a stage holds at a modelled time.
std::int32_t held_at(const std::vector<pipelining::StashPoint>& curve, double cycles);

}  // namespace pipette::app::schedule_scene
