// Emission: walks a graph once, in traced order, and makes the instruction tree, the buffers that
// the tree refers to, and records of other memory use.
//
//   Emitted emitted = emit({graph, facts, fusion, cuts, costs});
//   emitted.program.root; emitted.program.buffers; emitted.needs.streamed.residences;
//
// The program has no addresses in memory yet, no costs of transfers to streaming memory, and no
// memory reports: later passes add these (compiler.cc). Emission itself is the walk; where values
// are stored (ValueBuffers), on which IPU (IpuPlacement), what is streamed (StreamingMemory),
// how operators become kernels (KernelEmitter) and pipelines stage programs (PipelineEmission) is
// decided by collaborators with state of their own.
//
// Errors: Unimplemented for an operator without a kernel for its dtype.
#pragma once

#include <vector>

#include "program/emission_input.h"
#include "program/ipu_placement.h"
#include "program/kernel_emitter.h"
#include "program/pipeline_emission.h"

namespace pipette {

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

class Emission : private NodeWalk {
 public:
  explicit Emission(const EmissionInput& input);
  Emission(const Emission&) = delete;
  Emission& operator=(const Emission&) = delete;

  Emitted run();

 private:
  void emit_region(RegionId region, Instruction& sequence) override;
  void emit_node(NodeId id, Instruction& sequence) override;
  std::vector<MiniBatchCounter> counters_of(std::int64_t step,
                                            const std::function<void()>& body) override;
  Count count_of(bool from_input, std::int64_t fixed, const Node& node, std::int64_t step) override;

  void emit_stream_in(const Node& node, Instruction& sequence);
  void emit_stream_out(const Node& node, Instruction& sequence);
  void emit_all_reduce(const Node& node, Instruction& sequence);
  void note_counter(const Node& node);
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

  const Graph& graph_;
  const Analysis& facts_;
  const Fusion& fusion_;
  const CostModel& costs_;
  TreeBuilder builder_;
  ValueBuffers buffers_;
  IpuPlacement placement_;
  StreamingMemory streaming_;
  KernelEmitter kernels_;
  PipelineEmission pipelines_;

  // The counters of the loop body or stage program being emitted.
  struct Counting {
    std::int64_t step = 0;
    std::vector<MiniBatchCounter> counters;
  };
  Counting* counting_ = nullptr;
  std::vector<HostSource*> sources_;  // in order of first use
  std::vector<HostSink*> sinks_;
};

}  // namespace pipette
