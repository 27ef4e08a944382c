#include "program/ipu_placement.h"

#include <fmt/format.h>

#include <algorithm>

namespace pipette {

namespace {

// Views of one value count as that value.
ValueId root_of(const Graph& graph, ValueId value) {
  const Node* producer = graph.producer(value);
  while (producer != nullptr && producer->kind == OpKind::reshape) {
    value = producer->inputs[0];
    producer = graph.producer(value);
  }
  return value;
}

}  // namespace

IpuPlacement::IpuPlacement(const Graph& graph, const Analysis& facts, const Fusion& fusion,
                           const CostModel& costs, TreeBuilder& builder, ValueBuffers& buffers)
    : graph_(graph),
      facts_(facts),
      fusion_(fusion),
      costs_(costs),
      builder_(builder),
      buffers_(buffers) {
  for (const Node& node : graph.nodes()) num_ipus_ = std::max(num_ipus_, node.placement.ipu + 1);
}

int IpuPlacement::home_of(ValueId value) {
  if (facts_.uniform(value)) return kEverywhere;
  const Node* producer = graph_.producer(root_of(graph_, value));
  if (producer != nullptr && producer->kind == OpKind::mini_batch_index) return kEverywhere;
  const Buffer& buffer = buffers_[buffers_.of(value)];
  const bool everywhere =
      buffer.kind == BufferKind::constant || buffer.kind == BufferKind::replica_index;
  return everywhere ? kEverywhere : buffer.ipu;
}

int IpuPlacement::ipu_of(const Node& node) {
  const Variable* variable = assigned_variable(node);
  if (variable == nullptr) return node.placement.ipu;
  return buffers_[buffers_.variable(*variable, node.placement.ipu)].ipu;
}

void IpuPlacement::copy_between(int from, int to, std::int64_t bytes, const std::string& what,
                                const Node& node, Instruction& sequence) {
  Instruction& copy = builder_.append(sequence, node);
  copy.name = fmt::format("{}: IPU {} to {}", what, from, to);
  copy.ipu = to;
  copy.what = InterIpuCopy{
      from, {copy.name, node.phase, costs_.inter_ipu_copy(num_ipus_, from, to, bytes)}};
}

void IpuPlacement::bring(ValueId value, int ipu, RegionId region, const Node& reader,
                         Instruction& sequence) {
  const int home = home_of(value);
  if (home == kEverywhere || home == ipu) return;
  const ValueId root = root_of(graph_, value);
  const auto known = latest_.find({root, ipu});
  if (known == latest_.end() || !graph_.encloses(brought_[known->second].region, region)) {
    const BufferId id = buffers_.of(value);
    const auto bytes = static_cast<std::int64_t>(buffers_[id].spec.num_bytes());
    const std::string name = buffers_[id].name;
    copy_between(home, ipu, bytes, name, reader, sequence);
    buffers_.alive().use(id, builder_.last_step());
    const std::int64_t at = defined_at(builder_.last_step());
    latest_[{root, ipu}] = brought_.size();
    brought_.push_back({region, {name, ipu, bytes, at, at}});
  }
  Held& held = brought_[latest_.at({root, ipu})].held;
  held.last_step = released_at(builder_.next_step(), false);  // the reader comes next
}

void IpuPlacement::bring_inputs(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const bool reads =
      node.kind != OpKind::reshape && node.kind != OpKind::stage_copy && node.regions.empty();
  if (!reads || node.placement.unit >= 0) return;
  if (!node.outputs.empty() && facts_.uniform(node.outputs[0])) return;
  const std::vector<NodeId>& group = fusion_.members(id);
  const int ipu = group.empty() ? ipu_of(node) : node.placement.ipu;
  const auto bring_for = [&](const Node& member) {
    for (const ValueId input : member.inputs) {
      const NodeId producer = graph_.value(input).producer;
      const bool inside = std::find(group.begin(), group.end(), producer) != group.end();
      if (!inside) bring(input, ipu, node.region, node, sequence);
    }
  };
  if (group.empty()) bring_for(node);
  for (const NodeId member : group) bring_for(graph_.node(member));
}

void IpuPlacement::send_outputs(NodeId id, RegionId region, Instruction& sequence) {
  for (const ValueId value : graph_.node(id).outputs) {
    for (const NodeId user : facts_.users(value)) {
      const Node& reader = graph_.node(user);
      if (reader.region != region || reader.kind == OpKind::reshape) continue;
      bring(value, ipu_of(reader), region, reader, sequence);
    }
  }
}

void IpuPlacement::move_variable(NodeId id, bool back, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const Variable* variable = assigned_variable(node);
  if (variable == nullptr || node.placement.unit >= 0) return;
  const int home = ipu_of(node);
  const int away = node.placement.ipu;
  if (home == away) return;
  const auto bytes = static_cast<std::int64_t>(variable->spec().num_bytes());
  copy_between(back ? away : home, back ? home : away, bytes, variable->name(), node, sequence);
}

void IpuPlacement::end_loop(std::int64_t begin_step, std::int64_t end_step) {
  for (Brought& copy : brought_) {
    const bool from_outside = copy.held.first_step < defined_at(begin_step);
    if (!from_outside || copy.held.last_step < defined_at(begin_step)) continue;
    copy.held.last_step = released_at(end_step, false);
  }
}

std::vector<Held> IpuPlacement::held() const {
  std::vector<Held> held;
  for (const Brought& copy : brought_) held.push_back(copy.held);
  return held;
}

}  // namespace pipette
