// Moves data that a pipeline's stages do not need at the moment to streaming memory and back: what
// each offload_* option of a pipeline (pipeline.h) moves, and when.
//
//   const Offloading offloading(graph, options);        // throws if the machine cannot do it
//   offloading.accumulate(accumulator, [&] { ... });    // while the body is traced
//   offloading.move_weights(units, plan);               // at the end of the body
//   offloading.move_for_update(weights, accumulators);  // at the end of the weight update
//
// Used while one pipeline is traced (pipeline.cc).
#pragma once

#include <functional>

#include "graph/remote.h"
#include "pipeline/pipeline_options.h"

namespace pipette::pipelining {

class Offloading {
 public:
  // Throws FailedPrecondition without remote buffers, ValueError for options that exclude each
  // other.
  Offloading(Graph& graph, const PipelineOptions& options);

  // Traces `add` with the accumulator loaded before and stored after, if accumulators are
  // offloaded.
  void accumulate(const Variable& accumulator, const std::function<void()>& add) const;
  // Keeps the weights of a stage on its IPU while one of its programs or its recomputation runs.
  // Returns the variables moved.
  std::vector<Variable> move_weights(const std::vector<Unit>& units,
                                     const PipelinePlan& plan) const;
  void move_for_update(const std::vector<Variable>& weights,
                       const std::vector<Variable>& accumulators) const;

 private:
  // The work of a unit in one part of the plan: its recomputation or its program. Without a
  // recomputation of its own, the program does everything.
  struct Pass {
    int unit = 0;
    Phase phase = Phase::forward;
    bool whole_unit = true;

    bool does(const Node& node) const;
  };
  std::vector<Variable> weights_of(RegionId body, const Pass& pass) const;

  Graph& graph_;
  const PipelineOptions& options_;
};

}  // namespace pipette::pipelining
