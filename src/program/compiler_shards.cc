// What moves between the IPUs of a replica outside of pipelines, and between replicas.
//
// Inaccuracies: a copy between two IPUs holds up those two only; a condition or trip count that one
// IPU computes is known to all at once; elements of a stream and constants lie where they are used.
#include <fmt/format.h>

#include <algorithm>

#include "program/compiler.h"

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

int Compiler::home_of(ValueId value) {
  if (facts_.uniform(value)) return kEverywhere;
  const Node* producer = graph_.producer(root_of(graph_, value));
  if (producer != nullptr && producer->kind == OpKind::mini_batch_index) return kEverywhere;
  const Buffer& s = buffer(buffer_for(value));
  const bool everywhere = s.kind == BufferKind::constant || s.kind == BufferKind::replica_index;
  return everywhere ? kEverywhere : s.ipu;
}

int Compiler::ipu_of(const Node& node) {
  const Variable* variable = assigned_variable(node);
  if (variable == nullptr) return node.placement.ipu;
  return buffer(variable_buffer(*variable, node.placement.ipu)).ipu;
}

void Compiler::copy_between(int from, int to, std::int64_t bytes, const std::string& what,
                            const Node& node, Instruction& sequence) {
  Instruction& copy = append(sequence, node);
  copy.name = fmt::format("{}: IPU {} to {}", what, from, to);
  copy.ipu = to;
  copy.what = InterIpuCopy{from, {copy.name, node.phase, costs_.global_exchange(2, bytes)}};
}

void Compiler::bring(ValueId value, int ipu, RegionId region, const Node& reader,
                     Instruction& sequence) {
  const int home = home_of(value);
  if (home == kEverywhere || home == ipu) return;
  const ValueId root = root_of(graph_, value);
  const auto known = latest_brought_.find({root, ipu});
  if (known == latest_brought_.end() || !graph_.encloses(brought_[known->second].region, region)) {
    const BufferId id = buffer_for(value);
    const auto bytes = static_cast<std::int64_t>(buffer(id).spec.num_bytes());
    const std::string name = buffer(id).name;
    copy_between(home, ipu, bytes, name, reader, sequence);
    liveness_.use(id, next_step_ - 1);
    const std::int64_t at = defined_at(next_step_ - 1);
    latest_brought_[{root, ipu}] = brought_.size();
    brought_.push_back({region, {name, ipu, bytes, at, at}});
  }
  Held& held = brought_[latest_brought_.at({root, ipu})].held;
  held.last_step = released_at(next_step_, false);  // the reader comes next
}

void Compiler::bring_inputs(NodeId id, Instruction& sequence) {
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

void Compiler::send_outputs(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  if (node.region != update_) return;
  for (const ValueId value : node.outputs) {
    for (const NodeId user : facts_.users(value)) {
      const Node& reader = graph_.node(user);
      if (reader.region != update_ || reader.kind == OpKind::reshape) continue;
      bring(value, ipu_of(reader), update_, reader, sequence);
    }
  }
}

void Compiler::move_variable(NodeId id, bool back, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const Variable* variable = assigned_variable(node);
  if (variable == nullptr || node.placement.unit >= 0) return;
  const int home = ipu_of(node);
  const int away = node.placement.ipu;
  if (home == away) return;
  const auto bytes = static_cast<std::int64_t>(variable->spec().num_bytes());
  copy_between(back ? away : home, back ? home : away, bytes, variable->name(), node, sequence);
}

// What is read again in the next iteration stays.
void Compiler::extend_brought(std::int64_t loop_begin, std::int64_t loop_end) {
  for (Brought& copy : brought_) {
    const bool from_outside = copy.held.first_step < defined_at(loop_begin);
    if (!from_outside || copy.held.last_step < defined_at(loop_begin)) continue;
    copy.held.last_step = released_at(loop_end, false);
  }
}

void Compiler::lower_all_reduce(const Node& node, Instruction& sequence) {
  const BufferId in = buffer_for(node.inputs[0]);
  Instruction& instruction = append(sequence, node);
  const BufferId out = define(node.outputs[0], instruction.id);
  instruction.what =
      AllReduce{in, out, buffer(out).spec, std::get<AllReduceAttributes>(node.attributes).op};
  liveness_.use(in, instruction.id, true);
}

}  // namespace pipette
