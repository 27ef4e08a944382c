// Checks the values and variables that nodes of stages read, from node `first` on. Internal to
// pipeline.cc.
#pragma once

#include "graph/graph.h"

namespace pipette::pipelining {

// Throws ValueError unless the nodes of this unit, the latest of the graph, read only values of the
// unit itself and constants.
void check_captures(const Graph& graph, NodeId first, int unit);
// Throws ValueError if stages on several IPUs read the same variable.
void check_shared_variables(const Graph& graph, NodeId first);

}  // namespace pipette::pipelining
