// Emission: walks a graph once, in traced order, and makes the instruction tree, the buffers that
// the tree refers to, and records of other memory use.
//
//   Emitted emitted = emit({graph, facts, fusion, cuts, costs});
//   emitted.program.root; emitted.program.buffers; emitted.needs.streamed.residences;
//
// The program has no addresses in memory yet, no costs of transfers to streaming memory, and no
// memory reports: later passes add these (compiler.cc). Emission itself is the walk; where values
// are stored (ValueBuffers), on which IPU (IpuPlacement), what is streamed (StreamingMemory) and
// how operators become kernels (KernelEmitter) is decided by collaborators with state of their own.
//
// Errors: Unimplemented for an operator without a kernel for its dtype.
#pragma once

#include <map>
#include <vector>

#include "program/ipu_placement.h"
#include "program/kernel_emitter.h"
#include "program/streaming_memory.h"

namespace pipette {

// The inputs of emission. All of them must outlive the Emission.
struct EmissionInput {
  const Graph& graph;
  const Analysis& facts;
  const Fusion& fusion;
  const PipelineCuts& cuts;
  const CostModel& costs;
};

// Memory needed besides the buffers themselves.
struct MemoryNeeds {
  StreamedMemory streamed;
  std::vector<Held> stage_copies;  // results of stage_copy on the next stage's IPU
  std::vector<Held> brought;       // copies of values on other IPUs than their own
  // Recomputed values for backward programs, which run next on the same IPU.
  std::vector<Residence> recomputed;
};

struct Emitted {
  Executable program;
  MemoryNeeds needs;
};

Emitted emit(const EmissionInput& input);

// emission.cc has nodes and streams, emission_control.cc loops, branches and pipelines.
class Emission {
 public:
  explicit Emission(const EmissionInput& input);
  Emission(const Emission&) = delete;
  Emission& operator=(const Emission&) = delete;

  Emitted run();

 private:
  void emit_region(RegionId region, Instruction& sequence);
  void emit_node(NodeId id, Instruction& sequence);
  void emit_stream_in(const Node& node, Instruction& sequence);
  void emit_stream_out(const Node& node, Instruction& sequence);
  void emit_all_reduce(const Node& node, Instruction& sequence);
  void emit_stage_copy(const Node& node);
  void note_counter(const Node& node);

  // ---- control: nodes with regions ----
  // Carried values are stored in the buffers of the body's arguments, from before the loop to after
  // it.
  void emit_loop(const Node& loop, Instruction& sequence);
  // Returns the buffer of the condition's result.
  BufferId emit_condition(const Node& loop, const std::vector<BufferId>& carried,
                          Instruction& built);
  // One instruction for each IPU that has something to copy; the first does all the work.
  void emit_copies(const Node& node, const std::string& what, const std::vector<BufferId>& from,
                   const std::vector<BufferId>& to, Instruction& sequence);
  void emit_cond(const Node& cond, Instruction& sequence);
  void emit_every(const Node& node, Instruction& sequence);
  void emit_pipeline(NodeId id, Instruction& sequence);
  Instruction emit_stage_program(const Node& pipeline, const PipelineCut& cut, int part);
  // Records how long the recomputed values of a stage are kept: until its backward program.
  void keep_recomputed(const PipelineCut& cut, int stage);
  // Copies the transferred elements of a stage program between the I/O tiles and the compute tiles:
  // one instruction for each IPU.
  void emit_io_copies(const Node& pipeline, const PipelineCut& cut, int program, bool output,
                      Instruction& sequence);
  // The number of times that a node runs: `fixed`, or the value of its last input.
  Count count_of(bool from_input, std::int64_t fixed, const Node& node, std::int64_t step);

  int num_ipus() const;  // used so far

  const Graph& graph_;
  const Analysis& facts_;
  const Fusion& fusion_;
  const PipelineCuts& cuts_;
  const CostModel& costs_;
  TreeBuilder builder_;
  ValueBuffers buffers_;
  IpuPlacement placement_;
  StreamingMemory streaming_;
  KernelEmitter kernels_;

  // The counters of the loop body or stage program being emitted.
  struct Counting {
    std::int64_t step = 0;
    std::vector<MiniBatchCounter> counters;
  };
  Counting* counting_ = nullptr;
  const PipelineCut* cut_ = nullptr;     // of the pipeline being emitted
  Tiles stream_tiles_ = Tiles::compute;  // the tiles for streams at this point of the walk
  RegionId update_ = -1;  // weight update of the latest pipeline, once it has been emitted
  std::map<int, std::int64_t> recomputed_at_;  // by stage: the step of its recomputation
  std::vector<Residence> recomputed_;
  std::vector<Held> stage_copies_;    // memory of stage copies on their IPUs
  std::vector<HostSource*> sources_;  // in order of first use
  std::vector<HostSink*> sinks_;
};

}  // namespace pipette
