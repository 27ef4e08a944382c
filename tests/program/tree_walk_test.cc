// In which order a tree's leaves come.
#include "program/tree_walk.h"

#include "program/tree_fixture.h"

namespace pipette {
namespace {

using namespace testing_support;

class TreeWalkTest : public testing::Test {
 protected:
  // Names of the leaves, in the order in which they come; each is executed.
  std::string order_of(const Executable& executable) {
    Replicas replicas(executable, 1, 1);
    Recorder recorder(executable, machine_);
    StreamPort streams(executable, machine_, replicas, recorder, true);
    PipelineRun pipeline(executable, machine_, replicas, recorder);
    RunAhead ahead(executable, replicas, streams);
    TreeWalk walk(machine_, replicas, pipeline, ahead);
    std::string order;
    walk.start(executable.root);
    while (!walk.ended()) {
      const Instruction& next = walk.at().next();
      std::get<Compute>(next.what).kernel(replicas.addresses(0));
      order += next.name;
      walk.advance();
    }
    stepped_ = walk.stepped();
    return order;
  }

  Machine machine_;
  bool stepped_ = false;
};

TEST_F(TreeWalkTest, LoopsRepeatTheirBodyAndCountSteps) {
  const Executable program = executable_of(instruction(
      "", Sequence{},
      {compute("a", 1),
       instruction("", Repeat{{2}},
                   {instruction("", Sequence{},
                                {compute("b", 1),
                                 instruction("", Repeat{{3}},
                                             {instruction("", Sequence{}, {compute("c", 1)})})})}),
       compute("d", 1)}));
  EXPECT_EQ(order_of(program), "abcccbcccd");
  EXPECT_EQ(machine_.steps, 2);  // of the outermost loop
  EXPECT_TRUE(stepped_);
}

TEST_F(TreeWalkTest, ALoopOfNoIterationsAndAnEmptySequenceAreLeftAtOnce) {
  const Executable program = executable_of(
      instruction("", Sequence{},
                  {instruction("", Repeat{{0}}, {instruction("", Sequence{}, {compute("b", 1)})}),
                   instruction("", Sequence{})}));
  EXPECT_EQ(order_of(program), "");
  EXPECT_FALSE(stepped_);
}

TEST_F(TreeWalkTest, ACountFromABufferIsReadWhenTheLoopIsEntered) {
  Executable program = executable_of({});
  const BufferId count = add_scalar(program);
  const auto set = [count](int value) {
    return [count, value](BufferAddresses b) { scalar(b, count) = value; };
  };
  Repeat repeat;
  repeat.count.buffer = count;
  const auto loop = [&] {
    return instruction("", repeat, {instruction("", Sequence{}, {compute("b", 1)})});
  };
  program.root = instruction("", Sequence{},
                             {compute("2", 1, set(2)), loop(), compute("-", 1, set(-1)), loop()});
  program.num_instructions = 0;
  number(program.root, program.num_instructions);
  EXPECT_EQ(order_of(program), "2bb-");
}

TEST_F(TreeWalkTest, AWhileLoopEndsByItsConditionOrItsLimit) {
  Executable program = executable_of({});
  const BufferId rounds = add_scalar(program), go = add_scalar(program);
  const auto loop = [&](std::int64_t limit) {
    const Kernel verdict = [=](BufferAddresses b) {
      const bool more = scalar(b, rounds)++ < 3;
      std::memcpy(b[go], &more, sizeof more);
    };
    return instruction("", WhileLoop{go, limit},
                       {instruction("", Sequence{}, {compute("?", 1, verdict)}),
                        instruction("", Sequence{}, {compute("x", 1)})});
  };
  program.root = instruction("", Sequence{}, {loop(-1)});
  number(program.root, program.num_instructions = 0);
  EXPECT_EQ(order_of(program), "?x?x?x?");
  program.root = instruction("", Sequence{}, {loop(2)});
  number(program.root, program.num_instructions = 0);
  EXPECT_EQ(order_of(program), "?x?x");
}

TEST_F(TreeWalkTest, OneBranchIsEnteredByTheConditionAsItIsThen) {
  Executable program = executable_of({});
  const BufferId condition = add_scalar(program);
  const auto set = [condition](bool value) {
    return [condition, value](BufferAddresses b) { std::memcpy(b[condition], &value, 1); };
  };
  const auto choice = [&](std::vector<Instruction> if_true, std::vector<Instruction> if_false) {
    return instruction("", If{condition},
                       {instruction("", Sequence{}, std::move(if_true)),
                        instruction("", Sequence{}, std::move(if_false))});
  };
  program.root = instruction(
      "", Sequence{},
      {compute("1", 1, set(true)), choice({compute("a", 1, set(false)), compute("b", 1)}, {}),
       choice({compute("c", 1)}, {choice({}, {compute("d", 1)}), compute("e", 1, set(true))}),
       choice({}, {compute("f", 1)}), compute("g", 1)});
  number(program.root, program.num_instructions = 0);
  EXPECT_EQ(order_of(program), "1abdeg");
  // A loop in a branch at the top is a training loop.
  program.root =
      choice({}, {instruction("", Repeat{{3}}, {instruction("", Sequence{}, {compute("x", 1)})})});
  program.root = instruction("", Sequence{}, {compute("0", 1, set(false)), program.root});
  number(program.root, program.num_instructions = 0);
  EXPECT_EQ(order_of(program), "0xxx");
  EXPECT_EQ(machine_.steps, 3);
}

TEST_F(TreeWalkTest, EveryRunsInTheLastIterationOfItsPeriod) {
  const Executable program = executable_of(
      instruction("", Repeat{{7}},
                  {instruction("", Sequence{},
                               {compute("a", 1), instruction("", Every{3}, {compute("u", 1)})})}));
  EXPECT_EQ(order_of(program), "aaauaaaua");
}

TEST_F(TreeWalkTest, CountersHaveTheIterationWhenABodyIsEntered) {
  Executable program = executable_of({});
  const BufferId plain = add_scalar(program), modulo = add_scalar(program);
  std::string seen;
  const Kernel look = [&](BufferAddresses b) {
    seen += std::to_string(scalar(b, plain)) + std::to_string(scalar(b, modulo)) + " ";
  };
  program.root =
      instruction("", Repeat{{5}},
                  {instruction("", Sequence{{{plain, 0}, {modulo, 2}}}, {compute("a", 1, look)})});
  number(program.root, program.num_instructions = 0);
  order_of(program);
  EXPECT_EQ(seen, "00 11 20 31 40 ");
}

}  // namespace
}  // namespace pipette
