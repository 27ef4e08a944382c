#include "graph/remote.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/item.h"
#include "graph/ops.h"

namespace pipette {

namespace {

bool contains(const std::vector<Variable>& list, const Variable& variable) {
  return std::find(list.begin(), list.end(), variable) != list.end();
}

// The variable and its state that a node writes.
std::vector<Variable> written_by(const Node& node) {
  if (const auto* rule = std::get_if<OptimizerAttributes>(&node.attributes)) {
    std::vector<Variable> written{rule->variable};
    written.insert(written.end(), rule->state.begin(), rule->state.end());
    return written;
  }
  if (const auto* sgd = std::get_if<SgdAttributes>(&node.attributes)) return {sgd->variable};
  if (const auto* sum = std::get_if<AccumulateAttributes>(&node.attributes)) {
    return {sum->accumulator};
  }
  if (node.kind != OpKind::assign) return {};
  return {std::get<VariableAttributes>(node.attributes).variable};
}

bool loads(const Graph& graph, RegionId region, const Variable& variable) {
  const std::vector<NodeId>& nodes = graph.region(region).nodes;
  return std::any_of(nodes.begin(), nodes.end(), [&](NodeId id) {
    const Node& node = graph.node(id);
    return node.kind == OpKind::remote_load &&
           std::get<RemoteAttributes>(node.attributes).variable == variable;
  });
}

}  // namespace

std::vector<Variable> variables_used_by(const Graph& graph, const Node& node) {
  std::vector<Variable> used = written_by(node);
  if (node.kind == OpKind::read) {
    used.push_back(std::get<VariableAttributes>(node.attributes).variable);
  }
  for (const ValueId input : node.inputs) {
    const Node* producer = graph.producer(input);
    while (producer != nullptr && producer->kind == OpKind::reshape) {
      producer = graph.producer(producer->inputs[0]);
    }
    if (producer == nullptr || producer->kind != OpKind::read) continue;
    used.push_back(std::get<VariableAttributes>(producer->attributes).variable);
  }
  return used;
}

std::vector<bool> needed_nodes(const Graph& graph) {
  std::vector<bool> needed(graph.nodes().size(), false);
  const auto mark = [&](ValueId value) {
    const NodeId producer = graph.value(value).producer;
    if (producer >= 0) item(needed, producer) = true;
  };
  for (std::size_t region = 0; region < graph.num_regions(); ++region) {
    for (const ValueId result : graph.region(static_cast<RegionId>(region)).results) mark(result);
  }
  for (auto id = needed.size(); id-- > 0;) {  // inputs come before what uses them
    const Node& node = graph.node(static_cast<NodeId>(id));
    if (has_side_effect(node.kind)) needed[id] = true;
    if (!needed[id]) continue;
    for (const ValueId input : node.inputs) mark(input);
  }
  return needed;
}

bool is_worth_moving(const Graph& graph, const Variable& variable) {
  return static_cast<std::int64_t>(variable.spec().num_bytes()) >=
         graph.target().minimum_remote_tensor_size;
}

std::vector<Variable> variables_only_in(const Graph& graph, RegionId region) {
  std::vector<Variable> inside, outside;
  for (const Node& node : graph.nodes()) {
    for (const Variable& variable : variables_used_by(graph, node)) {
      std::vector<Variable>& list = node.region == region ? inside : outside;
      if (!is_worth_moving(graph, variable) || contains(list, variable)) continue;
      const bool other_update = node.region != region && node.phase == Phase::weight_update;
      if (other_update && loads(graph, node.region, variable)) continue;
      list.push_back(variable);
    }
  }
  std::vector<Variable> only;
  for (const Variable& variable : inside) {
    if (!contains(outside, variable)) only.push_back(variable);
  }
  return only;
}

void move_around_use(Graph& graph, const std::vector<MovedVariable>& moved) {
  const std::vector<NodeId> nodes = graph.region(graph.current_region()).nodes;
  for (const MovedVariable& how : moved) {
    const auto touches = [&](NodeId id) {
      return contains(variables_used_by(graph, graph.node(id)), how.variable);
    };
    const auto first = std::find_if(nodes.begin(), nodes.end(), touches);
    if (first == nodes.end()) continue;
    const auto last = std::find_if(nodes.rbegin(), nodes.rend(), touches).base();
    const Graph::PlacementScope placement(graph, graph.node(*first).placement);
    graph.move_before(remote_load(how.variable, how.shared).node, *first);
    const Operation end =
        how.changed ? remote_store(how.variable, how.shared) : remote_release(how.variable);
    if (last != nodes.end()) graph.move_before(end.node, *last);
  }
}

void require_remote_memory(const Graph& graph, const char* option) {
  if (graph.target().remote_buffers) return;
  throw FailedPrecondition(
      fmt::format("{} needs remote buffers, which this machine does not have: "
                  "leave it off, or configure the device with remote_buffers",
                  option));
}

void check_state_offloading(const Graph& graph, const StateOffloading& how) {
  const bool refused = how.offload_weight_update_variables == false;
  if (how.replicated_optimizer_state_sharding && refused) {
    throw ValueError(
        "replicated_optimizer_state_sharding shares out offloaded variables, "
        "so it cannot be combined with offload_weight_update_variables = false");
  }
  if (how.offload_weight_update_variables == true) {
    require_remote_memory(graph, "offload_weight_update_variables");
  }
}

void offload_state(Graph& graph, const StateOffloading& how, const std::vector<Variable>& shared) {
  if (!how.offload_weight_update_variables.value_or(graph.target().remote_buffers)) return;
  const Graph::PhaseScope phase(graph, Phase::weight_update);
  const RegionId region = graph.current_region();
  const std::vector<NodeId> nodes = graph.region(region).nodes;
  const std::vector<Variable> state = variables_only_in(graph, region);
  std::vector<MovedVariable> moved;
  for (const Variable& variable : state) {
    moved.push_back({variable, how.replicated_optimizer_state_sharding, true});
  }
  move_around_use(graph, moved);
  if (!how.replicated_optimizer_state_sharding) return;
  for (const NodeId id : nodes) {
    const std::vector<Variable> written = written_by(graph.node(id));
    const bool updates = std::any_of(written.begin(), written.end(),
                                     [&](const Variable& v) { return contains(state, v); });
    if (!updates || contains(state, written[0]) || contains(shared, written[0])) continue;
    const Graph::PlacementScope placement(graph, graph.node(id).placement);
    gather_shares(written[0], false);
  }
}

}  // namespace pipette
