// Facts about a graph that the compiler establishes before it decides anything.
//
//   Analysis facts(graph);
//   facts.is_live(node);  facts.users(value);  facts.uniform(value);
//
// Inaccuracies: none; a value is called uniform only if all its elements are provably equal.
#pragma once

#include <optional>
#include <vector>

#include "core/item.h"
#include "graph/graph.h"

namespace pipette {

class Analysis {
 public:
  explicit Analysis(const Graph& graph);

  // True if a side effect depends on the node.
  bool is_live(NodeId id) const { return item(live_, id); }
  // Live nodes that read the value; a region's result counts as a use by the loop node.
  const std::vector<NodeId>& users(ValueId id) const { return item(users_, id); }
  // The only user, if there is exactly one use.
  std::optional<NodeId> only_user(ValueId id) const;
  // The number that every element equals, if it is known while compiling.
  std::optional<double> uniform(ValueId id) const { return item(uniform_, id); }
  // The variable whose storage the value is a view of, directly or through reshapes.
  const Variable* aliased_variable(ValueId id) const;

 private:
  void mark_live(NodeId id);
  void mark_value(ValueId id);
  void collect_users(RegionId region, NodeId loop);
  void fold(const Node& node);

  const Graph& graph_;
  std::vector<bool> live_;
  std::vector<std::vector<NodeId>> users_;
  std::vector<std::optional<double>> uniform_;
};

// The variable that a node writes, or null; an optimizer also writes its state.
const Variable* assigned_variable(const Node& node);
const std::vector<Variable>& assigned_state(const Node& node);
bool assigns(const Node& node, const Variable& variable);

}  // namespace pipette
