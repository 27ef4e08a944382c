// A pipelined workload's program, described for people.
#pragma once

#include "program/strategy.h"
#include "session/pipeline_info.h"
#include "session/workload.h"

namespace pipette {

// Compiles the training program if that has not been done. The workload must be pipelined.
PipelineInfo describe(const MnistWorkload& workload, Strategy& strategy, const Device& device);

}  // namespace pipette
