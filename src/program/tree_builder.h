// Makes the instructions of a tree: numbers them depth first, provided that each is made before its
// children, and records the IPUs that they use.
//
//   TreeBuilder builder;
//   Instruction loop = builder.make(node, "loop");              // id 0
//   Instruction& inside = builder.append(loop, other);          // id 1, a child of `loop`
//   inside.what = Compute{kernel, supersteps};
//
// Part of the compiler (emission.h). Plain state.
#pragma once

#include <algorithm>
#include <string>

#include "program/instruction.h"

namespace pipette {

class TreeBuilder {
 public:
  // Makes an instruction with the node's phase and IPU, initially a sequence.
  Instruction make(const Node& node, std::string name) {
    Instruction instruction = make(std::move(name));
    instruction.phase = node.phase;
    instruction.source = node.source;
    instruction.ipu = node.placement.ipu;
    use_ipu(instruction.ipu);
    return instruction;
  }
  Instruction make(std::string name) {
    Instruction instruction;
    instruction.name = std::move(name);
    instruction.id = static_cast<std::int32_t>(next_step_++);
    return instruction;
  }
  // Makes a child of `parent`. The reference becomes invalid when a sibling is added.
  Instruction& append(Instruction& parent, const Node& node) {
    parent.children.push_back(make(node, node.name));
    return parent.children.back();
  }

  // Steps are ids: of the next instruction, and of the latest.
  std::int64_t next_step() const { return next_step_; }
  std::int64_t last_step() const { return next_step_ - 1; }

  void use_ipu(int ipu) { num_ipus_ = std::max(num_ipus_, ipu + 1); }
  int num_ipus() const { return num_ipus_; }

 private:
  std::int64_t next_step_ = 0;
  int num_ipus_ = 1;
};

}  // namespace pipette
