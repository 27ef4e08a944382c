// The gradient of each operator, built from other operators. Internal to gradient.cc and ops_*.cc,
// which define the rules next to the operators.
#pragma once

#include <optional>
#include <vector>

#include "graph/forward_values.h"

namespace pipette {

using Gradients = std::vector<std::optional<Tensor>>;  // one per input; none: not differentiable

// A node whose gradients are being taken, and the gradient with respect to its only output.
struct NodeGradient {
  ForwardValues& values;
  const Node& node;
  const Tensor& dy;

  Tensor in(std::size_t i) const { return values(node.inputs[i]); }
  Tensor out() const { return values(node.outputs[0]); }
  template <class T>
  const T& attributes() const {
    return std::get<T>(node.attributes);
  }
};

#define PIPETTE_OPERATOR(kind, attributes, effect, gradient, kernel, cost) \
  Gradients gradient_of_##gradient(const NodeGradient& g);
#include "graph/operators.def"
#undef PIPETTE_OPERATOR

// Returns the gradients with respect to a node's inputs, given that of its only output. Throws
// Unimplemented, naming the operator, if it has no gradient.
Gradients node_gradient(ForwardValues& values, const Node& node, const Tensor& dy);

}  // namespace pipette
