// Where values live.
#include "program/value_buffers.h"

#include "program/emission_fixture.h"
#include "program/pipeline_graph.h"

namespace pipette {
namespace {

using ValueBuffersTest = EmissionTest;

TEST_F(ValueBuffersTest, ConstantsAndUniformValuesAreMadeOnceWhenAskedFor) {
  std::optional<Tensor> half, ones;
  {
    const Graph::Scope scope(graph);
    half = constant(0.5f);
    ones = broadcast_to(*half + 0.5, Shape{3});
    stream_out(sink, {*ones});
  }
  begin();
  const BufferId id = buffers->of(ones->id());
  EXPECT_EQ(buffers->of(ones->id()), id);
  const Buffer& buffer = (*buffers)[id];
  EXPECT_EQ(buffer.kind, BufferKind::constant);
  ASSERT_EQ(buffer.storage.span<float>().size(), 3u);
  for (const float x : buffer.storage.span<float>()) EXPECT_EQ(x, 1.0f);
}

TEST_F(ValueBuffersTest, AValueIsDefinedBeforeItIsUsed) {
  std::optional<Tensor> x;
  {
    const Graph::Scope scope(graph);
    const Variable w("w", Array::zeros(DType::f32, Shape{2}));
    x = exp(read(w));
    stream_out(sink, {*x});
  }
  begin();
  EXPECT_THROW(buffers->of(x->id()), Internal);
  const BufferId id = buffers->define(x->id(), 4);
  EXPECT_EQ(buffers->of(x->id()), id);
  EXPECT_THROW(buffers->alive().use(id, 3), Internal);
  buffers->alive().use(id, 6);
  EXPECT_EQ((*buffers)[id].first_step, defined_at(4));
  EXPECT_EQ((*buffers)[id].last_step, released_at(6, false));
}

TEST_F(ValueBuffersTest, VariablesStayOnTheIpuThatNamesThemFirst) {
  begin();
  const Variable v("v", Array::zeros(DType::f32, Shape{2})), w("w", Array::scalar(1.0f));
  EXPECT_FALSE(buffers->knows(v));
  const BufferId id = buffers->variable(v, 3);
  EXPECT_TRUE(buffers->knows(v));
  EXPECT_EQ(buffers->variable(v, 0), id);
  EXPECT_EQ((*buffers)[id].ipu, 3);
  EXPECT_EQ(buffers->num_ipus(), 4);
  const BufferId other = buffers->variable(w, 0);
  EXPECT_EQ(buffers->known_of({w, v}), (std::vector<BufferId>{id, other}));
  EXPECT_EQ(buffers->known_of({w}), std::vector<BufferId>{other});
}

TEST(PipelinedValueBuffers, WhatLeavesItsProgramLivesAsLongAsTheStagePrograms) {
  const testing_support::PipelineGraph g(2);
  const Analysis facts(g.graph);
  const PipelineCuts cuts = cut_pipelines(g.graph, facts);
  ValueBuffers buffers(g.graph, facts, cuts);
  buffers.begin_pipeline(1);
  const BufferId x = buffers.define(g.x, 5), dy = buffers.define(g.dy, 9);
  EXPECT_EQ(buffers[x].first_step, defined_at(1));
  EXPECT_EQ(buffers[x].entries, cuts.entries(g.x));
  EXPECT_EQ(buffers[x].memory_kind, MemoryKind::stash);
  EXPECT_EQ(buffers[dy].memory_kind, MemoryKind::other);
  EXPECT_EQ(buffers.made_at(g.x), 5);
  const std::vector<BufferId> rings = buffers.end_stage_programs(20);
  EXPECT_EQ(rings,
            cuts.entries(g.dy) > 1 ? (std::vector<BufferId>{x, dy}) : std::vector<BufferId>{x});
  EXPECT_EQ(buffers[dy].last_step, released_at(20, false));
}

}  // namespace
}  // namespace pipette
