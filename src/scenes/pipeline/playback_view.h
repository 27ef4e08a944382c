// What plays the schedule of the machine view, or steps through it: buttons, speed and keys, and
// where it stands.
#pragma once

#include "scenes/pipeline/machine_model.h"
#include "scenes/pipeline/pipeline_model.h"
#include "ui/ui.h"

namespace pipette::app {

void draw_playback(Ui& ui, const PipelineModel& model, const MachineModel& machine, Rect header);

// Handles the keys of the playback: P plays, comma and full stop step back and forth.
void handle_playback_keys(Ui& ui, const PipelineModel& model);

}  // namespace pipette::app
