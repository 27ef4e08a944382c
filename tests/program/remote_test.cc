// Streaming memory: what variables take on the device while they are away and while they are not,
// what the way costs, and programs that do not fit.
#include <numeric>

#include "program/replicas_fixture.h"

namespace pipette {
namespace {

constexpr std::int64_t kElements = 1000;
constexpr std::int64_t kBytes = 4 * kElements;

std::int64_t bytes_at(const MemoryReport& report, std::int64_t step) {
  std::int64_t bytes = 0;
  for (const MemoryStep& entry : report.curve) {
    if (entry.step <= step) bytes = entry.bytes;
  }
  return bytes;
}

std::string bytes_of(const Array& array) {
  return {reinterpret_cast<const char*>(array.bytes()), array.spec().num_bytes()};
}

// state <- 2 * state, `times` times, and of that only the state is in remote buffers.
struct Doubling {
  explicit Doubling(bool moves, bool shared = false, int times = 3) {
    const Graph::Scope scope(graph);
    loops::repeat(times, [&] {
      if (moves) remote_load(state, shared);
      assign(state, read(state) * 2.0);
      if (moves) remote_store(state, shared);
      if (shared) gather_shares(other, false);
    });
    assign(other, read(other) * 3.0);
  }
  std::shared_ptr<const Executable> compiled(const Machine& machine) const {
    return compile(graph, machine.device.cost_model(), {.device_ipus = machine.device.num_ipus()});
  }
  // Cycles of one run.
  std::int64_t run(Machine& machine) const {
    Engine engine(compiled(machine), machine);
    engine.start();
    const std::int64_t begin = machine.device.cycles(0);
    engine.advance(Budget::unlimited());
    return machine.device.now() - begin;
  }

  Graph graph{"doubling"};
  Variable state{"state", Array::filled<float>(Shape{kElements}, 0.5f)};
  Variable other{"other", Array::filled<float>(Shape{kElements}, 1.0f)};
};

TEST(RemoteBuffers, TakeMemoryBetweenLoadAndStoreOnly) {
  const Machine machine;
  const MemoryReport without = Doubling(false).compiled(machine)->memory[0];
  const auto with = Doubling(true).compiled(machine);
  const MemoryReport& report = with->memory[0];
  EXPECT_EQ(without.total_always_live_bytes - report.total_always_live_bytes, kBytes);
  const auto loads = instructions(with->root, InstructionKind::remote_load);
  const auto stores = instructions(with->root, InstructionKind::remote_store);
  ASSERT_EQ(loads.size(), 1u);
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_LT(loads[0]->id, stores[0]->id);
  EXPECT_EQ(std::get<RemoteLoad>(loads[0]->what).bytes, kBytes);
  EXPECT_STREQ(to_word(loads[0]->kind()), "RemoteLoad");
  EXPECT_STREQ(to_word(stores[0]->kind()), "RemoteStore");
  const std::int64_t begin = 2 * loads[0]->id + 1, end = 2 * stores[0]->id + 1;
  for (std::int64_t step = 0; step < 2 * with->num_instructions; ++step) {
    std::int64_t live = begin <= step && step <= end ? kBytes : 0;
    for (const Buffer& buffer : with->buffers) {
      const bool alive = buffer.first_step <= step && step <= buffer.last_step;
      if (buffer.kind == BufferKind::arena && alive) live += kBytes;
    }
    EXPECT_EQ(bytes_at(report, step), live) << step;
  }
}

TEST(RemoteBuffers, TakeTimeAndChangeNoNumber) {
  const Doubling plain(false), moving(true);
  Machine one, two;
  const std::int64_t cycles = plain.run(one);
  const Cost transfer = one.device.cost_model().remote_transfer(kBytes);
  EXPECT_EQ(moving.run(two) - cycles, 3 * 2 * transfer.total_cycles());
  EXPECT_EQ(bytes_of(plain.state.value()), bytes_of(moving.state.value()));
  std::map<SpanKind, std::int64_t> cycles_of, moved;
  for (const Span& span : spans_on(two, 0)) {
    cycles_of[span.kind] += span.end - span.begin;
    moved[span.kind] += span.bytes;
  }
  for (const SpanKind kind : {SpanKind::remote_load, SpanKind::remote_store}) {
    EXPECT_EQ(cycles_of[kind], 3 * transfer.exchange_cycles) << to_label(kind);
    EXPECT_EQ(moved[kind], 3 * kBytes);
  }
}

TEST(RemoteBuffers, ReplicasMoveAndHoldTheirShares) {
  for (const int replicas : {1, 2, 4, 8}) {
    const std::int64_t share = (kBytes + replicas - 1) / replicas;
    Machine one(with_ipus(replicas)), two(with_ipus(replicas));
    const Doubling plain(false), moving(true, true);
    const std::int64_t cycles = plain.run(one);
    const CostModel& costs = one.device.cost_model();
    // Four IPUs of a machine stream at the same time.
    const Cost transfer = costs.remote_transfer(share, std::min(replicas, 4));
    EXPECT_EQ(moving.run(two) - cycles,
              3 * (2 * transfer.total_cycles() + costs.allgather(replicas, kBytes).total_cycles()));
    for (int r = 0; r < replicas; ++r) {
      EXPECT_EQ(bytes_of(plain.state.storage(r)), bytes_of(moving.state.storage(r)));
    }
    const auto executable = moving.compiled(two);
    EXPECT_EQ(executable->num_replicas, replicas);
    const std::int64_t peak = executable->memory[0].peak_not_always_live_bytes;
    EXPECT_EQ(peak - plain.compiled(one)->memory[0].peak_not_always_live_bytes, share);
  }
}

// Shares of a variable that is not offloaded are always there, the whole only until it is released.
TEST(RemoteBuffers, SharesAreGatheredForAWhile) {
  Graph graph("gathers");
  const Variable weights("weights", Array::filled<float>(Shape{kElements}, 0.5f));
  const Variable result("result", Array::zeros(DType::f32, Shape{kElements}));
  {
    const Graph::Scope scope(graph);
    gather_shares(weights, true);
    assign(result, read(weights));
    remote_release(weights);
    assign(result, fill(weights.shape(), weights.spec(), 2.0f));
  }
  const Machine machine(with_ipus(4));
  const auto executable = compile(graph, machine.device.cost_model(), {.device_ipus = 4});
  const MemoryReport& report = executable->memory[0];
  const auto gathers = instructions(executable->root, InstructionKind::gather_shares);
  ASSERT_EQ(gathers.size(), 1u);
  const std::int64_t before = bytes_at(report, 2 * gathers[0]->id);
  EXPECT_EQ(bytes_at(report, 2 * gathers[0]->id + 1), before + kBytes);
  EXPECT_EQ(bytes_at(report, 2 * executable->num_instructions - 1), before);
  // A share of the weights, the whole result and the constant.
  EXPECT_EQ(report.total_always_live_bytes, kBytes / 4 + kBytes + kBytes);
}

// IPUs that stream at the same time have to share what their machine can.
TEST(RemoteBuffers, IpusOfAMachineShareItsBandwidth) {
  for (const int num_ipus : {1, 2, 3, 4, 8}) {
    Graph graph("shared");
    std::vector<Variable> variables;
    {
      const Graph::Scope scope(graph);
      for (int ipu = 0; ipu < num_ipus; ++ipu) {
        const Graph::PlacementScope placement(graph, {Placement::kInherit, ipu});
        variables.emplace_back("v", Array::zeros(DType::f32, Shape{kElements}));
        remote_load(variables.back());
        assign(variables.back(), read(variables.back()) + 1.0);
        remote_store(variables.back());
      }
    }
    const Machine machine;
    const CostModel& costs = machine.device.cost_model();
    const auto executable = compile(graph, costs);
    for (const Instruction* load : instructions(executable->root, InstructionKind::remote_load)) {
      EXPECT_EQ(load->cost(), costs.remote_transfer(kBytes, std::min(num_ipus, 4)));
    }
  }
}

// ---- programs that do not fit -------------------------------------------------------------------

TEST(OutOfMemory, IsFoundWhenTheProgramIsCompiled) {
  Architecture small = architecture("Mk2");
  small.tile_memory_bytes = 4;  // 5,888 bytes in all
  const CostModel costs(small);
  const Doubling program(false);
  try {
    compile(program.graph, costs);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const ResourceExhausted& error) {
    for (const char* part : {"IPU 0 is out of memory", "4 B", "state", "What would help: "}) {
      EXPECT_THAT(error.what(), testing::HasSubstr(part));
    }
  }
  // The report can be read, but the program cannot be run.
  const auto executable = compile(program.graph, costs, {.allow_out_of_memory = true});
  EXPECT_FALSE(executable->memory[0].fits());
  EXPECT_GE(executable->memory[0].total_always_live_bytes, 2 * kBytes);
  Machine machine;
  Engine engine(executable, machine);
  EXPECT_THROW(engine.start(), ResourceExhausted);
  EXPECT_FALSE(engine.running());
}

TEST(OutOfMemory, StopsStrategies) {
  const Variable x("x", Array::zeros(DType::f32, Shape{1}));
  const Function large("large", [&] {
    const Shape shape{20'000, 20'000};  // 1.6 GB
    assign(x, reshape(reduce_sum(exp(broadcast_to(x, shape))), Shape{1}));
  });
  Machine machine;
  Strategy strategy(machine);
  EXPECT_THROW(strategy.run(large), ResourceExhausted);
  EXPECT_EQ(strategy.num_compilations(), 0);
}

}  // namespace
}  // namespace pipette
