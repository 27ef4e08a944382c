#include "graph/gradient.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/item.h"
#include "graph/forward_values.h"
#include "graph/ops.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::ReduceOp;
using kernels::UnaryOp;

namespace {

using Gradients = std::vector<std::optional<Tensor>>;  // one per input; none: not differentiable

Tensor column(const Tensor& x) { return reshape(x, Shape{x.shape()[0], 1}); }

Tensor unary_gradient(UnaryOp op, const Tensor& x, const Tensor& y, const Tensor& dy) {
  switch (op) {
    case UnaryOp::negate:
      return -dy;
    case UnaryOp::abs:
      return dy * unary(UnaryOp::sign, x);
    case UnaryOp::square:
      return dy * (x * 2.0);
    case UnaryOp::relu:
      return relu_gradient(y, dy);
    case UnaryOp::reciprocal:
      return -(dy * square(y));
    case UnaryOp::sqrt:
      return dy / (y * 2.0);
    case UnaryOp::rsqrt:
      return dy * (y * square(y)) * -0.5;
    case UnaryOp::exp:
      return dy * y;
    case UnaryOp::log:
      return dy / x;
    case UnaryOp::tanh:
      return dy * (-square(y) + 1.0);
    case UnaryOp::sigmoid:
      return dy * (y * (-y + 1.0));
    case UnaryOp::sign:
    case UnaryOp::floor:
      return dy * 0.0;
    case UnaryOp::logical_not:
      break;
  }
  throw Unimplemented("gradient: logical_not has none");
}

Gradients binary_gradient(BinaryOp op, const Tensor& a, const Tensor& b, const Tensor& y,
                          const Tensor& dy) {
  const auto pair = [&](const Tensor& da, const Tensor& db) {
    return Gradients{sum_to(da, a.shape()), sum_to(db, b.shape())};
  };
  switch (op) {
    case BinaryOp::add:
      return pair(dy, dy);
    case BinaryOp::subtract:
      return pair(dy, -dy);
    case BinaryOp::multiply:
      return pair(dy * b, dy * a);
    case BinaryOp::divide:
      return pair(dy / b, -(dy * y) / b);
    case BinaryOp::maximum:
    case BinaryOp::minimum: {
      // Where a is the result it takes the gradient, also when both are equal.
      const Tensor takes_a =
          cast(compare(kernels::Comparison::equal, broadcast_to(a, y.shape()), y), dy.dtype());
      return pair(dy * takes_a, dy * (-takes_a + 1.0));
    }
  }
  throw Internal("binary_gradient");
}

Gradients matmul_gradient(const MatmulAttributes& options, const Tensor& a, const Tensor& b,
                          const Tensor& dy) {
  const bool ta = options.transpose_a;
  const bool tb = options.transpose_b;
  return {ta ? matmul(b, dy, tb, true) : matmul(dy, b, false, !tb),
          tb ? matmul(dy, a, true, ta) : matmul(a, dy, !ta, false)};
}

Gradients reduce_gradient(const ReduceAttributes& options, const Tensor& x, const Tensor& dy) {
  std::vector<std::int64_t> kept = x.shape().sizes();
  std::int64_t count = 1;
  for (const int axis : options.axes) {
    count *= item(kept, axis);
    item(kept, axis) = 1;
  }
  if (options.op != ReduceOp::sum && options.op != ReduceOp::mean) {
    throw Unimplemented("gradient: a maximum over axes has none here");
  }
  const Tensor scaled = options.op == ReduceOp::mean ? dy * (1.0 / static_cast<double>(count)) : dy;
  return {broadcast_to(reshape(scaled, Shape(std::move(kept))), x.shape())};
}

// The gradients of a node's inputs, given that of its only output.
Gradients node_gradient(ForwardValues& values, const Node& node, const Tensor& dy) {
  const auto in = [&](std::size_t i) { return values(node.inputs[i]); };
  const auto out = [&] { return values(node.outputs[0]); };
  switch (node.kind) {
    case OpKind::unary:
      return {unary_gradient(std::get<UnaryAttributes>(node.attributes).op, in(0), out(), dy)};
    case OpKind::binary:
      return binary_gradient(std::get<BinaryAttributes>(node.attributes).op, in(0), in(1), out(),
                             dy);
    case OpKind::cast:
      if (!is_floating(in(0).dtype())) return {std::nullopt};
      return {cast(dy, in(0).dtype())};
    case OpKind::reshape:
      return {reshape(dy, in(0).shape())};
    case OpKind::broadcast_to:
      return {sum_to(dy, in(0).shape())};
    case OpKind::transpose:
      return {transpose(dy)};
    case OpKind::stage_copy:
      return {stage_copy(dy)};
    case OpKind::all_reduce:
      return {all_reduce(std::get<AllReduceAttributes>(node.attributes).op, dy)};
    case OpKind::matmul:
      return matmul_gradient(std::get<MatmulAttributes>(node.attributes), in(0), in(1), dy);
    case OpKind::conv2d: {
      const WindowOptions& options = std::get<Conv2dAttributes>(node.attributes).options;
      return {conv2d_input_gradient(dy, in(1), in(0).shape(), options),
              conv2d_filter_gradient(in(0), dy, in(1).shape(), options)};
    }
    case OpKind::max_pool2d: {
      const auto& [pool, options] = std::get<PoolAttributes>(node.attributes);
      return {max_pool2d_gradient(in(0), dy, pool, options)};
    }
    case OpKind::dropout: {
      const auto& [rate, seed] = std::get<DropoutAttributes>(node.attributes).mask;
      return {dropout(dy, rate, seed, in(1)), std::nullopt};
    }
    case OpKind::reduce:
      return reduce_gradient(std::get<ReduceAttributes>(node.attributes), in(0), dy);
    case OpKind::softmax:
      return {softmax_gradient(out(), dy)};
    case OpKind::softmax_cross_entropy:
      return {softmax_cross_entropy_gradient(in(0), in(1)) * column(dy), std::nullopt};
    case OpKind::crossentropy:
      return {crossentropy_gradient(in(0), in(1)) * column(dy), std::nullopt};
    default:
      throw Unimplemented(
          fmt::format("gradient: {} (\"{}\") has none", op_name(node.kind), node.name));
  }
}

// Walks nodes backwards, carrying d loss / d value for the values that matter.
class Backward {
 public:
  Backward(const Tensor& loss, const std::vector<Tensor>& targets)
      : graph_(loss.graph()), values_(graph_), leads_to_target_(graph_.num_values(), false) {
    for (const Tensor& target : targets) {
      item(leads_to_target_, target.id()) = true;
    }
    const auto count = static_cast<NodeId>(graph_.nodes().size());
    for (NodeId id = 0; id < count; ++id) {
      const Node& node = graph_.node(id);
      const bool leads = any_leads(node.inputs) ||
                         std::any_of(node.regions.begin(), node.regions.end(),
                                     [&](RegionId region) { return body_leads(region); });
      for (const ValueId out : node.outputs) {
        if (leads) item(leads_to_target_, out) = true;
      }
    }
    {
      const Graph::PlacementScope last(graph_, graph_.backward_of(graph_.placement_of(loss.id())));
      accumulate(loss.id(), fill(loss.shape(), loss.spec(), 1.0f));
    }
    for (NodeId id = count - 1; id >= 0; --id) visit(id);
  }

  Tensor of(const Tensor& value) {
    const auto found = gradient_of_.find(value.id());
    return found == gradient_of_.end() ? fill(value.shape(), value.spec(), 0.0f) : found->second;
  }

 private:
  bool any_leads(const std::vector<ValueId>& values) const {
    return std::any_of(values.begin(), values.end(),
                       [&](ValueId v) { return item(leads_to_target_, v); });
  }

  // A loop's results depend on what its body uses, carried or not.
  bool body_leads(RegionId id) const {
    const Region& region = graph_.region(id);
    if (any_leads(region.results)) return true;
    return std::any_of(region.nodes.begin(), region.nodes.end(), [&](NodeId inner) {
      const Node& node = graph_.node(inner);
      return any_leads(node.inputs) ||
             std::any_of(node.regions.begin(), node.regions.end(),
                         [&](RegionId nested) { return body_leads(nested); });
    });
  }

  void accumulate(ValueId id, const Tensor& part) {
    const auto [at, is_new] = gradient_of_.emplace(id, part);
    if (!is_new) at->second = at->second + part;
  }

  void visit(NodeId id) {
    const Node node = graph_.node(id);  // a copy: adding nodes moves them
    if (!node.regions.empty()) {
      for (const ValueId out : node.outputs) {
        if (gradient_of_.contains(out) && item(leads_to_target_, out)) {
          throw Unimplemented(fmt::format(
              "gradient: {} (\"{}\") has none; take the gradient inside the loop's body",
              op_name(node.kind), node.name));
        }
      }
      return;
    }
    if (node.outputs.size() != 1 || node.inputs.empty()) return;
    const auto found = gradient_of_.find(node.outputs[0]);
    if (found == gradient_of_.end() || !item(leads_to_target_, node.outputs[0])) {
      return;
    }
    const Tensor dy = found->second;
    // What a stage copied from the one before it gives its gradient back to that one.
    const Placement& forward =
        node.kind == OpKind::stage_copy ? graph_.placement_of(node.inputs[0]) : node.placement;
    const Graph::PlacementScope placement(graph_, graph_.backward_of(forward));
    const Gradients parts = node_gradient(values_, node, dy);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i] && item(leads_to_target_, node.inputs[i])) {
        accumulate(node.inputs[i], *parts[i]);
      }
    }
  }

  Graph& graph_;
  ForwardValues values_;
  std::vector<bool> leads_to_target_;
  std::map<ValueId, Tensor> gradient_of_;
};

}  // namespace

std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Tensor>& values) {
  if (loss.shape().rank() != 0 || !is_floating(loss.dtype())) {
    throw ValueError(fmt::format(
        "gradient: the loss must be a floating scalar, not {} {}; reduce it with reduce_mean",
        dtype_name(loss.dtype()), loss.shape().to_string()));
  }
  const Graph::PhaseScope phase(loss.graph(), Phase::backward);
  const Graph::NameScope name("gradients");
  Backward backward(loss, values);
  std::vector<Tensor> result;
  for (const Tensor& value : values) result.push_back(backward.of(value));
  return result;
}

std::vector<Tensor> gradients(const Tensor& loss, const std::vector<Variable>& variables,
                              const std::function<bool(NodeId)>& read_counts) {
  Graph& graph = loss.graph();
  std::vector<Tensor> reads;
  std::vector<std::size_t> owner;
  const auto count = static_cast<NodeId>(graph.nodes().size());
  for (std::size_t v = 0; v < variables.size(); ++v) {
    for (NodeId id = 0; id < count; ++id) {
      const Node& node = graph.node(id);
      if (node.kind == OpKind::variable_read && read_counts(id) &&
          std::get<VariableAttributes>(node.attributes).variable == variables[v]) {
        reads.emplace_back(&graph, node.outputs[0]);
        owner.push_back(v);
      }
    }
  }
  const std::vector<Tensor> parts = gradients(loss, reads);
  const Graph::PhaseScope phase(graph, Phase::backward);
  std::vector<Tensor> result;
  for (std::size_t v = 0; v < variables.size(); ++v) {
    std::optional<Tensor> sum;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (owner[i] == v) sum = sum ? *sum + parts[i] : parts[i];  // in the unit met last
    }
    result.push_back(sum ? *sum : fill(variables[v].shape(), variables[v].spec(), 0.0f));
  }
  return result;
}

GradientTape::GradientTape() : first_node_(static_cast<NodeId>(Graph::current().nodes().size())) {}

std::vector<Tensor> GradientTape::gradient(const Tensor& loss,
                                           const std::vector<Variable>& variables) const {
  return gradients(loss, variables, [this](NodeId id) { return id >= first_node_; });
}

}  // namespace pipette
