// Which variables a part of a graph touches, and how they come from streaming memory and go back.
//
//   const std::vector<Variable> state = variables_only_in(graph, update);   // a region
//   std::vector<MovedVariable> moved;
//   for (const Variable& v : state) moved.push_back({v});
//   move_around_use(graph, moved);             // in the region that is open: the update
//
// Moving changes no number; ops.h ("streaming memory") says what it means. Variables smaller than
// TargetDevice::minimum_remote_tensor_size are not worth it and stay.
//
// One thread, while the graph is traced.
#pragma once

#include <optional>
#include <vector>

#include "graph/graph.h"

namespace pipette {

// The variables that a node reads or writes, or whose values it uses.
std::vector<Variable> variables_used_by(const Graph& graph, const Node& node);

// For each node, whether a side effect traced so far depends on it.
std::vector<bool> needed_nodes(const Graph& graph);

// The variables that are large enough, and touched in the region but nowhere else except in other
// weight updates that load them: the state of an optimizer, for one.
std::vector<Variable> variables_only_in(const Graph& graph, RegionId region);

bool is_worth_moving(const Graph& graph, const Variable& variable);

struct MovedVariable {
  Variable variable;
  bool shared = false;  // by replicas, see remote_load
  bool changed = true;  // stored after its last use, else only released
};
// Adds to the current region: a load before the first node that touches the variable, a store or
// release after the last. Variables that nothing touches are left out.
void move_around_use(Graph& graph, const std::vector<MovedVariable>& moved);

// What is requested for the state of an optimizer (docs/semantics.md, "Pipelines" and "Gradient
// accumulation and replicas").
struct StateOffloading {
  std::optional<bool> offload_weight_update_variables;  // none: where the machine can
  bool replicated_optimizer_state_sharding = false;     // each replica keeps its share of them
};
// Throws FailedPrecondition when the machine has no remote buffers, ValueError for sharing out
// state that is not offloaded.
void check_state_offloading(const Graph& graph, const StateOffloading& how);
// Throws FailedPrecondition, naming the option, when the machine has no remote buffers.
void require_remote_memory(const Graph& graph, const char* option);

// Call this in the region of a weight update, when all else has been traced: what only the update
// uses is loaded for it and stored afterwards. Where replicas have shares of an optimizer's state,
// each updates its share of the variables, which are then gathered, except those in `shared`.
//
// Inaccuracies: the update itself is costed for all elements on each replica.
void offload_state(Graph& graph, const StateOffloading& how,
                   const std::vector<Variable>& shared = {});

}  // namespace pipette
