// A first-in first-out queue on the device: what goes in comes out `depth` iterations later.
//
//   loops::repeat(6, [](Tensor x) { return std::vector<Tensor>{fifo(x, 5)}; }, {x});
//
// It starts full of zeros, and keeps what it holds from one run of the function to the next. The
// queue is a row of `depth` variables that are shifted, so each use costs `depth` copies; pipelines
// stash by other means (program/pipeline_cut.h).
#pragma once

#include "graph/graph.h"

namespace pipette::loops {

// Throws InvalidArgument for a depth below 1.
Tensor fifo(const Tensor& x, int depth);

}  // namespace pipette::loops
