// What is kept in streaming memory, and when it is on an IPU instead: variables that the graph
// loads and stores, shares that replicas gather, and what a pipeline's stages stash there.
//
//   StreamingMemory streaming(graph, builder, buffers, placement);
//   streaming.emit(node, sequence);                         // remote_load, remote_store, ...
//   streaming.emit_stash(stage, backward, program);         // before or after a stage program
//   StreamedMemory streamed = streaming.take();
//
// Transfers get their costs later (transfer_costs.h): these depend on the whole tree.
//
// Inaccuracies: a gathered variable is counted whole, with no share of its own beside it.
//
// Part of the compiler (emission.h). Keeps references to what it is made of.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "program/ipu_placement.h"
#include "program/pipeline_cut.h"
#include "program/tree_builder.h"
#include "program/value_buffers.h"

namespace pipette {

// The time for which a buffer that is not always there takes memory on its IPU. If `shared`, it
// takes only a replica's share of its bytes.
struct Residence {
  BufferId buffer = kNoBuffer;
  bool shared = false;
  std::int64_t first_step = 0, last_step = 0;  // half steps (allocation.h)
};

struct StreamedMemory {
  std::vector<Residence> residences;
  // Variables that are loaded, and so kept in remote buffers, as shares or whole; and those whose
  // shares are kept on the device.
  std::set<BufferId> offloaded, shared;
  std::set<std::int32_t> shared_transfers;  // ids of instructions that move a share each
  std::vector<Held> stash;                  // what stages stream, while it is on an IPU
  std::set<BufferId> stash_buffers;         // buffers whose memory is in `stash`
};

class StreamingMemory {
 public:
  StreamingMemory(const Graph& graph, TreeBuilder& builder, ValueBuffers& buffers,
                  IpuPlacement& placement);
  StreamingMemory(const StreamingMemory&) = delete;
  StreamingMemory& operator=(const StreamingMemory&) = delete;

  void emit(const Node& node, Instruction& sequence);
  // What a stage keeps for its backward pass leaves the IPU at the end of the forward program, and
  // comes back at the start of the backward program, or of its recomputation.
  void emit_stash(const PipelineCut::Stage& stage, bool backward, Instruction& program);
  // Notes where those values are while the program runs that was emitted from `first_step` to here.
  void note_stash(const PipelineCut::Stage& stage, bool backward, std::int64_t first_step);

  StreamedMemory take() { return std::move(streamed_); }

 private:
  // The buffer of a variable that `remote` may be the first to name.
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
