// Finds the variables that a part of a graph touches, and moves them from streaming memory and
// back.
//
//   const std::vector<Variable> state = variables_only_in(graph, update);   // a region
//   std::vector<MovedVariable> moved;
//   for (const Variable& v : state) moved.push_back({v});
//   move_around_use(graph, moved);             // in the open region: the update
//
// Moving changes no number; ops.h ("streaming memory") defines it. Variables smaller than
// TargetDevice::minimum_remote_tensor_size are not worth moving and stay.
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

// The variables that are large enough to move and are touched only in the region, except by other
// weight updates that load them: the state of an optimizer, for example.
std::vector<Variable> variables_only_in(const Graph& graph, RegionId region);

bool is_worth_moving(const Graph& graph, const Variable& variable);

struct MovedVariable {
  Variable variable;
  bool shared = false;  // by replicas, see remote_load
  bool changed = true;  // if true, stored after its last use, otherwise only released
};
// Adds to the current region a load before the first node that touches the variable, and a store or
// release after the last. Variables that no node touches are left out.
void move_around_use(Graph& graph, const std::vector<MovedVariable>& moved);

// Options for the state of an optimizer (docs/semantics.md, "Pipelines" and "Gradient accumulation
// and replicas").
struct StateOffloading {
  std::optional<bool> offload_weight_update_variables;  // no value: if the machine can
  bool replicated_optimizer_state_sharding = false;     // each replica keeps its share of the state
};
// Throws FailedPrecondition if the machine has no remote buffers, ValueError for sharding state
// that is not offloaded.
void check_state_offloading(const Graph& graph, const StateOffloading& how);
// Throws FailedPrecondition, naming the option, if the machine has no remote buffers.
void require_remote_memory(const Graph& graph, const char* option);

// Call this in the region of a weight update, after everything else has been traced: variables that
// only the update uses are loaded for it and stored afterwards. If replicas hold shares of an
// optimizer's state, each updates its share of the variables, which are then gathered, except those
// in `shared`.
//
// Inaccuracies: each replica is charged for an update of all elements.
void offload_state(Graph& graph, const StateOffloading& how,
                   const std::vector<Variable>& shared = {});

}  // namespace pipette
