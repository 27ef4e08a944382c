// The instruction tree: a compiled program as data. The same tree is executed, costed, drawn and
// single-stepped.
//
//   sequence
//     repeat 10
//       sequence
//         stream_in  images, labels
//         compute    dense/matmul        (two supersteps: product; bias and ReLU)
//         ...
//         stream_out loss
//
// An instruction has fields common to all kinds and, in `what`, the fields of its own kind, as a
// node of the graph has attributes:
//
//   if (const auto* load = std::get_if<RemoteLoad>(&instruction.what)) moved += load->bytes;
//
// Values are stored in buffers (executable.h); an instruction refers to them by number. A compute
// instruction is one call of a host kernel, which may do the work of several supersteps of the
// modelled device: the fusion is ours, and the modelled machine still pays for each superstep.
//
// A pipeline has one sequence for each stage program and one for the weight update:
//
//     pipeline 16 mini-batches
//       sequence stage 0 forward       (on IPU 0)
//       sequence stage 1 forward       ...
//       sequence weight update
//
// With overlapped I/O the elements of its feeds have sequences of their own, the host transfers:
// those of infeeds come before the stage programs, those of outfeeds after them
// (PipelinePlan::place_of).
//
// If several IPUs take part in one instruction, all of them synchronise first: two IPUs of a
// replica in inter_ipu_copy, the same IPU of all replicas in all_reduce and gather_shares.
//
// Inaccuracies: broadcasting a known condition to the tiles costs nothing.
//
// Plain values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/choices.h"
#include "device/architecture.h"
#include "device/cost.h"
#include "device/links.h"
#include "graph/graph.h"

namespace pipette {

using BufferId = std::int32_t;
constexpr BufferId kNoBuffer = -1;

// Addresses of all buffers, by BufferId.
using BufferAddresses = std::byte* const*;
using Kernel = std::function<void(BufferAddresses)>;

// A buffer and the spec of its value: a reshape shares the buffer of its operand.
struct Operand {
  BufferId buffer = kNoBuffer;
  ArraySpec spec;
};

// One superstep of the modelled machine: synchronise, exchange, rearrange, compute.
struct Superstep {
  std::string name;
  Phase phase = Phase::none;
  Cost cost;
  std::string source = {};  // as nodes have it
};

// An i32 scalar that is set whenever its loop's body or stage program is entered: to the iteration
// modulo `period`, or to the mini-batch if `period` is 0.
struct MiniBatchCounter {
  BufferId buffer = kNoBuffer;
  std::int64_t period = 0;

  void set(std::int64_t iteration, BufferAddresses buffers) const;
};

// A number of executions: fixed, or read from an i32 scalar at the beginning (below 0 counts as 0).
struct Count {
  std::int64_t fixed = 0;
  BufferId buffer = kNoBuffer;

  bool is_fixed() const { return buffer < 0; }
};

// ---- What holds other instructions ----

// Children in order: the program, a loop's body or condition, a weight update.
struct Sequence {
  std::vector<MiniBatchCounter> counters;  // of a loop's body
};

// The sequence of a pipeline's stage, forward or backward, or of a host transfer.
struct StageProgram {
  std::vector<MiniBatchCounter> counters;
  std::vector<int> ipus;  // that it runs on; several for concurrent stages
  Copies sends;           // of its results to the IPU of the next program
  std::int64_t send_bytes = 0;
  // Forward programs: the bytes that each mini-batch keeps for the backward pass, and those that
  // the stage's variables take on its IPU (weights, accumulators, optimizer state), without what is
  // kept in streaming memory.
  std::int64_t stash_bytes = 0;
  std::int64_t remote_stash_bytes = 0;  // the part that waits in streaming memory
  std::int64_t variable_bytes = 0;
  std::vector<BufferId> variables;  // forward programs: the stage's variables
};

// Runs children[0] `count` times.
struct Repeat {
  Count count;
};

// children[0] computes the condition, children[1] is the body.
struct WhileLoop {
  BufferId condition = kNoBuffer;        // bool scalar
  std::int64_t maximum_iterations = -1;  // -1: no limit
};

// Runs children[0] if the condition holds, otherwise children[1]; both are sequences.
struct If {
  BufferId condition = kNoBuffer;  // bool scalar
};

// Runs its children in order, in the last of every `period` iterations of the innermost loop.
struct Every {
  std::int64_t period = 1;
};

// Children: a StageProgram for each part of the plan by its place_of(), then the weight update.
struct Pipeline {
  Count mini_batches;
  PipelinePlan plan;
  std::vector<BufferId> rings;   // buffers with an entry per mini-batch
  std::int64_t sync_cycles = 0;  // of the barrier after each slot
};

// ---- What does something ----

struct Compute {
  Kernel kernel;
  std::vector<Superstep> supersteps;
};

// Reads an element of the source into the leaves' buffers.
struct StreamIn {
  HostSource* source = nullptr;
  std::vector<Operand> leaves;   // in flatten order
  std::int64_t bytes = 0;        // of all leaves
  Tiles tiles = Tiles::compute;  // tiles that take part
};

struct StreamOut {
  HostSink* sink = nullptr;      // null: the only leaf is printed
  std::string label;             // of the printed tensor
  std::vector<Operand> leaves;   // in flatten order
  std::int64_t bytes = 0;        // of all leaves
  Tiles tiles = Tiles::compute;  // tiles that take part
};

// Copies a value from one IPU of the replica to the instruction's. The host's memory has it
// already.
struct InterIpuCopy {
  int from_ipu = 0;
  Superstep superstep;
};

// Reduces `in` of all replicas into `out` of each. The cost depends on the number of replicas
// (exchange_costs.h), which the engine knows.
struct AllReduce {
  BufferId in = kNoBuffer, out = kNoBuffer;
  ArraySpec spec;
  kernels::ReduceOp op = kernels::ReduceOp::sum;  // or mean
};

// A transfer from streaming memory to the IPU, or back. The host's memory has it already.
struct RemoteTransfer {
  BufferId buffer = kNoBuffer;  // of the variable or value moved
  std::int64_t bytes = 0;       // of one replica
  Superstep superstep;
};
struct RemoteLoad : RemoteTransfer {};
struct RemoteStore : RemoteTransfer {};

// Gives every replica the others' shares. The host's memory has them already.
struct GatherShares {
  BufferId buffer = kNoBuffer;         // of the variable
  std::int64_t bytes = 0;              // of all replicas
  std::optional<Superstep> superstep;  // none: one replica has everything
};

// The kinds in the order of the variant's alternatives.
enum class InstructionKind : std::uint8_t {
  sequence,
  stage_program,
  repeat,
  while_loop,
  if_else,
  every,
  pipeline,
  compute,
  stream_in,
  stream_out,
  inter_ipu_copy,
  all_reduce,
  remote_load,
  remote_store,
  gather_shares,
};
// The names in listings and status. A stage program is a "sequence".
constexpr auto choices_of(InstructionKind) {
  return std::to_array<Choice<InstructionKind>>(
      {{InstructionKind::sequence, "sequence"},
       {InstructionKind::stage_program, "sequence"},
       {InstructionKind::repeat, "repeat"},
       {InstructionKind::while_loop, "while"},
       {InstructionKind::if_else, "if"},
       {InstructionKind::every, "every"},
       {InstructionKind::pipeline, "pipeline"},
       {InstructionKind::compute, "compute"},
       {InstructionKind::stream_in, "stream_in"},
       {InstructionKind::stream_out, "stream_out"},
       {InstructionKind::inter_ipu_copy, "inter_ipu_copy"},
       {InstructionKind::all_reduce, "all_reduce"},
       {InstructionKind::remote_load, "RemoteLoad"},
       {InstructionKind::remote_store, "RemoteStore"},
       {InstructionKind::gather_shares, "gather_shares"}});
}

struct Instruction {
  std::string name;
  Phase phase = Phase::none;
  std::int32_t id = -1;     // position in the tree, depth first
  int ipu = 0;              // of the replica
  std::string source = {};  // as the node that it was made of has it
  std::variant<Sequence, StageProgram, Repeat, WhileLoop, If, Every, Pipeline, Compute, StreamIn,
               StreamOut, InterIpuCopy, AllReduce, RemoteLoad, RemoteStore, GatherShares>
      what;
  std::vector<Instruction> children;

  InstructionKind kind() const { return static_cast<InstructionKind>(what.index()); }
  // A leaf is executed; all others are entered, and only the leaves inside them take time.
  bool is_leaf() const { return kind() >= InstructionKind::compute; }
  // The supersteps of one execution on the modelled device, without streams and all_reduce.
  std::span<const Superstep> supersteps() const;
  Cost cost() const;  // their sum
  // The counters set whenever this body or stage program is entered.
  std::span<const MiniBatchCounter> counters() const;
  // For children of a pipeline only.
  const StageProgram& stage() const { return std::get<StageProgram>(what); }
};

// A listing of the tree for people: one line per instruction, indented, with modelled cycles.
std::string to_string(const Instruction& root);

}  // namespace pipette
