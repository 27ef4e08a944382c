// A first-in first-out queue on the device: what goes in comes out `depth` iterations later.
//
//   loops::repeat(6, [](Tensor x) { return std::vector<Tensor>{fifo(x, 5)}; }, {x});
//
// It starts full of zeros, and keeps what it holds from one run of the function to the next. The
// queue is a row of `depth` variables that are shifted, so each use costs `depth` copies; pipelines
// stash by other means (program/pipeline_cut.h).
//
//   fifo(x, 5, {.offload = true});             // kept in streaming memory
//
// An offloaded queue lies in remote buffers, and each use loads and stores it, place by place: two
// places at a time take memory on the IPU. The values are the same.
//
// Inaccuracies: upstream's offloaded queue moves the place that it gives and the one that it fills;
// this one, which shifts, moves all.
#pragma once

#include "graph/graph.h"

namespace pipette::loops {

struct FifoOptions {
  bool offload = false;
};

// Throws InvalidArgument for a depth below 1, and FailedPrecondition for an offloaded queue where
// the machine has no remote buffers.
Tensor fifo(const Tensor& x, int depth, const FifoOptions& options = {});

}  // namespace pipette::loops
