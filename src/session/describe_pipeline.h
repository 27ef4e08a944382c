// Describes the pipeline of an experiment, without running it.
//
//   PipelineInfo info = describe_pipeline(experiment);   // schedule, stages, times, memory
#pragma once

#include "experiment/experiment.h"
#include "observe/pipeline_info.h"

namespace pipette {

// Compiles the experiment's training program without running it. Throws InvalidArgument for an
// experiment of one stage, and what Experiment::validate() and tracing throw.
PipelineInfo describe_pipeline(const Experiment& experiment);

}  // namespace pipette
