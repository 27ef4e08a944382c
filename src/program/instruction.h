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
// Values live in slots (executable.h); an instruction names them by number. A compute instruction
// is one call of a host kernel, which may do the work of several supersteps of the modelled device:
// the fusion is ours, the modelled machine still pays for each superstep.
//
// A pipeline has one sequence for each stage program and one for the weight update:
//
//     pipeline 16 mini-batches
//       sequence stage 0 forward       (on IPU 0)
//       sequence stage 1 forward       ...
//       sequence weight update
//
// Where several IPUs take part in one instruction, all of them come together first: two IPUs of a
// replica in inter_ipu_copy, the same IPU of all replicas in all_reduce and gather_shares.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "device/cost.h"
#include "graph/graph.h"

namespace pipette {

using SlotId = std::int32_t;

enum class InstructionKind : std::uint8_t {
  sequence,    // children in order
  repeat,      // children[0], trip_count times
  while_loop,  // children[0] computes the condition into `condition`, children[1] is the body
  compute,     // kernel(buffers)
  stream_in,   // source -> slots
  stream_out,  // slots -> sink
  every,       // children in order, in the last of every `trip_count` iterations of the loop around
  pipeline,    // children: one a stage program, run as `plan` says, then the weight update
  inter_ipu_copy,  // a value from `from_ipu` to `ipu`; the host's memory has it already
  all_reduce,      // slots[0] of all replicas -> slots[1] of each, by `reduce_op`
  remote_load,     // from streaming memory to `ipu`; the host's memory has it already
  remote_store,    // the other way
  gather_shares,   // every replica gets the others' shares; the host's memory has them already
};
const char* instruction_kind_name(InstructionKind kind);

// One step of the modelled machine: synchronise, exchange, rearrange, compute.
struct Superstep {
  std::string name;
  Phase phase = Phase::none;
  Cost cost;
};

// Addresses of all slots, by SlotId.
using Buffers = std::byte* const*;
using Kernel = std::function<void(Buffers)>;

// An i32 scalar that is set whenever its loop's body or stage program is entered: to the iteration
// modulo `period`, or to the mini-batch when `period` is 0.
struct MiniBatchCounter {
  SlotId slot = -1;
  std::int64_t period = 0;

  void set(std::int64_t iteration, Buffers buffers) const;
};

// What a pipeline needs to know about one of its stage programs.
struct StageProgram {
  std::vector<int> ipus;         // that it runs on; several for concurrent stages
  std::int64_t send_cycles = 0;  // copying its results to the IPU of the next program
  std::int64_t send_bytes = 0;
  // Forward programs: what each mini-batch keeps for the backward pass, and what the stage's
  // variables take on its IPU (weights, accumulators, optimizer state), without what is kept in
  // streaming memory.
  std::int64_t stash_bytes = 0;
  std::int64_t remote_stash_bytes = 0;  // of the stash, waits in streaming memory
  std::int64_t variable_bytes = 0;
  std::vector<SlotId> variables;  // forward programs: of the stage
};

struct Instruction {
  InstructionKind kind = InstructionKind::sequence;
  std::string name;
  Phase phase = Phase::none;
  std::vector<Instruction> children;

  Kernel kernel;                      // compute
  std::vector<Superstep> supersteps;  // compute, inter_ipu_copy; one of remote_load and so on
  std::int64_t trip_count = 0;        // repeat, every; pipeline: mini-batches; while_loop: upper
                                      // limit, -1 for none
  SlotId trip_count_slot = -1;   // repeat, pipeline: i32 scalar that holds the count, -1 if fixed
  SlotId condition = -1;         // while_loop: bool scalar
  HostSource* source = nullptr;  // stream_in
  HostSink* sink = nullptr;      // stream_out
  std::vector<SlotId> slots;     // of the stream's leaves, in flatten order
  // What the leaves look like: a reshape shares the slot of its operand.
  std::vector<ArraySpec> leaf_specs;
  std::int64_t stream_bytes = 0;
  std::int64_t remote_bytes =
      0;  // remote_load, remote_store: of one replica; gather_shares: of all

  int ipu = 0;                                           // of the replica
  int from_ipu = 0;                                      // inter_ipu_copy
  kernels::ReduceOp reduce_op = kernels::ReduceOp::sum;  // all_reduce: or mean
  std::vector<MiniBatchCounter> counters;                // loop bodies, stage programs
  PipelinePlan plan;                                     // pipeline
  std::vector<SlotId> rings;     // pipeline: slots that hold several mini-batches
  std::int64_t sync_cycles = 0;  // pipeline: of the barrier after each slot
  StageProgram stage;            // children of a pipeline

  std::int32_t id = -1;  // position in the tree, depth first
  // Of one execution, without streams: its supersteps' sum. What an all_reduce costs depends on the
  // number of replicas, which the engine knows.
  Cost cost() const;
};

// A listing of the tree for people: one line an instruction, indented, with modelled cycles.
std::string to_string(const Instruction& root);

}  // namespace pipette
