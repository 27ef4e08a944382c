// What plays the schedule of the machine view, or steps through it: buttons, speed, and where it
// stands.
#pragma once

#include "scenes/schedule/machine_model.h"
#include "scenes/schedule/schedule_model.h"
#include "ui/ui.h"

namespace pipette::app::schedule_scene {

void draw_playback(Ui& ui, const ScheduleModel& model, const MachineModel& machine, Rect header);

}  // namespace pipette::app::schedule_scene
