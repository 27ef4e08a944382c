#include "program/fusion.h"

#include <algorithm>
#include <numeric>

#include "core/item.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::ReduceOp;
using kernels::UnaryOp;

namespace {

const FusedGroup kPlain{};
const std::vector<NodeId> kNone{};

bool is_relu(const Node& node) {
  return node.kind == OpKind::unary &&
         std::get<UnaryAttributes>(node.attributes).op == UnaryOp::relu;
}

bool is_binary(const Node& node, BinaryOp op) {
  return node.kind == OpKind::binary && std::get<BinaryAttributes>(node.attributes).op == op;
}

// Writes a variable from the value alone, element by element, in a way kernels know.
bool is_update(const Node& node) {
  if (node.kind == OpKind::apply_sgd) return true;
  const auto* sum = std::get_if<AccumulateAttributes>(&node.attributes);
  return sum != nullptr && sum->reduction == Reduction::sum && sum->momentum == 0;
}

}  // namespace

bool is_product(OpKind kind) {
  return kind == OpKind::matmul || kind == OpKind::conv2d ||
         kind == OpKind::conv2d_input_gradient || kind == OpKind::conv2d_filter_gradient;
}

Fusion::Fusion(const Graph& graph, const Analysis& facts, bool enabled)
    : graph_(graph), facts_(facts), emitted_at_(graph.nodes().size()) {
  std::iota(emitted_at_.begin(), emitted_at_.end(), 0);
  if (!enabled) return;
  for (NodeId id = 0; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    if (!facts.is_live(id) || is_absorbed(id)) continue;
    if (is_product(graph.node(id).kind)) match_product(id);
    switch (graph.node(id).kind) {
      case OpKind::reduce:
        match_column_sum(id);
        break;
      case OpKind::softmax_cross_entropy:
        match_cross_entropy(id);
        break;
      default:
        break;
    }
  }
}

const FusedGroup& Fusion::at(NodeId id) const {
  const auto found = groups_.find(id);
  return found == groups_.end() ? kPlain : found->second;
}

const std::vector<NodeId>& Fusion::members(NodeId id) const {
  const auto found = members_.find(id);
  return found == members_.end() ? kNone : found->second;
}

int Fusion::num_absorbed() const {
  int count = 0;
  for (NodeId id = 0; id < static_cast<NodeId>(emitted_at_.size()); ++id) {
    count += is_absorbed(id) ? 1 : 0;
  }
  return count;
}

void Fusion::emit(NodeId at, FusedGroup group, std::vector<NodeId> members) {
  for (const NodeId member : members) item(emitted_at_, member) = at;
  groups_[at] = std::move(group);
  members_[at] = std::move(members);
}

bool Fusion::together(const Node& node, NodeId other) const {
  const Node& beside = graph_.node(other);
  const bool again = node.phase == Phase::recompute,
             beside_again = beside.phase == Phase::recompute;
  return beside.region == node.region && beside.placement == node.placement &&
         again == beside_again;
}

std::optional<NodeId> Fusion::only_user_beside(ValueId id, const Node& node) const {
  const auto user = facts_.only_user(id);
  return user && together(node, *user) ? user : std::nullopt;
}

bool Fusion::can_move(const std::vector<ValueId>& reads, NodeId from, NodeId to,
                      const Variable* written) const {
  for (const ValueId read : reads) {
    const Variable* variable = facts_.aliased_variable(read);
    if (variable == nullptr) continue;
    if (written != nullptr && *variable == *written) return false;
    for (NodeId id = from; id < to; ++id) {
      if (assigns(graph_.node(id), *variable)) return false;
    }
  }
  return true;
}

void Fusion::match_product(NodeId id) {
  const Node& node = graph_.node(id);
  const ArraySpec& result = graph_.value(node.outputs[0]).spec;
  if (result.dtype != DType::f32) return;
  FusedProduct product;
  product.product = id;
  std::vector<NodeId> members{id};
  std::vector<ValueId> reads = node.inputs;
  const auto next = [&] { return only_user_beside(graph_.node(members.back()).outputs[0], node); };

  auto user = next();
  if (user && is_binary(graph_.node(*user), BinaryOp::add)) {
    const Node& add = graph_.node(*user);
    const ValueId bias = add.inputs[0] == node.outputs[0] ? add.inputs[1] : add.inputs[0];
    if (graph_.value(bias).spec.shape == Shape{result.shape[-1]}) {
      product.bias = bias;
      reads.push_back(bias);
      members.push_back(*user);
      user = next();
    }
  }
  // What follows goes element by element: the shape does not matter to it.
  std::size_t matched = members.size();
  while (user && graph_.node(*user).kind == OpKind::reshape) {
    members.push_back(*user);
    user = next();
  }
  if (user && is_relu(graph_.node(*user))) {
    product.relu = true;
    members.push_back(*user);
    matched = members.size();
  } else if (user && !product.bias && graph_.node(*user).kind == OpKind::relu_gradient &&
             graph_.node(*user).inputs[0] != graph_.node(*user).inputs[1] &&
             graph_.node(*user).inputs[1] == graph_.node(members.back()).outputs[0]) {
    product.mask = graph_.node(*user).inputs[0];
    reads.push_back(*product.mask);
    members.push_back(*user);
    matched = members.size();
  } else if (user && !product.bias && is_update(graph_.node(*user))) {
    product.update = *user;
    members.push_back(*user);
    matched = members.size();
  }
  members.resize(matched);
  if (members.size() == 1) return;
  const NodeId last = members.back();
  if (!can_move(reads, id, last, assigned_variable(graph_.node(last)))) return;
  emit(last, product, std::move(members));
}

void Fusion::match_column_sum(NodeId id) {
  const Node& reduce = graph_.node(id);
  const auto& how = std::get<ReduceAttributes>(reduce.attributes);
  const ArraySpec& x = graph_.value(reduce.inputs[0]).spec;
  const bool last_axis_left = static_cast<int>(how.axes.size()) == x.shape.rank() - 1 &&
                              how.axes.back() == x.shape.rank() - 2;
  if (how.op != ReduceOp::sum || !last_axis_left || x.dtype != DType::f32) return;
  const auto user = only_user_beside(reduce.outputs[0], reduce);
  if (!user || !is_update(graph_.node(*user))) return;
  if (!can_move(reduce.inputs, id, *user, assigned_variable(graph_.node(*user)))) return;
  emit(*user, FusedColumnSum{id, *user}, {id, *user});
}

void Fusion::match_cross_entropy(NodeId id) {
  const Node& losses = graph_.node(id);
  FusedCrossEntropy fused;
  fused.losses = id;
  std::vector<NodeId> members{id};
  for (const NodeId user : facts_.users(losses.outputs[0])) {
    const Node* node = user < 0 ? nullptr : &graph_.node(user);
    if (node != nullptr && together(losses, user) && node->kind == OpKind::reduce &&
        std::get<ReduceAttributes>(node->attributes).op == ReduceOp::mean && !fused.mean) {
      fused.mean = user;
      members.push_back(user);
    } else {
      fused.losses_used = true;
    }
  }
  for (const NodeId user : facts_.users(losses.inputs[0])) {
    if (user < 0) continue;
    const Node& node = graph_.node(user);
    if (node.kind != OpKind::softmax_cross_entropy_gradient || node.inputs != losses.inputs ||
        !together(losses, user) || fused.gradient || is_absorbed(user)) {
      continue;
    }
    fused.gradient = user;
    members.push_back(user);
    const auto scaled = only_user_beside(node.outputs[0], losses);
    if (!scaled || !is_binary(graph_.node(*scaled), BinaryOp::multiply)) continue;
    const std::vector<ValueId>& factors = graph_.node(*scaled).inputs;
    const ValueId other = factors[0] == node.outputs[0] ? factors[1] : factors[0];
    const auto shape = [&](NodeId at) {
      return graph_.value(graph_.node(at).outputs[0]).spec.shape;
    };
    if (!(shape(*scaled) == shape(user))) continue;  // broadcast to something larger
    if (const auto scale = facts_.uniform(other)) {
      fused.scaled = scaled;
      fused.scale = static_cast<float>(*scale);
      members.push_back(*scaled);
    }
  }
  emit(id, fused, std::move(members));
}

}  // namespace pipette
