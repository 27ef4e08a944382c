// Random programs on several replicas that exchange what they have, whole and sharded.
#include "core/item.h"
#include "program/replicas_fixture.h"
#include "thread_instances.h"

namespace pipette {
namespace {

struct Outcome {
  std::string numbers;  // of all replicas
  std::size_t exchanges = 0;
  int num_ipus = 0;  // of a replica
  std::vector<std::int64_t> clocks;
  std::int64_t spans = 0;
};

struct RandomRun {
  int replicas = 3, shards = 1;
  CompileOptions options = {};
  std::int64_t slice = Budget::kNoLimit;
};

Outcome run_random(std::uint64_t seed, const RandomRun& how) {
  RandomProgram program(seed);
  program.num_shards = how.shards;
  program.exchanges = true;
  Graph graph("random");
  program.trace(graph);
  program.reset();
  const auto executable = compile(graph, Device().cost_model(), how.options);
  Machine machine(with_ipus(how.replicas * executable->num_ipus));
  Engine engine(executable, machine);
  engine.start();
  while (!engine.advance(Budget::instructions(how.slice))) {
  }
  Outcome outcome;
  outcome.numbers = program.sink.record;
  outcome.exchanges = instructions(executable->root, InstructionKind::all_reduce).size();
  outcome.num_ipus = executable->num_ipus;
  outcome.spans = machine.trace.end();
  for (const Variable& v : program.variables) {
    v.reserve_replicas(how.replicas);  // where the program does not use it
    for (int r = 0; r < how.replicas; ++r) {
      outcome.numbers.append(reinterpret_cast<const char*>(v.storage(r).bytes()),
                             v.storage(r).num_bytes());
    }
  }
  for (int ipu = 0; ipu < machine.device.num_ipus(); ++ipu) {
    outcome.clocks.push_back(machine.device.cycles(ipu));
  }
  return outcome;
}

TEST(Replicas, RandomProgramsGiveTheSameHoweverCompiledSpreadAndCutAndInHowManyInstances) {
  std::size_t exchanges = 0;
  int spread = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Outcome expected = run_random(seed, {});
    exchanges += expected.exchanges;
    for (const bool fuse : {false, true}) {
      const Outcome apart = run_random(seed, {.options = {fuse, false}});
      ASSERT_TRUE(same_bits(apart.numbers, expected.numbers)) << "fuse " << fuse;
    }
    const Outcome sharded = run_random(seed, {.shards = 2});
    ASSERT_TRUE(same_bits(sharded.numbers, expected.numbers));
    spread += sharded.num_ipus == 2 ? 1 : 0;
    const Outcome whole = run_random(seed, {.shards = 2});
    const Outcome sliced =
        run_random(seed, {.shards = 2, .slice = 1 + static_cast<std::int64_t>(seed % 5)});
    ASSERT_EQ(sliced.numbers, whole.numbers);
    ASSERT_EQ(sliced.clocks, whole.clocks);
    ASSERT_EQ(sliced.spans, whole.spans);
#ifndef __EMSCRIPTEN__  // there are no threads
    const int instances = 2 + static_cast<int>(seed % 3);
    std::vector<Outcome> parts(static_cast<std::size_t>(instances));
    testing_support::run_instances(instances, [&] {
      item(parts, Instances::current()->index()) = run_random(seed, {.shards = 2});
    });
    for (const Outcome& part : parts) {
      ASSERT_TRUE(same_bits(part.numbers, whole.numbers)) << instances << " instances";
      ASSERT_EQ(part.clocks, whole.clocks);
      ASSERT_EQ(part.spans, whole.spans);
    }
#endif
  }
  EXPECT_GT(exchanges, 200u);
  EXPECT_GT(spread, 60);
}

}  // namespace
}  // namespace pipette
