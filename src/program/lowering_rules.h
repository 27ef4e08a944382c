// The kernel and the cost of each operator, named in its row of graph/operators.def. Internal to
// lowering*.cc, which define both side by side.
#pragma once

#include "program/lowering.h"

namespace pipette {

#define PIPETTE_OPERATOR(kind, attributes, effect, gradient, kernel, cost) \
  Lowered kernel_of_##kernel(const Node& node, const std::vector<Operand>& in, const Operand& y);
#include "graph/operators.def"
#undef PIPETTE_OPERATOR

// Throws Unimplemented, naming the operator, if the operand is not f32.
void require_f32(const Node& node, const Operand& operand);
// Makes a kernel for f32. If the result is f16, operands are widened, the kernel computes in float,
// and the result is rounded once.
Kernel in_float(Kernel (*make)(const Node&, const std::vector<Operand>&, const Operand&),
                const Node& node, const std::vector<Operand>& in, const Operand& y);
inline const std::int32_t* i32(BufferAddresses buffers, const Operand& operand) {
  return reinterpret_cast<const std::int32_t*>(buffers[operand.buffer]);
}

// An operator whose cost is to be computed.
struct OperatorCost {
  const Graph& graph;
  const Node& node;
  const CostModel& costs;

  const ArraySpec& in(std::size_t i) const { return graph.value(node.inputs[i]).spec; }
  // The result or, without one, the value that is written.
  const ArraySpec& main() const {
    return node.outputs.empty() ? in(0) : graph.value(node.outputs[0]).spec;
  }
  std::int64_t elements() const { return main().shape.num_elements(); }
  template <class T>
  const T& attributes() const {
    return std::get<T>(node.attributes);
  }
  Cost elementwise(int operands, OpClass kind) const {
    return costs.elementwise(elements(), operands, main().dtype, kind);
  }
  std::int64_t pool_size() const {
    const Window& pool = attributes<PoolAttributes>().pool;
    return pool[0] * pool[1];
  }
};

#define PIPETTE_OPERATOR(kind, attributes, effect, gradient, kernel, cost) \
  Cost cost_of_##cost(const OperatorCost& q);
#include "graph/operators.def"
#undef PIPETTE_OPERATOR

}  // namespace pipette
