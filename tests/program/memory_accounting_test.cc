// What a program takes of each IPU's memory, and since when.
#include "program/memory_accounting.h"

#include "graph/ops.h"
#include "program/tree_fixture.h"

namespace pipette {
namespace {

using namespace testing_support;

class MemoryAccountingTest : public testing::Test {
 protected:
  MemoryAccountingTest() {
    const Graph::Scope scope(graph_);
    read(weights_);
    program_.num_ipus = 2;
    program_.variables = {weights_};
  }
  BufferId add(BufferKind kind, int ipu, std::int64_t first = 0, std::int64_t last = 0) {
    Buffer buffer;
    buffer.kind = kind;
    buffer.spec = {DType::f32, Shape{100}};
    buffer.ipu = ipu;
    buffer.first_step = first;
    buffer.last_step = last;
    if (kind == BufferKind::variable) buffer.variable = 0;
    program_.buffers.push_back(buffer);
    return static_cast<BufferId>(program_.buffers.size()) - 1;
  }
  std::vector<MemoryReport> reports(const MemoryNeeds& needs = {}) const {
    return account_memory(graph_, architecture("Mk2"), program_, needs);
  }

  Graph graph_{"memory"};
  Variable weights_{"w", Array::zeros(DType::f32, Shape{100})};
  Executable program_;
};

TEST_F(MemoryAccountingTest, VariablesAreAlwaysThereAndValuesWhileTheyLive) {
  const std::int64_t empty = reports()[0].total_always_live_bytes;
  add(BufferKind::variable, 0);
  add(BufferKind::arena, 1, 3, 7);
  add(BufferKind::arena, 1, 5, 9);
  const std::vector<MemoryReport> by_ipu = reports();
  ASSERT_EQ(by_ipu.size(), 2u);
  EXPECT_EQ(by_ipu[0].total_always_live_bytes - empty, 400);
  EXPECT_EQ(by_ipu[1].total_always_live_bytes, empty);
  EXPECT_EQ(by_ipu[0].peak_not_always_live_bytes, 0);
  EXPECT_EQ(by_ipu[1].peak_not_always_live_bytes, 800);
}

TEST_F(MemoryAccountingTest, WhatIsOffloadedCountsWhileItIsResident) {
  const std::int64_t empty = reports()[0].total_always_live_bytes;
  const BufferId id = add(BufferKind::variable, 0);
  MemoryNeeds needs;
  needs.streamed.offloaded = {id};
  needs.streamed.residences = {{id, true, 3, 5}};
  program_.num_replicas = 4;
  const MemoryReport report = reports(needs)[0];
  EXPECT_EQ(report.total_always_live_bytes, empty);
  EXPECT_EQ(report.peak_not_always_live_bytes, 100);
}

TEST_F(MemoryAccountingTest, CopiesCountOnTheIpuThatHasThem) {
  MemoryNeeds needs;
  needs.stage_copies = {{"copy", 1, 64, 1, 9}};
  needs.brought = {{"brought", 1, 32, 5, 6}};
  EXPECT_EQ(reports(needs)[0].peak_not_always_live_bytes, 0);
  EXPECT_EQ(reports(needs)[1].peak_not_always_live_bytes, 96);
}

TEST_F(MemoryAccountingTest, AStagesVariablesCountWithoutWhatIsOffloaded) {
  StageProgram forward;
  forward.variables = {add(BufferKind::variable, 0), add(BufferKind::variable, 0)};
  Instruction root = instruction("", Pipeline{}, {instruction("", forward)});
  StreamedMemory streamed;
  streamed.offloaded = {1};
  count_stage_variables(streamed, {1, 1}, program_.buffers, root);
  EXPECT_EQ(root.children[0].stage().variable_bytes, 400);
}

}  // namespace
}  // namespace pipette
