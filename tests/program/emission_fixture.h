// The collaborators of emission, on a graph that a test traces.
#pragma once

#include <gtest/gtest.h>

#include "device/device.h"
#include "graph/ops.h"
#include "graph/shard.h"
#include "program/emission.h"
#include "random_streams.h"

namespace pipette {

class EmissionTest : public testing::Test {
 protected:
  // After tracing.
  void begin() {
    facts.emplace(graph);
    fusion.emplace(graph, *facts);
    cuts.emplace(cut_pipelines(graph, *facts));
    buffers.emplace(graph, *facts, *cuts);
    placement.emplace(graph, *facts, *fusion, costs, builder, *buffers);
    streaming.emplace(graph, builder, *buffers, *placement);
    kernels.emplace(graph, *facts, *fusion, costs, builder, *buffers, *placement);
    root = builder.make("root");
  }
  Emitted emitted() { return emit({graph, *facts, *fusion, *cuts, costs}); }
  const Node& producer(const Tensor& x) const { return *graph.producer(x.id()); }

  Graph graph{"graph"};
  testing_support::RecordingSink sink;
  CostModel costs{architecture("Mk2")};
  std::optional<Analysis> facts;
  std::optional<Fusion> fusion;
  std::optional<PipelineCuts> cuts;
  TreeBuilder builder;
  std::optional<ValueBuffers> buffers;
  std::optional<IpuPlacement> placement;
  std::optional<StreamingMemory> streaming;
  std::optional<KernelEmitter> kernels;
  Instruction root;
};

}  // namespace pipette
