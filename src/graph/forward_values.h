// The values of a forward pass as the gradients of its unit see them: either the values made there
// or, with Graph::recompute(), values recomputed from the unit's inputs.
//
//   ForwardValues values(graph);
//   Tensor y = values(node.outputs[0]);      // added nodes are placed in the backward unit
//
// The numbers are the same; less is stashed between the passes. A copy knows the values recomputed
// so far and continues independently.
#pragma once

#include <map>

#include "graph/graph.h"

namespace pipette {

class ForwardValues {
 public:
  explicit ForwardValues(Graph& graph) : graph_(&graph) {}
  Tensor operator()(ValueId id);

 private:
  bool is_recomputed(const Node& node) const;

  Graph* graph_;
  std::map<ValueId, Tensor> again_;
};

}  // namespace pipette
