// Values kept in streaming memory, and the times at which they are on an IPU instead: variables
// that the graph loads and stores, shares that replicas gather, and a pipeline's stashes.
//
//   StreamingMemory streaming(graph, builder, buffers, placement);
//   streaming.emit(node, sequence);                         // remote_load, remote_store, ...
//   streaming.emit_stash(stage, backward, program);         // before or after a stage program
//   StreamedMemory streamed = streaming.take();
//
// Transfers get their costs later (transfer_costs.h), because these depend on the whole tree.
//
// Inaccuracies: a gathered variable is counted in full, without its own share in addition.
//
// Part of the compiler (emission.h). Keeps references to its constructor's arguments.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "program/ipu_placement.h"
#include "program/pipeline_cut.h"
#include "program/tree_builder.h"
#include "program/value_buffers.h"

namespace pipette {

// The time in which a buffer that is not always present takes memory on its IPU. If `shared`, it
// takes only a replica's share of its bytes.
struct Residence {
  BufferId buffer = kNoBuffer;
  bool shared = false;
  std::int64_t first_step = 0, last_step = 0;  // half steps (allocation.h)
};

struct StreamedMemory {
  std::vector<Residence> residences;
  // Variables that are loaded, and so kept in remote buffers, as shares or in full; and variables
  // whose shares are kept on the device.
  std::set<BufferId> offloaded, shared;
  std::set<std::int32_t> shared_transfers;  // ids of instructions that move a share each
  std::vector<Held> stash;                  // streamed values of stages, while on an IPU
  std::set<BufferId> stash_buffers;         // buffers whose memory is in `stash`
};

class StreamingMemory {
 public:
  StreamingMemory(const Graph& graph, TreeBuilder& builder, ValueBuffers& buffers,
                  IpuPlacement& placement);
  StreamingMemory(const StreamingMemory&) = delete;
  StreamingMemory& operator=(const StreamingMemory&) = delete;

  void emit(const Node& node, Instruction& sequence);
  // The stash of a stage leaves the IPU at the end of the forward program, and returns at the start
  // of the backward program, or of its recomputation.
  void emit_stash(const PipelineCut::Stage& stage, bool backward, Instruction& program);
  // Records where those values are during the program that was emitted from `first_step` up to now.
  void note_stash(const PipelineCut::Stage& stage, bool backward, std::int64_t first_step);

  StreamedMemory take() { return std::move(streamed_); }

 private:
  // The buffer of a variable that `remote` may be the first to use.
  BufferId variable_of(const Node& remote);
  void begin_residence(BufferId id, bool shared, std::int64_t half_step);
  void end_residence(BufferId id, std::int64_t half_step);

  const Graph& graph_;
  TreeBuilder& builder_;
  ValueBuffers& buffers_;
  IpuPlacement& placement_;
  StreamedMemory streamed_;
  std::map<BufferId, std::size_t> resident_;  // index of each residence that has not ended
};

}  // namespace pipette
