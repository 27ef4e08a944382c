// Emission of pipelines: stage programs, host transfers, recomputations and the weight update, from
// the nodes that PipelineCuts gives to each.
//
//   PipelineEmission pipelines(walk, input, builder, buffers, streaming);
//   pipelines.emit(id, sequence);               // a node of kind pipeline
//   pipelines.emit_stage_copy(node);            // of the nodes inside of it
//
// Which nodes these are, and how one becomes an instruction, is the walk's (emission.h).
//
// Errors: ResourceExhausted if elements on their way do not fit on the I/O tiles.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "program/emission_input.h"
#include "program/streaming_memory.h"

namespace pipette {

// What pipelines ask of the walk that meets them.
class NodeWalk {
 public:
  virtual ~NodeWalk() = default;
  virtual void emit_node(NodeId id, Instruction& sequence) = 0;
  virtual void emit_region(RegionId region, Instruction& sequence) = 0;
  // The counters of mini-batches that nodes ask for while `body` emits them, to be set when the
  // instruction `step` is entered.
  virtual std::vector<MiniBatchCounter> counters_of(std::int64_t step,
                                                    const std::function<void()>& body) = 0;
  // The number of times that a node runs: `fixed`, or the value of its last input.
  virtual Count count_of(bool from_input, std::int64_t fixed, const Node& node,
                         std::int64_t step) = 0;
};

class PipelineEmission {
 public:
  PipelineEmission(NodeWalk& walk, const EmissionInput& input, TreeBuilder& builder,
                   ValueBuffers& buffers, StreamingMemory& streaming);
  PipelineEmission(const PipelineEmission&) = delete;
  PipelineEmission& operator=(const PipelineEmission&) = delete;

  void emit(NodeId id, Instruction& sequence);
  void emit_stage_copy(const Node& node);
  // The tiles for streams at this point of the walk.
  Tiles stream_tiles() const { return stream_tiles_; }
  // The weight update of the latest pipeline, once it has been emitted; -1: there was none.
  RegionId update() const { return update_; }
  // Recomputed values for backward programs, which run next on the same IPU.
  std::vector<Residence> take_recomputed() { return std::move(recomputed_); }
  // Memory of stage copies on their IPUs.
  std::vector<Held> take_stage_copies() { return std::move(stage_copies_); }

 private:
  Instruction emit_stage_program(const Node& pipeline, const PipelineCut& cut, int part);
  // Records how long the recomputed values of a stage are kept: until its backward program.
  void keep_recomputed(const PipelineCut& cut, int stage);
  // Copies the transferred elements of a stage program between the I/O tiles and the compute tiles:
  // one instruction for each IPU.
  void emit_io_copies(const Node& pipeline, const PipelineCut& cut, int program, bool output,
                      Instruction& sequence);
  int num_ipus() const;  // used so far

  NodeWalk& walk_;
  const Graph& graph_;
  const Analysis& facts_;
  const Fusion& fusion_;
  const PipelineCuts& cuts_;
  const CostModel& costs_;
  TreeBuilder& builder_;
  ValueBuffers& buffers_;
  StreamingMemory& streaming_;

  const PipelineCut* cut_ = nullptr;  // of the pipeline being emitted
  Tiles stream_tiles_ = Tiles::compute;
  RegionId update_ = -1;
  std::map<int, std::int64_t> recomputed_at_;  // by stage: the step of its recomputation
  std::vector<Residence> recomputed_;
  std::vector<Held> stage_copies_;
};

}  // namespace pipette
