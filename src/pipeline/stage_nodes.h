// What the nodes of stages may read and do read, from the node `first` on. Internal to pipeline.cc.
#pragma once

#include "graph/graph.h"

namespace pipette::pipelining {

// Throws ValueError unless the nodes of this unit, the latest of the graph, read only what belongs
// to it, and constants.
void check_captures(const Graph& graph, NodeId first, int unit);
// Throws ValueError where stages on several IPUs read one variable.
void check_shared_variables(const Graph& graph, NodeId first);

}  // namespace pipette::pipelining
