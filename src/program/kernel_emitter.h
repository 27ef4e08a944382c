// Emits the compute instructions: plain operators, reads of variables that must be copied, and
// groups of operators that share a kernel (fusion.h).
//
//   KernelEmitter kernels(graph, facts, fusion, costs, builder, buffers, placement);
//   kernels.emit_group(id, sequence);
//
// Every operator of a group is a superstep of the modelled device.
//
// Errors: Unimplemented for an operator without a kernel for its dtype. Part of the compiler
// (emission.h). Keeps references to its constructor's arguments.
#pragma once

#include <vector>

#include "program/ipu_placement.h"
#include "program/lowering.h"

namespace pipette {

class KernelEmitter {
 public:
  KernelEmitter(const Graph& graph, const Analysis& facts, const Fusion& fusion,
                const CostModel& costs, TreeBuilder& builder, ValueBuffers& buffers,
                IpuPlacement& placement);
  KernelEmitter(const KernelEmitter&) = delete;
  KernelEmitter& operator=(const KernelEmitter&) = delete;

  // Emits the group at `id`; does nothing and returns false for a plain operator.
  bool emit_group(NodeId id, Instruction& sequence);
  void emit_plain(NodeId id, Instruction& sequence);
  // Reading a variable copies nothing, unless the old value is still needed after the variable
  // changes.
  void emit_read(NodeId id, Instruction& sequence);

 private:
  void emit(const FusedProduct& product, NodeId at, Instruction& sequence);
  void emit(const FusedColumnSum& sum, NodeId at, Instruction& sequence);
  void emit(const FusedCrossEntropy& loss, NodeId at, Instruction& sequence);
  // Returns how a kernel writes the variable of `update`; sets `output` to the variable's buffer.
  StoreMode store_mode(const Node& update, Operand& output, std::int64_t step);
  Compute with_supersteps(Kernel kernel, const std::vector<NodeId>& operators) const;
  bool is_overwritten_before_use(NodeId read, const Variable& variable) const;
  void collect_uses(ValueId value, std::vector<NodeId>& uses) const;

  const Graph& graph_;
  const Analysis& facts_;
  const Fusion& fusion_;
  const CostModel& costs_;
  TreeBuilder& builder_;
  ValueBuffers& buffers_;
  IpuPlacement& placement_;
};

}  // namespace pipette
