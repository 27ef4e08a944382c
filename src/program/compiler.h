// The compiler's walk over a graph: emits instructions in traced order and notes when each value is
// alive. Used by compile() (executable.h) only.
//
//   Compiler(graph, costs, options).run();
//
// compiler.cc lowers regions and plain operators, compiler_slots.cc says where values live,
// compiler_fused.cc lowers what shares a kernel (fusion.h), compiler_loops.cc streams and loops,
// compiler_pipeline.cc pipelines, compiler_shards.cc what moves between IPUs and replicas,
// compiler_remote.cc what moves to and from streaming memory; compiler_memory.cc says what all of
// it takes.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "program/allocation.h"
#include "program/executable.h"
#include "program/lowering.h"

namespace pipette {

// Something that takes memory on an IPU between two instructions.
struct Held {
  std::string name;
  int ipu = 0;
  std::int64_t bytes = 0, first_step = 0, last_step = 0;
};

class Compiler {
 public:
  Compiler(const Graph& graph, const CostModel& costs, const CompileOptions& options);
  std::shared_ptr<const Executable> run();

 private:
  // ---- buffers ----
  Buffer& buffer(BufferId id) { return program_.buffers[static_cast<std::size_t>(id)]; }
  BufferId add_buffer(BufferKind kind, const ArraySpec& spec, std::string name, Array storage = {});
  BufferId define(ValueId value, std::int64_t step, BufferKind kind = BufferKind::arena);
  // On IPU `ipu`, if it is the first use.
  BufferId variable_buffer(const Variable& variable, int ipu);
  // The buffer that holds a value; constants and uniform values get theirs when first asked for.
  BufferId buffer_for(ValueId value);
  std::int64_t bytes_of(ValueId value) const {
    return static_cast<std::int64_t>(graph_.value(value).spec.num_bytes());
  }
  Operand operand(ValueId value) { return {buffer_for(value), graph_.value(value).spec}; }

  // ---- instructions ----
  Instruction make(const Node& node, std::string name);
  // Made as a child of `parent`. The reference dies when a sibling is added.
  Instruction& append(Instruction& parent, const Node& node);
  void add_superstep(std::vector<Superstep>& steps, NodeId id) const;
  void lower_region(RegionId region, Instruction& sequence);
  void lower_node(NodeId id, Instruction& sequence);
  void lower_plain(NodeId id, Instruction& sequence);
  // Reading a variable copies nothing, unless the value is still wanted after the variable changed.
  void lower_read(NodeId id, Instruction& sequence);
  bool is_overwritten_before_use(NodeId read, const Variable& variable) const;
  void collect_uses(ValueId value, std::vector<NodeId>& uses) const;

  // ---- fused groups ----
  void lower_fused(const FusedProduct& product, NodeId at, Instruction& sequence);
  // How a kernel writes the variable that `update` names, and where that is.
  StoreMode store_mode(const Node& update, Operand& output, std::int64_t step);
  void lower_fused(const FusedColumnSum& sum, NodeId at, Instruction& sequence);
  void lower_fused(const FusedCrossEntropy& loss, NodeId at, Instruction& sequence);

  // ---- streams and loops ----
  void note_counter(const Node& node);
  void lower_stream(const Node& node, Instruction& sequence);
  // Copies values into other buffers as if all at once; null when nothing has to move.
  Kernel parallel_copy(const std::vector<BufferId>& from, const std::vector<BufferId>& to);
  void copy_values(Instruction& sequence, const Node& loop, const char* what,
                   const std::vector<BufferId>& from, const std::vector<BufferId>& to);
  std::vector<BufferId> buffers_of(const std::vector<ValueId>& values);
  // Carried values live in the buffers of the body's arguments, from before the loop to after it.
  void lower_loop(const Node& loop, Instruction& sequence);
  BufferId lower_condition(const Node& loop, const std::vector<BufferId>& carried,
                           Instruction& built);
  // How often a node runs: `fixed`, or what its input says.
  Count count_of(bool from_input, std::int64_t fixed, const Node& node, std::int64_t step);
  void lower_every(const Node& node, Instruction& sequence);

  // ---- shards and replicas ----
  static constexpr int kEverywhere = -1;
  // The IPU in whose memory a value lies; kEverywhere for constants and counters.
  int home_of(ValueId value);
  // Where an operator runs: where the variable lies that it writes, else where it was placed.
  int ipu_of(const Node& node);
  // Copies what the group emitted at `id` reads to the IPU it runs on, and counts those copies as
  // used. Not in stage programs, where stage_copy does it.
  void bring_inputs(NodeId id, Instruction& sequence);
  // Sends what a node of a pipeline's weight update makes to the IPUs that need it as soon as it is
  // there: they all update at the same time, and would otherwise wait for one another.
  void send_outputs(NodeId id, Instruction& sequence);
  // `region`: that `reader` is lowered in.
  void bring(ValueId value, int ipu, RegionId region, const Node& reader, Instruction& sequence);
  // Copies the variable of another IPU that a fused group updates, there (`back` false) and back.
  void move_variable(NodeId id, bool back, Instruction& sequence);
  void copy_between(int from, int to, std::int64_t bytes, const std::string& what, const Node& node,
                    Instruction& sequence);
  void extend_brought(std::int64_t loop_begin, std::int64_t loop_end);
  void lower_all_reduce(const Node& node, Instruction& sequence);

  // ---- pipelines ----
  void lower_pipeline(const Node& node, Instruction& sequence);
  Instruction lower_stage_program(const Node& pipeline, int program);
  // Which values of the body several mini-batches hold at once.
  void find_held_values(const Node& pipeline);
  void lower_stage_copy(const Node& node);
  std::vector<BufferId> variables_of(const Node& pipeline, int stage) const;

  // ---- streaming memory ----
  // Bytes on an IPU for a while, of a variable that is not always there. While `shared`, only a
  // replica's share of them.
  struct Residence {
    BufferId buffer;
    bool shared = false;
    std::int64_t first_step = 0, last_step = 0;
  };
  void lower_remote(const Node& node, Instruction& sequence);
  // Where a variable lies that `remote` may be the first to name.
  BufferId variable_buffer_of(const Node& remote);
  void begin_residence(BufferId id, bool shared, std::int64_t step);
  void end_residence(BufferId id, std::int64_t step);
  // What a stage keeps for its backward pass leaves the IPU at the end of the forward pass, and
  // comes back at the start of the backward pass.
  void offload_stash(const Node& pipeline, int program, Instruction& built);
  // Notes where those values are while stage program `program` runs, which began at `first_step`.
  void stream_stash(const Node& pipeline, int program, std::int64_t first_step);
  std::int64_t share_of(std::int64_t bytes) const;
  // Costs of all transfers: they depend on the IPUs that do the same, and those on all of the tree.
  void cost_transfers(Instruction& root);

  // ---- memory: compiler_memory.cc ----
  MemoryKind kind_of(const Buffer& buffer) const;
  std::int64_t kept_bytes(BufferId variable) const;  // always live
  void set_variable_bytes(Instruction& instruction) const;
  void account_memory();

  const Graph& graph_;
  const CostModel& costs_;
  CompileOptions options_;
  Analysis facts_;
  Fusion fusion_;
  Executable program_;
  std::vector<BufferId> buffer_of_;
  std::vector<BufferId> variable_buffers_;
  Liveness liveness_;
  std::int64_t next_step_ = 0;
  // Of the loop body or stage program that is being lowered.
  struct Counting {
    std::int64_t step = 0;
    std::vector<MiniBatchCounter> counters;
  };
  Counting* counting_ = nullptr;

  // Copies of values on other IPUs than their own.
  struct Brought {
    RegionId region;  // where it is known to be made
    Held held;
  };
  std::vector<Brought> brought_;
  std::map<std::pair<ValueId, int>, std::size_t> latest_brought_;  // by value and IPU

  // By value: mini-batches that are alive at once, in the memory of the host that stands in for
  // all IPUs, where a copy between IPUs is only another name; and on the IPU that made it.
  // `entries_` is 0 for what does not leave its stage program.
  std::vector<int> entries_, held_;
  std::vector<BufferId> crossing_;  // of the pipeline being lowered: alive as long as it runs
  std::map<int, std::int64_t> stash_bytes_;  // by stage, of the pipeline being lowered
  std::int64_t pipeline_step_ = -1;          // of the pipeline being lowered
  RegionId update_ = -1;                     // its weight update, once that is lowered
  std::vector<Held> copies_;                 // what stage copies hold on their IPUs

  std::vector<Residence> residences_;
  std::map<BufferId, std::size_t> resident_;  // whose last residence has not ended
  // Variables that are loaded: kept in remote buffers, as shares or whole; and those whose shares
  // are kept on the device.
  std::set<BufferId> offloaded_, shared_;
  std::set<std::int32_t> shared_transfers_;  // instructions that move a share each
  // Of the pipeline being lowered, by stage: values to be stored and loaded again.
  std::map<int, std::vector<ValueId>> offloaded_stash_;
  std::vector<Held> streamed_;               // when they are on an IPU
  std::set<BufferId> streamed_buffers_;      // whose memory is in streamed_
  std::map<ValueId, std::int64_t> made_at_;  // steps of what stages keep for their backward pass
};

}  // namespace pipette
