// When a variable that is kept in streaming memory is on its IPU.
#include "program/streaming_memory.h"

#include "program/emission_fixture.h"
#include "program/pipeline_graph.h"

namespace pipette {
namespace {

class StreamingMemoryTest : public EmissionTest {
 protected:
  // Emits every node on streaming memory; gives the ids of the others, which have none.
  StreamedMemory streamed() {
    begin();
    for (const Node& node : graph.nodes()) {
      if (std::holds_alternative<RemoteAttributes>(node.attributes)) streaming->emit(node, root);
    }
    return streaming->take();
  }

  Variable w{"w", Array::zeros(DType::f32, Shape{25})};
};

TEST_F(StreamingMemoryTest, AVariableIsThereFromItsLoadToItsStore) {
  {
    const Graph::Scope scope(graph);
    remote_load(w, false);
    assign(w, read(w) * 2.0);
    remote_store(w, false);
  }
  const StreamedMemory memory = streamed();
  ASSERT_EQ(root.children.size(), 2u);
  const BufferId id = buffers->variable(w, 0);
  EXPECT_EQ(std::get<RemoteLoad>(root.children[0].what).buffer, id);
  EXPECT_EQ(std::get<RemoteStore>(root.children[1].what).bytes, 100);
  ASSERT_EQ(memory.residences.size(), 1u);
  EXPECT_FALSE(memory.residences[0].shared);
  EXPECT_EQ(memory.residences[0].first_step, defined_at(root.children[0].id));
  EXPECT_EQ(memory.residences[0].last_step, released_at(root.children[1].id, false));
  EXPECT_EQ(memory.offloaded, std::set<BufferId>{id});
  EXPECT_TRUE(memory.shared_transfers.empty());
}

TEST_F(StreamingMemoryTest, SharesAreGatheredAfterTheyAreLoaded) {
  {
    const Graph::Scope scope(graph);
    remote_load(w, true);
    gather_shares(w, true);
    remote_release(w);
  }
  const StreamedMemory memory = streamed();
  ASSERT_EQ(root.children.size(), 2u);
  ASSERT_EQ(memory.residences.size(), 2u);
  EXPECT_TRUE(memory.residences[0].shared);
  EXPECT_FALSE(memory.residences[1].shared);
  EXPECT_EQ(memory.residences[0].last_step, released_at(root.children[1].id, true));
  EXPECT_EQ(memory.residences[1].first_step, defined_at(root.children[1].id));
  EXPECT_EQ(memory.residences[1].last_step, released_at(root.children[1].id, false));
  EXPECT_EQ(memory.shared_transfers, std::set<std::int32_t>{root.children[0].id});
}

TEST_F(StreamingMemoryTest, WhatIsNeverReleasedStaysToTheEnd) {
  {
    const Graph::Scope scope(graph);
    remote_load(w, false);
  }
  EXPECT_GT(streamed().residences[0].last_step, 1'000'000'000);
}

TEST(StreamedStash, LeavesAfterTheForwardProgramAndComesBackBeforeTheBackwardOne) {
  const testing_support::PipelineGraph g(2, true);
  const Emitted emitted = [&] {
    const Analysis facts(g.graph);
    const Fusion fusion(g.graph, facts);
    const PipelineCuts cuts = cut_pipelines(g.graph, facts);
    return emit({g.graph, facts, fusion, cuts, CostModel(architecture("Mk2"))});
  }();
  const Instruction& pipeline = emitted.program.root.children[0];
  const Instruction& store = pipeline.children[1].children.back();
  const Instruction& load = pipeline.children[2].children.front();
  const BufferId y = std::get<RemoteStore>(store.what).buffer;
  EXPECT_EQ(std::get<RemoteLoad>(load.what).buffer, y);
  EXPECT_EQ(pipeline.children[1].stage().remote_stash_bytes, 400);
  EXPECT_EQ(emitted.needs.streamed.stash_buffers.count(y), 1u);
  const auto stash_of = [&](std::int64_t end) {
    for (const Held& held : emitted.needs.streamed.stash) {
      if (held.last_step == released_at(end, false)) return held.first_step;
    }
    return std::int64_t{-1};
  };
  const Instruction& makes_y = pipeline.children[1].children.front();
  EXPECT_EQ(stash_of(store.id), defined_at(makes_y.id));
  EXPECT_EQ(stash_of(pipeline.children[2].children.back().id), defined_at(pipeline.children[2].id));
}

}  // namespace
}  // namespace pipette
