// What each operator's gradient is, made of other operators. Internal to gradient.cc.
#pragma once

#include <optional>
#include <vector>

#include "graph/forward_values.h"

namespace pipette {

using Gradients = std::vector<std::optional<Tensor>>;  // one per input; none: not differentiable

// The gradients of a node's inputs, given that of its only output. Throws Unimplemented, naming the
// operator, where there is none.
Gradients node_gradient(ForwardValues& values, const Node& node, const Tensor& dy);

}  // namespace pipette
