// One sentence about the moment shown in the machine view.
//
//   machine_caption(info, machine);
//       // "Slot 1 of 23: IPU 0 computes forward 2 and IPU 1 forward 1;
//       //  IPU 2 and IPU 3 stand still: ramp-up"
#pragma once

#include <string>

#include "scenes/schedule/machine_model.h"

namespace pipette::app::schedule_scene {

std::string machine_caption(const PipelineInfo& info, const MachineModel& machine);

}  // namespace pipette::app::schedule_scene
