// Model sharding without pipelines: the same numbers, and copies where values cross.
#include "graph/gradient.h"
#include "graph/shard.h"
#include "program/replicas_fixture.h"

namespace pipette {
namespace {

using testing::HasSubstr;

std::shared_ptr<const Executable> compiled(const Graph& graph) {
  return compile(graph, Device().cost_model());
}

std::vector<const Instruction*> copies(const Executable& executable) {
  return instructions(executable.root, InstructionKind::inter_ipu_copy);
}

TEST(Shards, RandomProgramsGiveTheNumbersOfOneIpu) {
  std::size_t crossings = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::string expected;
    for (const int shards : {1, 2, 4}) {
      RandomProgram program(seed);
      program.num_shards = shards;
      Graph graph("random");
      program.trace(graph);
      program.reset();
      Machine machine(with_ipus(shards));
      const auto executable = compile(graph, machine.device.cost_model());
      if (executable->num_ipus == 3) continue;  // 4 IPUs are reserved, as many as there are
      if (machine.device.num_ipus() / executable->num_ipus > 1) continue;  // would be replicated
      Engine engine(executable, machine);
      for (int i = 0; i < 2; ++i) {
        engine.start();
        engine.advance(Budget::unlimited());
      }
      if (shards == 1) {
        expected = program.state();
        ASSERT_TRUE(copies(*executable).empty());
        continue;
      }
      ASSERT_TRUE(same_bits(program.state(), expected)) << to_string(executable->root);
      crossings += copies(*executable).size();
      for (int lane = 0; lane < shards; ++lane) {
        std::int64_t at = 0;
        for (const Span& span : spans_on(machine, lane)) {
          ASSERT_LE(at, span.begin);
          ASSERT_LE(span.begin, span.end);
          at = span.end;
        }
      }
    }
  }
  EXPECT_GT(crossings, 300u);
}

// Two operators one after the other on two IPUs: the second waits for the first and for the link.
TEST(Shards, AValueThatCrossesTakesTheLinkAndTheWait) {
  Graph graph("cross");
  TableSource source({Array::filled<float>({64, 32}, 0.5f)});
  RecordingSink sink;
  {
    const Graph::Scope scope(graph);
    Tensor x = exp(stream_in(source).leaf());
    const Shard second(1);
    x = square(x);
    stream_out(sink, {x + square(x)});
  }
  Machine machine(with_ipus(2));
  const auto executable = compile(graph, machine.device.cost_model());
  const auto found = copies(*executable);
  ASSERT_EQ(found.size(), 1u) << to_string(executable->root);
  EXPECT_EQ(std::get<InterIpuCopy>(found[0]->what).from_ipu, 0);
  EXPECT_EQ(found[0]->ipu, 1);
  const Cost link = machine.device.cost_model().global_exchange(2, 64 * 32 * 4);
  EXPECT_EQ(found[0]->cost(), link);
  EXPECT_THAT(to_string(executable->root), HasSubstr("inter_ipu_copy exp: IPU 0 to 1"));
  Engine engine(executable, machine);
  engine.start();
  engine.advance(Budget::unlimited());
  std::int64_t first = 0, second = 0;
  for (const Instruction& i : executable->root.children) {
    if (i.kind() == InstructionKind::compute) {
      (i.ipu == 0 ? first : second) += i.cost().total_cycles();
    }
  }
  EXPECT_GT(first, 0);
  const std::int64_t data = machine.device.host().data_phase_cycles(64 * 32 * 4);
  const std::vector<Span> on_second = spans_on(machine, 1);
  ASSERT_FALSE(on_second.empty());
  const Span& wait = on_second[0];
  EXPECT_EQ(wait.reason, WaitReason::neighbour);
  EXPECT_EQ(machine.device.cycles(0), wait.end + link.total_cycles());
  EXPECT_EQ(machine.device.cycles(1), wait.end + link.total_cycles() + second + data);
  EXPECT_EQ(spans_on(machine, 0).back().end, wait.end + link.total_cycles());
}

TEST(Shards, MemoryOfACopyCountsOnTheIpuThatReadsIt) {
  Graph graph("memory");
  const Variable w("w", Array::filled<float>({1000, 100}, 1.0f));
  RecordingSink sink;
  {
    const Graph::Scope scope(graph);
    const Tensor x = exp(w);
    const Shard second(1);
    stream_out(sink, {reduce_sum(x)});
  }
  const auto executable = compiled(graph);
  ASSERT_EQ(executable->memory.size(), 2u);
  EXPECT_GE(executable->memory[0].total_bytes(), 2 * 400000);
  EXPECT_GE(executable->memory[1].total_bytes(), 400000);
  EXPECT_LT(executable->memory[1].total_bytes(), 2 * 400000);
}

TEST(Shards, ConstantsAndCountersLieEverywhere) {
  Graph graph("constants");
  RecordingSink sink;
  {
    const Graph::Scope scope(graph);
    const Tensor c = constant(Array::of<float>({2}, {1, 2}));
    const Tensor index = cast(replica_index(), DType::f32);
    Tensor x = index * 1.0;
    {
      const Shard second(1);
      x = c + 1.0 + cast(replica_index(), DType::f32);
    }
    stream_out(sink, {x});
  }
  EXPECT_TRUE(copies(*compiled(graph)).empty());
}

TEST(Shards, AValueFromOutsideOfALoopCrossesOnceItsOwnInEveryIteration) {
  Graph graph("loop");
  const Variable w("w", Array::scalar(2.0f));
  CountingSource source;
  RecordingSink sink;
  {
    const Graph::Scope scope(graph);
    const Tensor outside = exp(w);
    {
      const Shard second(1);
      stream_out(sink, {outside * 2.0});
    }
    loops::repeat(3, [&] {
      const Tensor x = reduce_sum(stream_in(source)[0].leaf());
      const Shard second(1);
      stream_out(sink, {outside + x});
      stream_out(sink, {outside - x});
    });
  }
  const auto executable = compiled(graph);
  EXPECT_EQ(copies(*executable).size(), 2u) << to_string(executable->root);
  const auto loop = instructions(executable->root, InstructionKind::repeat);
  EXPECT_EQ(instructions(*loop[0], InstructionKind::inter_ipu_copy).size(), 1u);
}

// Two dense layers on two IPUs: each layer's gradient and update run where the layer does.
TEST(Shards, GradientsAndUpdatesRunWhereTheLayerDoes) {
  Graph graph("train");
  const Variable a("a", Array::filled<float>({3, 5}, 0.25f));
  const Variable b("b", Array::filled<float>({5, 2}, 0.5f));
  CountingSource source;
  {
    const Graph::Scope scope(graph);
    const Tensor x = stream_in(source)[0].leaf();  // [4, 3]
    const Tensor read_a = read(a);
    const Tensor hidden = relu(matmul(x, read_a));
    Tensor read_b = hidden, loss = hidden;
    {
      const Shard second(1);
      read_b = read(b);
      loss = reduce_mean(square(matmul(hidden, read_b)));
    }
    const std::vector<Tensor> parts = gradients(loss, {read_a, read_b});
    apply_sgd(a, parts[0], 0.1f);
    apply_sgd(b, parts[1], 0.1f);
  }
  const auto executable = compiled(graph);
  for (const Buffer& buffer : executable->buffers) {
    if (buffer.kind == BufferKind::variable) {
      EXPECT_EQ(buffer.ipu, buffer.name == "b" ? 1 : 0) << buffer.name;
    }
  }
  // The hidden layer goes there, its gradient comes back; x and the weights stay.
  EXPECT_EQ(copies(*executable).size(), 2u) << to_string(executable->root);
}

TEST(Shards, AnUpdateFromAnotherIpuGoesThereAndBack) {
  Graph graph("remote");
  const Variable w("w", Array::filled<float>({3, 3}, 1.0f));
  CountingSource source;
  RecordingSink sink;
  {
    const Graph::Scope scope(graph);
    stream_out(sink, {reduce_sum(w)});  // w lies on IPU 0
    const Shard second(1);
    const Tensor x = stream_in(source)[0].leaf();
    apply_sgd(w, matmul(x, x, true, false), 0.1f);  // fused, on IPU 1
  }
  const auto executable = compiled(graph);
  EXPECT_EQ(executable->num_fused_operators, 1);
  const auto found = copies(*executable);
  ASSERT_EQ(found.size(), 2u) << to_string(executable->root);
  EXPECT_EQ(std::get<InterIpuCopy>(found[0]->what).from_ipu, 0);
  EXPECT_EQ(std::get<InterIpuCopy>(found[1]->what).from_ipu, 1);
}

TEST(Shards, AreNotNegative) {
  Graph graph("negative");
  const Graph::Scope scope(graph);
  EXPECT_THROW(Shard(-1), InvalidArgument);
}

}  // namespace
}  // namespace pipette
