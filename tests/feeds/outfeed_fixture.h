// An outfeed queue that is filled by hand.
//
//   OutfeedQueue queue;
//   trace(queue);
//   write(queue, 1.5f);
#pragma once

#include <vector>

#include "feeds/outfeed_queue.h"
#include "graph/graph.h"

namespace pipette::outfeed_fixture {

inline std::vector<float> values(const Array& array) {
  return std::vector<float>(array.span<float>().begin(), array.span<float>().end());
}

// Traces an enqueue of one f32 scalar in a function of its own.
inline void trace(OutfeedQueue& queue) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  queue.enqueue(1.0f);
}

inline void write(OutfeedQueue& queue, float x, std::int64_t cycle = 0) {
  queue.write({Array::scalar(x)}, cycle);
}

}  // namespace pipette::outfeed_fixture
