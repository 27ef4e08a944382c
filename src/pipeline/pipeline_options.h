// The rules that the arguments of a pipeline obey whatever its stages do (semantics.md 1.5).
#pragma once

#include "pipeline/pipeline.h"

namespace pipette::pipelining {

// Throws ValueError, TypeError or Unimplemented, naming the argument and the rule.
void check_options(int num_stages, const PipelineOptions& options);

}  // namespace pipette::pipelining
