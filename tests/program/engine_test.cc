#include "program/engine_fixture.h"

namespace pipette {
namespace {

TEST(Engine, CountsInstructionsAndStepsOfABudget) {
  Accumulator program(10);
  Machine machine;
  Engine engine(program.compiled(machine), machine);
  engine.start();
  EXPECT_FALSE(engine.advance(Budget::instructions(0)));
  EXPECT_EQ(engine.next_instruction()->kind(), InstructionKind::stream_in);
  EXPECT_FALSE(engine.advance(Budget::instructions(1)));
  EXPECT_EQ(engine.next_instruction()->kind(), InstructionKind::compute);
  EXPECT_EQ(machine.steps, 0);
  EXPECT_FALSE(engine.advance(Budget::steps(1)));
  EXPECT_EQ(machine.steps, 1);
  EXPECT_EQ(engine.next_instruction()->kind(), InstructionKind::stream_in);
  EXPECT_FALSE(engine.advance(Budget::steps(3)));
  EXPECT_EQ(machine.steps, 4);
  EXPECT_TRUE(engine.advance(Budget::steps(100)));
  EXPECT_EQ(machine.steps, 10);
  EXPECT_FALSE(engine.running());
  EXPECT_EQ(engine.next_instruction(), nullptr);
  EXPECT_TRUE(engine.advance(Budget::unlimited()));  // nothing is going on
}

TEST(Engine, ABudgetOfCyclesStopsAtTheFirstInstructionThatReachesIt) {
  Accumulator program(10);
  Machine machine;
  Engine engine(program.compiled(machine), machine);
  engine.start();
  const std::int64_t until = machine.device.now() + 100000;
  ASSERT_FALSE(engine.advance(Budget::cycles(until)));
  EXPECT_GE(machine.device.now(), until);
  const std::int64_t reached = machine.device.now();
  EXPECT_FALSE(engine.advance(Budget::cycles(until)));  // already there
  EXPECT_EQ(machine.device.now(), reached);
}

TEST(Engine, ABudgetOfTimeGoesOnByAtLeastOneInstruction) {
  Accumulator program(3);
  Machine machine;
  Engine engine(program.compiled(machine), machine);
  engine.start();
  int slices = 0;
  while (!engine.advance(Budget::microseconds(0))) ++slices;
  // stream_in, sum, add, assign, stream_out, three times; the last one ends the run.
  EXPECT_EQ(slices, 3 * 5 - 1);
}

TEST(Engine, StartsOnlyWhenNothingIsGoingOn) {
  Accumulator program(2);
  Machine machine;
  Engine engine(program.compiled(machine), machine);
  engine.start();
  EXPECT_EQ(program.sink.open, 1);
  EXPECT_THROW(engine.start(), FailedPrecondition);
  EXPECT_EQ(program.sink.open, 1);
  engine.abandon();
  EXPECT_EQ(program.sink.open, 0);
  engine.abandon();
  EXPECT_EQ(program.sink.open, 0);
  EXPECT_NO_THROW(engine.start());
  EXPECT_TRUE(engine.advance(Budget::unlimited()));
}

TEST(Engine, ADestroyedEngineLetsItsSinksGo) {
  Accumulator program(2);
  Machine machine;
  {
    Engine engine(program.compiled(machine), machine);
    engine.start();
    engine.advance(Budget::instructions(1));
    EXPECT_EQ(program.sink.open, 1);
  }
  EXPECT_EQ(program.sink.open, 0);
}

class RefusingSink : public RecordingSink {
 public:
  void begin_run(bool) override {
    if (refuses) throw ResourceExhausted("no room");
  }
  bool refuses = true;
};

TEST(Engine, ARunThatCannotBeginLetsItsSinksGo) {
  Graph graph("two sinks");
  RecordingSink first;
  RefusingSink second;
  {
    const Graph::Scope scope(graph);
    stream_out(first, {constant(1.0f)});
    stream_out(second, {constant(2.0f)});
  }
  Machine machine;
  Engine engine(compile(graph, machine.device.cost_model()), machine);
  EXPECT_THROW(engine.start(), ResourceExhausted);
  EXPECT_FALSE(engine.running());
  EXPECT_EQ(first.open, 0);
  second.refuses = false;
  engine.start();
  EXPECT_EQ(first.open, 1);
  EXPECT_TRUE(engine.advance(Budget::unlimited()));
  EXPECT_EQ(first.open, 0);
}

TEST(Engine, AnErrorOfASourceEndsTheRunAndLeavesTheEngineReady) {
  Accumulator program(10);
  Machine machine;
  Engine engine(program.compiled(machine), machine);
  program.source.fail_at = 4;
  engine.start();
  EXPECT_THROW(engine.advance(Budget::unlimited()), OutOfRange);
  EXPECT_FALSE(engine.running());
  EXPECT_EQ(program.sink.open, 0);
  EXPECT_EQ(program.sink.record.size(), 4 * sizeof(float));  // what had been written stays
  EXPECT_EQ(machine.steps, 4);
  program.source.fail_at = -1;
  engine.start();
  EXPECT_TRUE(engine.advance(Budget::unlimited()));
  EXPECT_EQ(program.sink.record.size(), 14 * sizeof(float));
}

TEST(Engine, AnErrorOfASinkEndsTheRun) {
  Accumulator program(10);
  Machine machine;
  Engine engine(program.compiled(machine), machine);
  program.sink.writes_left = 3;
  engine.start();
  EXPECT_THROW(engine.advance(Budget::unlimited()), OutOfRange);
  EXPECT_EQ(program.sink.open, 0);
  engine.start();
  EXPECT_TRUE(engine.advance(Budget::unlimited()));
}

TEST(Engine, AnErrorOfAKernelEndsTheRun) {
  Graph graph("divide");
  Variable divisor("divisor", Array::scalar(std::int32_t{0}));
  RecordingSink sink;
  {
    const Graph::Scope scope(graph);
    const Tensor seven = cast(constant(Array::of<std::int32_t>({1}, {7})), DType::i32);
    stream_out(sink, {seven / read(divisor)});
  }
  Machine machine;
  Engine engine(compile(graph, machine.device.cost_model()), machine);
  engine.start();
  EXPECT_THROW(engine.advance(Budget::unlimited()), InvalidArgument);
  EXPECT_FALSE(engine.running());
  EXPECT_EQ(sink.open, 0);
  divisor.assign(Array::scalar(std::int32_t{2}));
  engine.start();
  EXPECT_TRUE(engine.advance(Budget::unlimited()));
  std::int32_t result;
  ASSERT_EQ(sink.record.size(), sizeof result);
  std::memcpy(&result, sink.record.data(), sizeof result);
  EXPECT_EQ(result, 3);
}

class NotReady : public CountingSource {
 public:
  void check_ready() const override { throw FailedPrecondition("not initialised"); }
};

TEST(Engine, ASourceThatIsNotReadyIsFoundBeforeAnythingStarts) {
  Graph graph("f");
  NotReady source;
  RecordingSink sink;
  {
    const Graph::Scope scope(graph);
    stream_out(sink, {stream_in(source)[0].leaf()});
  }
  Machine machine;
  Engine engine(compile(graph, machine.device.cost_model()), machine);
  EXPECT_THROW(engine.start(), FailedPrecondition);
  EXPECT_FALSE(engine.running());
  EXPECT_EQ(sink.open, 0);
  EXPECT_EQ(machine.runs, 0);
  EXPECT_EQ(machine.device.now(), 0);
}

TEST(Engine, AnEmptyProgramEndsAsItStarts) {
  const Graph graph("nothing");
  Machine machine;
  Engine engine(compile(graph, machine.device.cost_model()), machine);
  engine.start();
  EXPECT_FALSE(engine.running());
  EXPECT_EQ(machine.runs, 1);
}

TEST(Engine, SyntheticDataTransfersNothing) {
  Accumulator program(5);
  Machine machine;
  Engine engine(program.compiled(machine), machine, /*synthetic_data=*/true);
  program.source.fail_at = 0;  // never asked
  engine.start();
  EXPECT_TRUE(engine.advance(Budget::unlimited()));
  EXPECT_TRUE(program.sink.record.empty());
  EXPECT_EQ(program.total.value().item<float>(), 0);
  for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
    EXPECT_NE(machine.trace[i].kind, SpanKind::stream_begin);
    EXPECT_NE(machine.trace[i].kind, SpanKind::stream_mid);
  }
}

// ---- traces ----

}  // namespace
}  // namespace pipette
