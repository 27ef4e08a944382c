#include "program/lowering.h"

#include <fmt/format.h>

#include "program/lowering_rules.h"

namespace pipette {

void require_f32(const Node& node, const Operand& operand) {
  if (operand.spec.dtype != DType::f32) {
    throw Unimplemented(fmt::format("\"{}\": {} has no kernel for {}; cast to float32", node.name,
                                    op_name(node.kind), dtype_name(operand.spec.dtype)));
  }
}

Kernel in_float(Kernel (*make)(const Node&, const std::vector<Operand>&, const Operand&),
                const Node& node, const std::vector<Operand>& in, const Operand& y) {
  if (y.spec.dtype != DType::f16) return make(node, in, y);
  std::vector<Operand> all = in;
  all.push_back(y);
  std::vector<Operand> wide = all;
  for (std::size_t i = 0; i < wide.size(); ++i) {
    wide[i].buffer = static_cast<BufferId>(i);
    if (wide[i].spec.dtype == DType::f16) wide[i].spec.dtype = DType::f32;
  }
  const Operand wide_result = wide.back();
  wide.pop_back();
  const Kernel kernel = make(node, wide, wide_result);
  return [all, kernel](BufferAddresses buffers) {
    std::vector<Array> arrays;
    std::vector<std::byte*> pointers;
    for (const Operand& operand : all) {
      const bool widened = operand.spec.dtype == DType::f16;
      arrays.emplace_back(ArraySpec{DType::f32, widened ? operand.spec.shape : Shape{}});
      pointers.push_back(widened ? arrays.back().bytes() : buffers[operand.buffer]);
      if (!widened || &operand == &all.back()) continue;
      kernels::cast(buffers[operand.buffer], DType::f16, pointers.back(), DType::f32,
                    operand.spec.shape.num_elements());
    }
    kernel(pointers.data());
    const Operand& result = all.back();
    kernels::cast(pointers.back(), DType::f32, buffers[result.buffer], DType::f16,
                  result.spec.shape.num_elements());
  };
}

Lowered kernel_of_none(const Node& node, const std::vector<Operand>&, const Operand&) {
  throw Internal(fmt::format("\"{}\": {} has no kernel", node.name, op_name(node.kind)));
}

Cost cost_of_none(const OperatorCost&) { return {}; }

namespace {

struct Rules {
  Lowered (*lower)(const Node&, const std::vector<Operand>&, const Operand&);
  Cost (*cost)(const OperatorCost&);
};

constexpr Rules kRules[] = {
#define PIPETTE_OPERATOR(kind, attributes, effect, gradient, kernel, cost) \
  {&kernel_of_##kernel, &cost_of_##cost},
#include "graph/operators.def"
#undef PIPETTE_OPERATOR
};

}  // namespace

Lowered lower_operator(const Node& node, const std::vector<Operand>& inputs,
                       const Operand& output) {
  return kRules[static_cast<std::size_t>(node.kind)].lower(node, inputs, output);
}

Superstep superstep_of(const Graph& graph, const Node& node, const CostModel& costs) {
  return {node.name, node.phase,
          kRules[static_cast<std::size_t>(node.kind)].cost({graph, node, costs}), node.source};
}

}  // namespace pipette
