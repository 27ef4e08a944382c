// Kinds of instructions, and how listings call them.
#include "program/instruction.h"

#include "program/tree_fixture.h"

namespace pipette {
namespace {

using namespace testing_support;

TEST(Instruction, AListingSaysKindsCountsAndCycles) {
  Repeat from_buffer;
  from_buffer.count.buffer = 3;
  Pipeline pipeline;
  pipeline.mini_batches.fixed = 8;
  InterIpuCopy copy{0, superstep(7)};
  RemoteLoad load;
  load.superstep = superstep(11);
  const Instruction root = instruction(
      "root", Sequence{},
      {instruction("ten", Repeat{{10}}, {instruction("body", Sequence{}, {compute("a", 5)})}),
       instruction("", from_buffer), instruction("once", WhileLoop{}), instruction("choice", If{}),
       instruction("third", Every{3}),
       instruction("pipe", pipeline, {instruction("stage 0 forward", StageProgram{})}),
       instruction("in", StreamIn{}), instruction("out", StreamOut{}), instruction("copy", copy),
       instruction("sum", AllReduce{}), instruction("w", load), instruction("w", RemoteStore{}),
       instruction("w", GatherShares{})});
  EXPECT_EQ(to_string(root),
            "sequence root\n"
            "  repeat 10 ten\n"
            "    sequence body\n"
            "      compute a (5 cycles)\n"
            "  repeat\n"
            "  while once\n"
            "  if choice\n"
            "  every 3 third\n"
            "  pipeline 8 pipe\n"
            "    sequence stage 0 forward\n"
            "  stream_in in\n"
            "  stream_out out\n"
            "  inter_ipu_copy copy (7 cycles)\n"
            "  all_reduce sum\n"
            "  RemoteLoad w (11 cycles)\n"
            "  RemoteStore w (0 cycles)\n"
            "  gather_shares w\n");
}

TEST(Instruction, CostIsTheSumOfItsOwnSupersteps) {
  Compute two{[](auto) {}, {superstep(3), superstep(4)}};
  const Instruction inner = instruction("two", two);
  EXPECT_EQ(inner.cost().compute_cycles, 7);
  EXPECT_EQ(instruction("around", Sequence{}, {inner}).cost(), Cost{});
  GatherShares gather;
  EXPECT_EQ(instruction("gather", gather).supersteps().size(), 0u);
  gather.superstep = superstep(2);
  EXPECT_EQ(instruction("gather", gather).cost().compute_cycles, 2);
}

TEST(Instruction, LeavesAreWhatTheEngineExecutes) {
  EXPECT_FALSE(instruction("", Sequence{}).is_leaf());
  EXPECT_FALSE(instruction("", StageProgram{}).is_leaf());
  EXPECT_FALSE(instruction("", Pipeline{}).is_leaf());
  EXPECT_TRUE(compute("", 1).is_leaf());
  EXPECT_TRUE(instruction("", StreamIn{}).is_leaf());
  EXPECT_TRUE(instruction("", GatherShares{}).is_leaf());
}

TEST(Instruction, CountersBelongToBodiesAndStagePrograms) {
  const MiniBatchCounter counter{2, 5};
  EXPECT_EQ(instruction("", Sequence{{counter}}).counters()[0].buffer, 2);
  StageProgram program;
  program.counters = {counter, counter};
  EXPECT_EQ(instruction("", program).counters().size(), 2u);
  EXPECT_TRUE(compute("", 1).counters().empty());
}

}  // namespace
}  // namespace pipette
