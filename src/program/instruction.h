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
// Later kinds (exchange between IPUs, remote loads and stores, all-reduce, parallel branches,
// pipeline runs) join InstructionKind; the engine's frames do not change.
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

struct Instruction {
  InstructionKind kind = InstructionKind::sequence;
  std::string name;
  Phase phase = Phase::none;
  std::vector<Instruction> children;

  Kernel kernel;                      // compute
  std::vector<Superstep> supersteps;  // compute
  std::int64_t trip_count = 0;        // repeat; while_loop: upper limit, -1 for none
  SlotId trip_count_slot = -1;        // repeat: i32 scalar that holds the count, -1 if fixed
  SlotId condition = -1;              // while_loop: bool scalar
  HostSource* source = nullptr;       // stream_in
  HostSink* sink = nullptr;           // stream_out
  std::vector<SlotId> slots;          // of the stream's leaves, in flatten order
  // What the leaves look like: a reshape shares the slot of its operand.
  std::vector<ArraySpec> leaf_specs;
  std::int64_t stream_bytes = 0;

  std::int32_t id = -1;  // position in the tree, depth first
  Cost cost() const;     // of one execution, without streams: its supersteps' sum (compute only)
};

// A listing of the tree for people: one line an instruction, indented, with modelled cycles.
std::string to_string(const Instruction& root);

}  // namespace pipette
