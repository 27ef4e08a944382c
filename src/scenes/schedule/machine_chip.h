// One IPU of the machine view: its activity and its stash.
#pragma once

#include "scenes/schedule/machine_model.h"
#include "ui/ui.h"

namespace pipette::app::schedule_scene {

// Draws a mini-batch as a disc with its number; `lit` draws a ring around it.
void draw_mini_batch(Ui& ui, ImVec2 center, float radius, std::int32_t mini_batch, ImU32 color,
                     bool lit);

void draw_chip(Ui& ui, const PipelineInfo& info, const MachineModel& machine, int row, int marked,
               const Rect& area);

// The activity of a chip in words: "Forward 8", "Waits for stage 1", "Ramp-up".
std::string chip_words(const PipelineInfo& info, const MachineModel& machine, int row);

}  // namespace pipette::app::schedule_scene
