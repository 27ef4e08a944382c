// A first-in first-out queue on the device: each value comes out `depth` iterations after it went
// in.
//
//   loops::repeat(6, [](Tensor x) { return std::vector<Tensor>{fifo(x, 5)}; }, {x});
//
// The queue starts full of zeros, and keeps its contents from one run of the function to the next.
// It is a row of `depth` variables that are shifted, so each use costs `depth` copies; pipelines
// stash by other means (program/pipeline_cut.h).
//
//   fifo(x, 5, {.offload = true});             // kept in streaming memory
//
// An offloaded queue is kept in remote buffers, and each use loads and stores it entry by entry:
// two entries at a time take memory on the IPU. The values are the same.
//
// Inaccuracies: upstream's offloaded queue moves only the entry that it returns and the entry that
// it fills; this one, which shifts, moves all entries.
#pragma once

#include "graph/graph.h"

namespace pipette::loops {

struct FifoOptions {
  bool offload = false;
};

// Throws InvalidArgument for a depth below 1, and FailedPrecondition for an offloaded queue if the
// machine has no remote buffers.
Tensor fifo(const Tensor& x, int depth, const FifoOptions& options = {});

}  // namespace pipette::loops
