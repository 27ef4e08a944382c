// A pipeline of two stages on two IPUs, traced by hand: forward, backward and weight update.
//
//   unit 0, IPU 0:  x = exp(w0)                  [rows]
//   unit 1, IPU 1:  y = square(stage_copy(x))
//   unit 2, IPU 1:  dy = y * y                   the backward pass of unit 1
//   unit 3, IPU 0:  a0 += stage_copy(dy) * x     the backward pass of unit 0
//   update:         w0 = a0
#pragma once

#include "graph/graph.h"
#include "graph/ops.h"
#include "program/pipeline_cut.h"

namespace pipette::testing_support {

// Programs in the order of the units, one a slot: the mini-batches under way are at most `overlap`.
inline PipelinePlan plan_of_two_stages(int overlap) {
  PipelinePlan plan;
  plan.num_programs = 4;
  plan.overlap = overlap;
  plan.count_rule = {overlap, overlap};
  for (int i = 0; i < overlap; ++i) plan.ramp_up.push_back({0});
  for (int i = 0; i < overlap; ++i) plan.ramp_down.insert(plan.ramp_down.end(), {{1}, {2}, {3}});
  plan.steady = plan.ramp_down;
  for (int i = 0; i < overlap; ++i) plan.steady.push_back({0});
  return plan;
}

struct PipelineGraph {
  explicit PipelineGraph(int overlap, bool offload = false, std::int64_t rows = 100)
      : w0("w0", Array::zeros(DType::f32, Shape{rows})),
        a0("a0", Array::zeros(DType::f32, Shape{rows})) {
    const Graph::Scope scope(graph);
    const RegionId body = graph.open_region({});
    const auto in_unit = [&](int unit, int ipu) {
      return Graph::PlacementScope(graph, {unit, ipu});
    };
    std::optional<Tensor> made_x, made_y, made_dy;
    {
      const auto unit = in_unit(0, 0);
      made_x = exp(read(w0));
    }
    x = made_x->id();
    {
      const auto unit = in_unit(1, 1);
      made_y = square(stage_copy(*made_x));
    }
    y = made_y->id();
    {
      const auto unit = in_unit(2, 1);
      made_dy = *made_y * *made_y;
    }
    dy = made_dy->id();
    {
      const auto unit = in_unit(3, 0);
      assign(a0, read(a0) + stage_copy(*made_dy) * *made_x);
    }
    graph.close_region({});
    const RegionId update = graph.open_region({});
    {
      const Graph::PlacementScope on_first(graph, {Placement::kInherit, 0});
      assign(w0, read(a0));
    }
    graph.close_region({});
    PipelineAttributes attributes;
    attributes.plan = plan_of_two_stages(overlap);
    attributes.program_of_unit = {0, 1, 2, 3};
    attributes.ipu_of_unit = {0, 1, 1, 0};
    attributes.num_stages = 2;
    attributes.count = 2 * overlap;
    attributes.offload_activations = offload;
    node = graph.add(OpKind::pipeline, attributes, {}, {}, "pipe");
    graph.attach_regions(node, {body, update});
  }

  Graph graph{"pipeline"};
  Variable w0, a0;
  ValueId x = -1, y = -1, dy = -1;
  NodeId node = -1;
};

}  // namespace pipette::testing_support
