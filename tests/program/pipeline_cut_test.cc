// How a pipeline is cut: nodes of stage programs, what they send, and how many mini-batches values
// are held for.
#include "program/pipeline_cut.h"

#include <gtest/gtest.h>

#include "program/pipeline_graph.h"

namespace pipette {
namespace {

using testing_support::PipelineGraph;
using testing_support::plan_of_two_stages;

TEST(HeldBetween, CountsMiniBatchesThatAreUnderWay) {
  EXPECT_EQ(held_between(plan_of_two_stages(1), 0, 1, false), 1);
  EXPECT_EQ(held_between(plan_of_two_stages(3), 0, 1, false), 3);
  EXPECT_EQ(held_between(plan_of_two_stages(3), 1, 2, false), 1);
  PipelinePlan together;  // both programs in every slot
  together.num_programs = 2;
  together.ramp_up = {{0}};
  together.steady = {{1, 0}};
  together.ramp_down = {{1}};
  EXPECT_EQ(held_between(together, 0, 1, false), 1);
  EXPECT_EQ(held_between(together, 0, 1, true), 2);
}

TEST(PipelineCut, ProgramsHaveTheNodesOfTheirUnitsAndSendWhatCrosses) {
  const PipelineGraph g(2);
  const Analysis facts(g.graph);
  const PipelineCuts cuts = cut_pipelines(g.graph, facts);
  ASSERT_FALSE(cuts.empty());
  const PipelineCut& cut = cuts.of(g.node);
  ASSERT_EQ(cut.parts.size(), 4u);
  EXPECT_EQ(cut.num_ipus, 2);
  const std::vector<std::pair<int, int>> links[] = {{{0, 1}}, {}, {{1, 0}}, {}};
  for (int p = 0; p < 4; ++p) {
    const PipelineCut::Part& program = cut.parts[static_cast<std::size_t>(p)];
    EXPECT_EQ(program.stage, p < 2 ? p : 3 - p);
    EXPECT_EQ(program.backward, p >= 2);
    EXPECT_EQ(program.ipus, std::vector<int>{p == 1 || p == 2 ? 1 : 0});
    for (const NodeId id : program.nodes) EXPECT_EQ(g.graph.node(id).placement.unit, p);
    ASSERT_EQ(program.sent_bytes.size(), links[p].size()) << p;
    for (const auto& link : links[p]) EXPECT_EQ(program.sent_bytes.at(link), 400);
  }
}

TEST(PipelineCut, WhatTheBackwardPassWantsIsStashedAndOthersOnlyCross) {
  const PipelineGraph g(2);
  const PipelineCuts cuts = cut_pipelines(g.graph, Analysis(g.graph));
  const PipelineCut& cut = cuts.of(g.node);
  EXPECT_TRUE(cuts.stashed(g.x));
  EXPECT_TRUE(cuts.stashed(g.y));
  EXPECT_FALSE(cuts.stashed(g.dy));  // goes on, and is not kept
  EXPECT_EQ(cuts.held(g.x), 2);
  EXPECT_EQ(cuts.held(g.y), 1);
  EXPECT_GE(cuts.entries(g.x), 2);
  EXPECT_GE(cuts.entries(g.dy), 1);
  EXPECT_EQ(cut.stages[0].stash_bytes, 400);
  EXPECT_EQ(cut.stages[1].stash_bytes, 400);
  EXPECT_TRUE(cut.stages[0].offloaded.empty());
  EXPECT_EQ(cut.stages[0].variables, (std::vector<Variable>{g.w0, g.a0}));
  EXPECT_TRUE(cut.stages[1].variables.empty());
}

TEST(PipelineCut, OffloadedIsWhatIsStashedAndWorthTheWay) {
  const PipelineGraph large(2, true), small(2, true, 8);
  EXPECT_EQ(cut_pipelines(large.graph, Analysis(large.graph)).of(large.node).stages[1].offloaded,
            std::vector<ValueId>{large.y});
  EXPECT_TRUE(
      cut_pipelines(small.graph, Analysis(small.graph)).of(small.node).stages[1].offloaded.empty());
}

TEST(PipelineCut, AGraphWithoutPipelinesHasNoCuts) {
  Graph graph("plain");
  const Graph::Scope scope(graph);
  const Tensor x = constant(1.0f);
  const PipelineCuts cuts = cut_pipelines(graph, Analysis(graph));
  EXPECT_TRUE(cuts.empty());
  EXPECT_EQ(cuts.entries(x.id()), 0);
  EXPECT_EQ(cuts.held(x.id()), 1);
}

}  // namespace
}  // namespace pipette
