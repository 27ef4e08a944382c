// A pipelined workload's program, described for people.
#pragma once

#include "program/strategy.h"
#include "session/pipeline_info.h"
#include "session/workload.h"

namespace pipette {

// Compiles the training program if that has not been done. The workload must have a pipeline().
PipelineInfo describe(const Experiment& experiment, const Workload& workload, Strategy& strategy);

}  // namespace pipette
