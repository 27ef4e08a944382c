#include "loops/fifo.h"

#include <fmt/format.h>

#include "graph/ops.h"

namespace pipette::loops {

Tensor fifo(const Tensor& x, int depth) {
  if (depth < 1) {
    throw InvalidArgument(fmt::format("fifo: the depth must be at least 1, but it is {}", depth));
  }
  std::vector<Variable> places;
  for (int i = 0; i < depth; ++i) {
    places.emplace_back(fmt::format("fifo_{}", i), Array::zeros(x.dtype(), x.shape()));
  }
  const Tensor oldest = read(places.back());
  for (std::size_t i = places.size() - 1; i > 0; --i) assign(places[i], places[i - 1]);
  assign(places[0], x);
  return oldest;
}

}  // namespace pipette::loops
