// Properties of whole programs, over random ones: what the compiler does to a graph never changes a
// bit, and how a run is cut into slices changes nothing at all.
#include "random_program.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "interpreter.h"
#include "program/engine.h"
#include "same_bits.h"

namespace pipette {
namespace {

using testing_support::interpret;
using testing_support::RandomProgram;
using testing_support::same_bits;

constexpr int kPrograms = 300;
constexpr int kRuns = 2;  // the second starts from what the first left behind

std::string run(RandomProgram& program, const Graph& graph, const CompileOptions& options) {
  Machine machine;
  machine.print_tensor = program.printer();
  program.reset();
  Engine engine(compile(graph, machine.device.cost_model(), options), machine);
  std::string states;
  for (int i = 0; i < kRuns; ++i) {
    engine.start();
    EXPECT_TRUE(engine.advance(Budget::unlimited()));
    states += program.state();
  }
  EXPECT_EQ(program.sink.open, 0);
  return states;
}

std::size_t count_branches(const Graph& graph) {
  return static_cast<std::size_t>(
      std::count_if(graph.nodes().begin(), graph.nodes().end(),
                    [](const Node& node) { return node.kind == OpKind::cond; }));
}

TEST(RandomPrograms, CompiledProgramsGiveTheInterpretersBits) {
  int fused = 0;
  std::size_t branches = 0, printed = 0;
  std::size_t shared_bytes = 0, apart_bytes = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomProgram program(seed);
    program.prints = true;
    Graph graph("random");
    program.trace(graph);
    program.reset();
    std::string expected;
    for (int i = 0; i < kRuns; ++i) {
      interpret(graph, program.printer());
      expected += program.state();
    }
    branches += count_branches(graph);
    printed += program.printed.size();
    const Machine machine;
    const auto executable = compile(graph, machine.device.cost_model());
    const auto apart = compile(graph, machine.device.cost_model(), {.reuse_memory = false});
    fused += executable->num_fused_operators;
    shared_bytes += executable->arena_bytes;
    apart_bytes += apart->arena_bytes;
    for (const bool fuse : {false, true}) {
      for (const bool reuse : {false, true}) {
        ASSERT_TRUE(same_bits(run(program, graph, {fuse, reuse}), expected))
            << "fuse " << fuse << ", reuse memory " << reuse << "\n"
            << graph.to_string() << to_string(executable->root);
      }
    }
  }
  EXPECT_GT(branches, kPrograms);
  EXPECT_GT(printed, 100 * kPrograms);
  EXPECT_GT(fused, kPrograms) << "the programs hardly contain what is to be tested";
  EXPECT_LT(shared_bytes, apart_bytes * 3 / 4);
}

bool operator_equal(const Span& a, const Span& b) {
  return a.begin == b.begin && a.end == b.end && a.name == b.name &&
         a.instruction == b.instruction && a.run == b.run && a.step == b.step &&
         a.bytes == b.bytes && a.wait_cycles == b.wait_cycles && a.kind == b.kind &&
         a.phase == b.phase && a.reason == b.reason && a.lane == b.lane;
}

void expect_same_machine(const Machine& a, const Machine& b) {
  EXPECT_EQ(a.device.now(), b.device.now());
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.runs, b.runs);
  ASSERT_EQ(a.trace.end(), b.trace.end());
  for (std::int64_t i = a.trace.first(); i < a.trace.end(); ++i) {
    ASSERT_TRUE(operator_equal(a.trace[i], b.trace[i])) << "span " << i;
  }
}

Budget random_budget(RandomStream& random, const Machine& machine) {
  switch (random.uniform_int(5)) {
    case 0:
      return Budget::instructions(1 + random.uniform_int(4));
    case 1:
      return Budget::steps(1 + random.uniform_int(2));
    case 2:
      return Budget::cycles(machine.device.now() + 1 + random.uniform_int(20000));
    case 3:
      return Budget::microseconds(0);  // at least one instruction all the same
    default:
      return Budget::instructions(random.uniform_int(40));
  }
}

TEST(RandomPrograms, AnySlicingGivesTheSameNumbersCyclesAndTrace) {
  for (std::uint64_t seed = 0; seed < kPrograms / 2; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomProgram program(seed);
    program.prints = true;
    Graph graph("random");
    program.trace(graph);
    Machine whole;
    Machine sliced;
    whole.print_tensor = sliced.print_tensor = program.printer();
    const auto executable = compile(graph, whole.device.cost_model());
    program.reset();
    Engine in_one_go(executable, whole);
    for (int i = 0; i < kRuns; ++i) {
      in_one_go.start();
      in_one_go.advance(Budget::unlimited());
    }
    const std::string expected = program.state();
    program.reset();
    Engine in_slices(executable, sliced);
    RandomStream random(seed, "budgets");
    for (int i = 0; i < kRuns; ++i) {
      in_slices.start();
      while (!in_slices.advance(random_budget(random, sliced))) ASSERT_TRUE(in_slices.running());
    }
    ASSERT_TRUE(same_bits(program.state(), expected));
    expect_same_machine(whole, sliced);
  }
}

// Buffers that are alive together share no byte; a result that may overwrite an operand lies
// exactly on it or apart from it.
TEST(RandomPrograms, LiveBuffersNeverOverlap) {
  std::int64_t in_place = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    RandomProgram program(seed);
    Graph graph("random");
    program.trace(graph);
    const Machine machine;
    const auto executable = compile(graph, machine.device.cost_model());
    const std::vector<Buffer>& buffers = executable->buffers;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const Buffer& a = buffers[i];
      if (a.kind != BufferKind::arena) continue;
      ASSERT_LE(a.arena_offset + a.spec.num_bytes(), executable->arena_bytes);
      ASSERT_EQ(a.arena_offset % 64, 0u);
      for (std::size_t j = 0; j < i; ++j) {
        const Buffer& b = buffers[j];
        if (b.kind != BufferKind::arena) continue;
        const bool bytes_meet = a.arena_offset < b.arena_offset + b.spec.num_bytes() &&
                                b.arena_offset < a.arena_offset + a.spec.num_bytes();
        const bool alive_together = a.first_step <= b.last_step && b.first_step <= a.last_step;
        const bool touch = a.last_step + 1 == b.first_step || b.last_step + 1 == a.first_step;
        ASSERT_FALSE(bytes_meet && alive_together)
            << "seed " << seed << " buffers " << j << "," << i;
        if (touch && bytes_meet) {
          ASSERT_EQ(a.arena_offset, b.arena_offset)
              << "seed " << seed << " buffers " << j << "," << i;
          ++in_place;
        }
      }
    }
  }
  EXPECT_GT(in_place, kPrograms);
}

}  // namespace
}  // namespace pipette
