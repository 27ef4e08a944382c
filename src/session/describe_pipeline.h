// The pipeline of an experiment that need not run.
//
//   PipelineInfo info = describe_pipeline(experiment);   // schedule, stages, times, memory
#pragma once

#include "experiment/experiment.h"
#include "observe/pipeline_info.h"

namespace pipette {

// Compiles the experiment's training program; nothing runs. InvalidArgument for an experiment of
// one stage; throws what Experiment::validate() and tracing throw.
PipelineInfo describe_pipeline(const Experiment& experiment);

}  // namespace pipette
