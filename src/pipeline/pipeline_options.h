// Interprets the arguments of a pipeline independently of its stages' functions (docs/semantics.md,
// "Pipelines"): checks them, and plans where each stage runs, and when.
#pragma once

#include "pipeline/pipeline.h"

namespace pipette::pipelining {

// Throws ValueError, TypeError or Unimplemented, naming the argument and the rule.
void check_options(int num_stages, const PipelineOptions& options);

// The forward pass of one stage, or of one member of a group; its backward pass mirrors it.
struct Unit {
  int stage = 0;
  std::size_t member = 0;
  int device = 0;
};
// The units in the order of stages and members. Throws what check_device_mapping() throws.
std::vector<Unit> plan_units(const std::vector<Stage>& stages, const PipelineOptions& options);
// Throws FailedPrecondition for a count, if known while tracing, that the schedule does not allow,
// and Unimplemented for overlapped I/O under another schedule than Grouped.
PipelineAttributes plan_pipeline(const std::vector<Unit>& units, const PipelineOptions& options,
                                 bool overlapped_io);
// Adds the parts of the traced body other than stage programs: with overlapped I/O its streams
// become host transfers of the plan, and recomputation before backward passes becomes parts of its
// own.
void plan_other_parts(const Graph& graph, RegionId body, const PipelineOptions& options,
                      PipelineAttributes& attributes);

}  // namespace pipette::pipelining
