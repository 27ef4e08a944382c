#include "graph/gradient_rules.h"

#include <fmt/format.h>

namespace pipette {

Gradients gradient_of_none(const NodeGradient& g) {
  throw Unimplemented(
      fmt::format("gradient: {} (\"{}\") has none", op_name(g.node.kind), g.node.name));
}

namespace {

constexpr Gradients (*kRules[])(const NodeGradient&) = {
#define PIPETTE_OPERATOR(kind, attributes, effect, gradient, kernel, cost) &gradient_of_##gradient,
#include "graph/operators.def"
#undef PIPETTE_OPERATOR
};

}  // namespace

Gradients node_gradient(ForwardValues& values, const Node& node, const Tensor& dy) {
  return kRules[static_cast<std::size_t>(node.kind)]({values, node, dy});
}

}  // namespace pipette
