#include "program/analysis.h"

#include <algorithm>
#include <cmath>

#include "core/item.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::UnaryOp;

const Variable* assigned_variable(const Node& node) {
  if (node.kind == OpKind::assign) {
    return &std::get<VariableAttributes>(node.attributes).variable;
  }
  if (node.kind == OpKind::accumulate) {
    return &std::get<AccumulateAttributes>(node.attributes).accumulator;
  }
  if (node.kind == OpKind::apply_sgd) return &std::get<SgdAttributes>(node.attributes).variable;
  if (node.kind == OpKind::apply_optimizer) {
    return &std::get<OptimizerAttributes>(node.attributes).variable;
  }
  return nullptr;
}

const std::vector<Variable>& assigned_state(const Node& node) {
  static const std::vector<Variable> kNone;
  const auto* optimizer = std::get_if<OptimizerAttributes>(&node.attributes);
  return optimizer == nullptr ? kNone : optimizer->state;
}

bool assigns(const Node& node, const Variable& variable) {
  const Variable* assigned = assigned_variable(node);
  if (assigned == nullptr) return false;
  const std::vector<Variable>& state = assigned_state(node);
  return *assigned == variable || std::find(state.begin(), state.end(), variable) != state.end();
}

Analysis::Analysis(const Graph& graph)
    : graph_(graph),
      live_(graph.nodes().size(), false),
      users_(graph.num_values()),
      uniform_(graph.num_values()) {
  for (const NodeId id : graph.region(0).nodes) {
    if (has_side_effect(graph.node(id).kind)) mark_live(id);
  }
  collect_users(0, -1);
  for (const Node& node : graph.nodes()) fold(node);
}

void Analysis::mark_live(NodeId id) {
  if (item(live_, id)) return;
  item(live_, id) = true;
  const Node& node = graph_.node(id);
  for (const ValueId input : node.inputs) mark_value(input);
  for (const RegionId region : node.regions) {
    for (const ValueId result : graph_.region(region).results) mark_value(result);
    for (const NodeId inner : graph_.region(region).nodes) {
      if (has_side_effect(graph_.node(inner).kind)) mark_live(inner);
    }
  }
}

void Analysis::mark_value(ValueId id) {
  const NodeId producer = graph_.value(id).producer;
  if (producer >= 0) mark_live(producer);
}

void Analysis::collect_users(RegionId region, NodeId loop) {
  for (const NodeId id : graph_.region(region).nodes) {
    if (!is_live(id)) continue;
    for (const ValueId input : graph_.node(id).inputs) {
      item(users_, input).push_back(id);
    }
    for (const RegionId inner : graph_.node(id).regions) collect_users(inner, id);
  }
  for (const ValueId result : graph_.region(region).results) {
    item(users_, result).push_back(loop);
  }
}

std::optional<NodeId> Analysis::only_user(ValueId id) const {
  const auto& users = this->users(id);
  if (users.size() != 1 || users[0] < 0) return std::nullopt;
  return users[0];
}

const Variable* Analysis::aliased_variable(ValueId id) const {
  const Node* node = graph_.producer(id);
  while (node != nullptr && node->kind == OpKind::reshape) node = graph_.producer(node->inputs[0]);
  if (node == nullptr || node->kind != OpKind::read) return nullptr;
  return &std::get<VariableAttributes>(node->attributes).variable;
}

namespace {

// The dtype's own arithmetic, so that folding changes no bit.
double rounded(double value, DType dtype) {
  if (dtype == DType::f32) return static_cast<double>(static_cast<float>(value));
  return static_cast<double>(static_cast<float>(Half(static_cast<float>(value))));
}

std::optional<double> fold_binary(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::add:
      return a + b;
    case BinaryOp::subtract:
      return a - b;
    case BinaryOp::multiply:
      return a * b;
    case BinaryOp::divide:
      return a / b;
    default:
      return std::nullopt;
  }
}

}  // namespace

void Analysis::fold(const Node& node) {
  if (node.outputs.size() != 1) return;
  const ArraySpec& spec = graph_.value(node.outputs[0]).spec;
  auto& result = item(uniform_, node.outputs[0]);
  if (node.kind == OpKind::constant) {
    const Array& value = std::get<ConstantAttributes>(node.attributes).value;
    if (value.size() == 1 && spec.dtype != DType::boolean) {
      result = value.cast(DType::f64).item<double>();
    }
    return;
  }
  if (node.inputs.empty() || !uniform(node.inputs[0])) return;
  const double a = *uniform(node.inputs[0]);
  if (node.kind == OpKind::reshape || node.kind == OpKind::broadcast_to) {
    result = a;
  } else if (!is_floating(spec.dtype)) {
    return;  // integers wrap; they are rarely constant and not worth a second arithmetic
  } else if (node.kind == OpKind::unary &&
             std::get<UnaryAttributes>(node.attributes).op == UnaryOp::negate) {
    result = -a;
  } else if (node.kind == OpKind::binary && uniform(node.inputs[1])) {
    // One rounding of an exact double operation equals the float operation (for + - * / of floats).
    const auto folded =
        fold_binary(std::get<BinaryAttributes>(node.attributes).op, a, *uniform(node.inputs[1]));
    if (folded) result = rounded(*folded, spec.dtype);
  }
}

}  // namespace pipette
