// The checks between passes find what breaks them.
#include "program/invariants.h"

#include "program/emission_fixture.h"
#include "program/pipeline_graph.h"
#include "program/transfer_costs.h"

namespace pipette {
namespace {

using testing_support::PipelineGraph;

// A pipeline that streams, as emission and the passes after it leave it.
class InvariantsTest : public testing::Test {
 protected:
  InvariantsTest() {
    const Fusion fusion(g_.graph, facts_);
    Emitted emitted = emit({g_.graph, facts_, fusion, cuts_, costs_});
    program_ = std::move(emitted.program);
    streamed_ = std::move(emitted.needs.streamed);
  }
  Instruction& pipeline() { return program_.root.children[0]; }
  Buffer& buffer(BufferId id) { return program_.buffers[static_cast<std::size_t>(id)]; }

  const PipelineGraph g_{2, true};
  const Analysis facts_{g_.graph};
  const PipelineCuts cuts_ = cut_pipelines(g_.graph, facts_);
  const CostModel costs_{architecture("Mk2")};
  Executable program_;
  StreamedMemory streamed_;
};

TEST_F(InvariantsTest, HoldForWhatThePassesGive) {
  const Fusion fusion(g_.graph, facts_);
  EXPECT_NO_THROW(check_fusion(g_.graph, facts_, fusion));
  EXPECT_NO_THROW(check_cuts(g_.graph, facts_, cuts_));
  EXPECT_NO_THROW(check_tree(program_));
  cost_transfers({1, 2}, {}, costs_, program_.root);
  EXPECT_NO_THROW(check_transfers(program_, streamed_));
  program_.arena_bytes = place(program_.buffers);
  EXPECT_NO_THROW(check_places(program_));
}

TEST_F(InvariantsTest, FusionOfAnotherGraphIsFound) {
  Graph other("other");
  const Graph::Scope scope(other);
  const Variable w("w", Array::zeros(DType::f32, Shape{4, 4}));
  testing_support::RecordingSink sink;
  stream_out(sink, {relu(matmul(exp(read(w)), exp(read(w))))});
  const Analysis facts(other);
  const Fusion fusion(other, facts);
  EXPECT_NO_THROW(check_fusion(other, facts, fusion));
  EXPECT_GT(fusion.num_absorbed(), 0);
  Graph same("without the sink");  // the same nodes, none of them live
  {
    const Graph::Scope inner(same);
    relu(matmul(exp(read(w)), exp(read(w))));
  }
  EXPECT_THROW(check_fusion(same, Analysis(same), fusion), Internal);
}

TEST_F(InvariantsTest, CutsOfAnotherPlanAreFound) {
  const PipelineGraph other(2, true);
  PipelineCuts none(other.graph.num_values());
  EXPECT_ANY_THROW(check_cuts(other.graph, Analysis(other.graph), none));
}

TEST_F(InvariantsTest, IdsAreDepthFirst) {
  std::swap(pipeline().children[0].id, pipeline().children[1].id);
  EXPECT_THROW(check_tree(program_), Internal);
}

TEST_F(InvariantsTest, EveryInstructionIsCounted) {
  ++program_.num_instructions;
  EXPECT_THROW(check_tree(program_), Internal);
}

TEST_F(InvariantsTest, APipelineHasAllItsPrograms) {
  pipeline().children.pop_back();
  EXPECT_THROW(check_tree(program_), Internal);
}

TEST_F(InvariantsTest, IpusAreTheProgramsOwn) {
  program_.num_ipus = 1;
  EXPECT_THROW(check_tree(program_), Internal);
}

TEST_F(InvariantsTest, ABufferIsThereWhenItIsNamed) {
  auto& rings = std::get<Pipeline>(pipeline().what).rings;
  ASSERT_FALSE(rings.empty());
  const Buffer kept = buffer(rings[0]);
  buffer(rings[0]).first_step = 0;  // never defined
  EXPECT_THROW(check_tree(program_), Internal);
  buffer(rings[0]) = kept;
  buffer(rings[0]).last_step = 1;  // dead before
  EXPECT_THROW(check_tree(program_), Internal);
  buffer(rings[0]) = kept;
  EXPECT_NO_THROW(check_tree(program_));
  rings[0] = static_cast<BufferId>(program_.buffers.size());
  EXPECT_THROW(check_tree(program_), Internal);
}

TEST_F(InvariantsTest, TransfersHaveTheirCosts) {
  EXPECT_THROW(check_transfers(program_, streamed_), Internal);
}

TEST_F(InvariantsTest, WhatIsLoadedIsResident) {
  Graph graph("loads");
  const Variable w("w", Array::zeros(DType::f32, Shape{100}));
  {
    const Graph::Scope scope(graph);
    remote_load(w, false);
  }
  const Analysis facts(graph);
  const Fusion fusion(graph, facts);
  const PipelineCuts cuts = cut_pipelines(graph, facts);
  Emitted emitted = emit({graph, facts, fusion, cuts, costs_});
  cost_transfers({1, 1}, {}, costs_, emitted.program.root);
  EXPECT_NO_THROW(check_transfers(emitted.program, emitted.needs.streamed));
  emitted.needs.streamed.residences.clear();
  EXPECT_THROW(check_transfers(emitted.program, emitted.needs.streamed), Internal);
}

TEST_F(InvariantsTest, PlacesLieInTheArena) {
  program_.arena_bytes = place(program_.buffers);
  program_.arena_bytes -= 64;
  EXPECT_THROW(check_places(program_), Internal);
}

TEST_F(InvariantsTest, PartsOfAMemoryReportAddUp) {
  const auto with = [](auto change) {
    MemoryAccount account(architecture("Mk2"));
    account.add_always_live("w", 4000, MemoryKind::weights);
    account.add_live("x", 2000, 3, 5);
    Executable program;
    program.num_ipus = 2;
    program.memory = {account.report(), account.report()};
    change(program.memory);
    check_memory(program);
  };
  using Reports = std::vector<MemoryReport>;
  EXPECT_NO_THROW(with([](Reports&) {}));
  EXPECT_THROW(with([](Reports& all) { all.pop_back(); }), Internal);
  EXPECT_THROW(with([](Reports& all) { all[1].peak_bytes_of[0] += 4; }), Internal);
  EXPECT_THROW(with([](Reports& all) { all[0].curve.back().bytes = 9999; }), Internal);
  EXPECT_THROW(with([](Reports& all) { all[1].largest_tile_bytes = 6001; }), Internal);
}

}  // namespace
}  // namespace pipette
