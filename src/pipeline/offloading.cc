#include "pipeline/offloading.h"

#include <algorithm>

#include "core/item.h"
#include "graph/ops.h"

namespace pipette::pipelining {

namespace {

StateOffloading state_offloading(const PipelineOptions& options) {
  return {options.offload_weight_update_variables, options.replicated_optimizer_state_sharding};
}

}  // namespace

Offloading::Offloading(Graph& graph, const PipelineOptions& options)
    : graph_(graph), options_(options) {
  check_state_offloading(graph, state_offloading(options));
  const auto require = [&](bool wanted, const char* name) {
    if (wanted) require_remote_memory(graph, name);
  };
  require(options.offload_activations, "offload_activations");
  require(options.offload_gradient_accumulation_buffers, "offload_gradient_accumulation_buffers");
  require(options.offload_weights, "offload_weights");
  require(options.replicated_weight_sharding, "replicated_weight_sharding");
}

void Offloading::accumulate(const Variable& accumulator, const std::function<void()>& add) const {
  const bool moves =
      options_.offload_gradient_accumulation_buffers && is_worth_moving(graph_, accumulator);
  if (!moves) return add();
  const Graph::PhaseScope phase(graph_, Phase::backward);
  remote_load(accumulator);
  add();
  remote_store(accumulator);
}

bool Offloading::Pass::does(const Node& node) const {
  const bool again = node.phase == Phase::recompute;
  return node.placement.unit == unit && (whole_unit || again == (phase == Phase::recompute));
}

// Floating variables that the pass reads, or uses what another one has read of.
std::vector<Variable> Offloading::weights_of(RegionId body, const Pass& pass) const {
  std::vector<Variable> weights;
  const std::vector<bool> needed = needed_nodes(graph_);
  for (const NodeId id : graph_.region(body).nodes) {
    const Node& node = graph_.node(id);
    const bool counts = item(needed, id) && node.kind != OpKind::accumulate;
    if (!counts || !pass.does(node)) continue;
    for (const Variable& variable : variables_used_by(graph_, node)) {
      const bool known = std::find(weights.begin(), weights.end(), variable) != weights.end();
      if (known || !is_floating(variable.dtype()) || !is_worth_moving(graph_, variable)) continue;
      weights.push_back(variable);
    }
  }
  return weights;
}

std::vector<Variable> Offloading::move_weights(const std::vector<Unit>& units,
                                               const PipelinePlan& plan) const {
  std::vector<Variable> all;
  const bool shared = options_.replicated_weight_sharding;
  if (!options_.offload_weights && !shared) return all;
  const RegionId body = graph_.current_region();
  const NodeId first = graph_.region(body).nodes.front();
  const auto num_forward = static_cast<int>(units.size());
  const int num_units = std::max(graph_.num_units(), num_forward);
  std::vector<Pass> passes;
  for (int unit = 0; unit < num_units; ++unit) {
    const bool forward = unit < num_forward;
    const int stage = item(units, forward ? unit : num_units - 1 - unit).stage;
    const std::vector<int>& recomputed = plan.recomputed;
    const bool again =
        !forward && std::find(recomputed.begin(), recomputed.end(), stage) != recomputed.end();
    if (again) passes.push_back({unit, Phase::recompute, false});
    passes.push_back({unit, forward ? Phase::forward : Phase::backward, !again});
  }
  for (const Pass& pass : passes) {
    const bool forward = pass.unit < num_forward;
    const Unit& own = item(units, forward ? pass.unit : num_units - 1 - pass.unit);
    const Graph::PlacementScope placement(graph_, {pass.unit, own.device});
    const Graph::PhaseScope phase(graph_, pass.phase);
    for (const Variable& variable : weights_of(body, pass)) {
      if (options_.offload_weights) graph_.move_before(remote_load(variable, shared).node, first);
      if (shared) graph_.move_before(gather_shares(variable, true).node, first);
      remote_release(variable);
      if (std::find(all.begin(), all.end(), variable) == all.end()) all.push_back(variable);
    }
  }
  return all;
}

void Offloading::move_for_update(const std::vector<Variable>& weights,
                                 const std::vector<Variable>& accumulators) const {
  const bool shared = options_.replicated_weight_sharding;
  const Graph::PhaseScope phase(graph_, Phase::weight_update);
  std::vector<MovedVariable> moved;
  for (const Variable& accumulator : accumulators) {
    const bool moves =
        options_.offload_gradient_accumulation_buffers && is_worth_moving(graph_, accumulator);
    if (moves) moved.push_back({accumulator, false, false});
  }
  if (options_.offload_weights) {
    for (const Variable& variable : weights) moved.push_back({variable, shared, true});
  }
  offload_state(graph_, state_offloading(options_), shared ? weights : std::vector<Variable>{});
  move_around_use(graph_, moved);
}

}  // namespace pipette::pipelining
