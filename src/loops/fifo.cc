#include "loops/fifo.h"

#include <fmt/format.h>

#include "graph/ops.h"
#include "graph/remote.h"

namespace pipette::loops {

Tensor fifo(const Tensor& x, int depth, const FifoOptions& options) {
  if (depth < 1) {
    throw InvalidArgument(fmt::format("fifo: the depth must be at least 1, but it is {}", depth));
  }
  if (options.offload) require_remote_memory(x.graph(), "fifo: offload");
  std::vector<Variable> places;
  for (int i = 0; i < depth; ++i) {
    places.emplace_back(fmt::format("fifo_{}", i), Array::zeros(x.dtype(), x.shape()));
  }
  Graph& graph = x.graph();
  const Placement& here = graph.placement();
  const Graph::PlacementScope beside(graph, here.ipu < 0 ? graph.placement_of(x.id()) : here);
  const auto load = [&](const Variable& place) {
    if (options.offload) remote_load(place);
  };
  const auto fill_place = [&](const Variable& place, const Tensor& value) {
    assign(place, value);
    if (options.offload) remote_store(place);
  };
  load(places.back());
  const Tensor oldest = read(places.back());
  for (std::size_t i = places.size() - 1; i > 0; --i) {
    load(places[i - 1]);
    fill_place(places[i], places[i - 1]);
  }
  fill_place(places[0], x);
  return oldest;
}

}  // namespace pipette::loops
