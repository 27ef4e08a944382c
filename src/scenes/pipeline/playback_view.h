// What plays the schedule of the machine view, or steps through it: buttons, speed, and where it
// stands.
#pragma once

#include "scenes/pipeline/machine_model.h"
#include "scenes/pipeline/pipeline_model.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_playback(Ui& ui, const PipelineModel& model, const MachineModel& machine, Rect header);

}  // namespace pipette::app
