// The Operations Summary: what each operation of a program took.
//
//   for (const Operation& o : operations_of(recorded, machine)) {
//     fmt::print("{} {} {}\n", o.name, o.layer, o.cycles);
//   }
//
// An operation comprises the supersteps of one name and phase; an operator of the graph becomes one
// or several operations. Names are TensorFlow's: "Dense_128/MatMul", "gradients/Dense_128/MatMul",
// "SGD/Dense_128/kernel".
//
// Cycles are summed over lanes and profiled runs, so those of all operations together are the busy
// and waiting cycles of all lanes. Plain values.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "profile/run_recorder.h"
#include "program/machine.h"

namespace pipette::profile {

struct Operation {
  std::string name;   // TensorFlow's name
  std::string layer;  // "Dense_128"; "" if it belongs to no layer
  // The role of TensorFlow's layer here: "gradients/Dense_128", "SGD/Dense_128",
  // "Dense_128/GradientAccumulator". Without a layer it is the name, for transfers the kind.
  std::string tensorflow_layer;
  std::string kind;         // "MatMul", "StreamCopy"
  std::string traced_name;  // in trace and program tree
  // The lines of the program that it comes from, where they are known (graph/source_line.h).
  std::vector<std::string> sources;
  Phase phase = Phase::none;
  std::vector<int> instructions;  // of the tree
  std::vector<int> lanes;
  std::int64_t calls = 0;
  std::array<std::int64_t, kNumSpanKinds> cycles_by_kind{};
  std::array<std::int64_t, kNumWaitReasons> waits{};
  std::int64_t cycles = 0;          // their sum
  std::int64_t compute_cycles = 0;  // of the slowest tile
  std::int64_t flops = 0;
  std::int64_t bytes = 0;
  int tiles = 0;            // at work
  double tile_balance = 0;  // share of an IPU's tiles that are at work while it computes, 0..1

  double flops_per_cycle() const;  // during compute; 0 without compute
};

// Sorted by cycles, most first.
std::vector<Operation> operations_of(const RecordedProgram& recorded, const Machine& machine);

struct OperationName {
  std::string name, layer, kind, tensorflow_layer;
};
// TensorFlow's form of names such as "stage_1/gradients/..."; `phase` identifies updates.
OperationName tensorflow_name(const std::string& traced_name);

}  // namespace pipette::profile
