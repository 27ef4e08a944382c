#include "program/engine_fixture.h"

namespace pipette {
namespace {

bool is_container(const Span& span) { return span.kind == SpanKind::engine_run; }

// On every lane spans follow one another without overlapping; on an IPU's lane they lie inside the
// runs and fill them without gaps.
void check_trace(const Machine& machine) {
  std::map<int, std::vector<Span>> lanes;
  std::vector<Span> runs;
  for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
    const Span span = machine.trace[i];
    ASSERT_LE(span.begin, span.end) << i;
    ASSERT_GE(span.begin, 0) << i;
    (is_container(span) ? runs : lanes[span.lane]).push_back(span);
  }
  for (auto& [lane, spans] : lanes) {
    std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
      return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    for (std::size_t i = 1; i < spans.size(); ++i) {
      ASSERT_LE(spans[i - 1].end, spans[i].begin)
          << "lane " << lane << ": " << to_label(spans[i - 1].kind) << " and "
          << to_label(spans[i].kind);
    }
  }
  ASSERT_EQ(static_cast<std::int64_t>(runs.size()), machine.runs);
  std::size_t next = 0;
  const std::vector<Span>& device = lanes[0];
  for (const Span& run : runs) {
    std::int64_t at = run.begin;
    while (next < device.size() && device[next].begin < run.end) {
      ASSERT_EQ(device[next].begin, at) << "a gap or a span outside its run";
      ASSERT_EQ(device[next].run, run.run);
      at = device[next++].end;
    }
    ASSERT_EQ(at, run.end);
  }
  ASSERT_EQ(next, device.size());
  if (!runs.empty()) {
    EXPECT_EQ(runs.back().end, machine.device.now());
  }
}

TEST(Trace, LanesHaveNoOverlapsAndRunsAreFilled) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomProgram program(seed);
    Graph graph("random");
    program.trace(graph);
    program.source.timing_.depth = 1 + static_cast<int>(seed % 4);
    Machine machine;
    Engine engine(compile(graph, machine.device.cost_model()), machine);
    for (int i = 0; i < 4; ++i) {
      engine.start();
      engine.advance(Budget::unlimited());
    }
    check_trace(machine);
    if (HasFatalFailure()) return;
  }
}

// Calls that interrupt the making of elements: with a deep buffer and short runs nearly all do.
TEST(Trace, ElementsThatACallInterruptsAreDrawnAroundIt) {
  for (const int depth : {1, 2, 5}) {
    Accumulator program(1);
    program.source.timing_.depth = depth;
    Machine machine;
    Engine engine(program.compiled(machine), machine);
    for (int i = 0; i < 40; ++i) {
      engine.start();
      engine.advance(Budget::unlimited());
    }
    check_trace(machine);
    // Production adds up to its cost for every element, however often it was interrupted.
    std::map<std::int64_t, std::int64_t> host_cycles;
    for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
      const Span span = machine.trace[i];
      if (span.kind == SpanKind::host_pipeline || span.kind == SpanKind::host_staging ||
          span.kind == SpanKind::host_handshake) {
        host_cycles[span.step] += span.end - span.begin;
      }
    }
    ASSERT_EQ(host_cycles.size(), 40u);
    const std::int64_t cost = machine.device.host().production_cycles(64).total();
    for (const auto& [element, cycles] : host_cycles) EXPECT_EQ(cycles, cost) << element;
  }
}

TEST(Trace, WaitsSayWhyAndTheirPartsAddUp) {
  Accumulator program(20);
  Machine machine;
  Engine engine(program.compiled(machine), machine);
  engine.start();
  engine.advance(Budget::unlimited());
  int waits = 0;
  for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
    const Span span = machine.trace[i];
    if (span.kind != SpanKind::stream_begin) continue;
    ++waits;
    EXPECT_EQ(span.reason, WaitReason::infeed_empty);
    std::int64_t sum = 0;
    for (const std::int32_t part : span.wait_cycles) sum += part;
    EXPECT_EQ(sum, span.end - span.begin);
  }
  EXPECT_EQ(waits, 20);  // the host takes longer than this program's step
}

// ---- modelled time ----

struct Timing {
  std::int64_t call, host, device, total;
};

// `runs` runs of `steps` steps each: what the host needs for an element, what the device needs for
// a step besides waiting, and the clock at the end.
Timing measure(int runs, std::int64_t steps, const Shape& work, int depth,
               const DeviceConfig& config = {}) {
  Accumulator program(steps, work);
  program.source.timing_.depth = depth;
  Machine machine(config);
  Engine engine(program.compiled(machine), machine);
  for (int i = 0; i < runs; ++i) {
    engine.start();
    engine.advance(Budget::unlimited());
  }
  std::int64_t busy = 0;
  for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
    const Span span = machine.trace[i];
    if (span.lane == 0 && !is_container(span) && span.kind != SpanKind::stream_begin) {
      busy += span.end - span.begin;
    }
  }
  EXPECT_EQ(busy % (runs * steps), 0);
  const HostTimeline& host = machine.device.host();
  return {host.call_cycles(), host.production_cycles(64).total(), busy / (runs * steps),
          machine.device.now()};
}

// The host dominates: one run takes the call and N elements; the device's part of the last step
// follows (an element's slot is in hand meanwhile, so with two slots or more nothing else is
// added).
TEST(ModelledTime, AHostThatDominatesMakesEveryElementInTurn) {
  const Timing t = measure(1, 200, {4, 3}, 3);
  ASSERT_GT(t.host, t.device);
  EXPECT_EQ(t.total, t.call + 200 * t.host + t.device);
}

// The device dominates: after the first element it never waits.
TEST(ModelledTime, ADeviceThatDominatesHidesTheHost) {
  DeviceConfig quick_host;
  quick_host.host.element_us = 0.2;
  quick_host.host.handshake_begin_us = quick_host.host.handshake_end_us = 0.1;
  const Timing t = measure(1, 200, {100, 100}, 3, quick_host);
  ASSERT_GT(t.device, t.host);
  EXPECT_EQ(t.total, t.call + t.host + 200 * t.device);
}

// With a single slot the next element is begun only when the data of the last one has arrived.
TEST(ModelledTime, OneSlotSerialisesHostAndData) {
  const Timing deep = measure(1, 100, {4, 3}, 3);
  const Timing single = measure(1, 100, {4, 3}, 1);
  const std::int64_t data = Machine().device.host().data_phase_cycles(64);
  EXPECT_EQ(single.total, deep.total + 99 * data);
}

// T = R o + N max(d, h): a run of ten steps instead of one saves nine calls of ten.
TEST(ModelledTime, StepsPerExecutionSaveCalls) {
  const Timing one = measure(100, 1, {4, 3}, 3);
  const Timing ten = measure(10, 10, {4, 3}, 3);
  ASSERT_EQ(one.device, ten.device);
  // Per run the host makes no element while it calls; what the device does after the last element
  // of a run overlaps the next element's making.
  const double expected = 90.0 * static_cast<double>(one.call);
  EXPECT_NEAR(static_cast<double>(one.total - ten.total), expected, 0.02 * expected);
}

TEST(ModelledTime, ArgumentsCostAHandshakeARunAndTheirPreparation) {
  Machine machine;
  Strategy strategy(machine);
  const Function f("add", [](const Nest<Tensor>& in) { return in[0].leaf() + 1.0; });
  const Nest<Array> arguments = Nest<Array>::tuple({Array::zeros(DType::f32, {32, 784})});
  strategy.run(f, arguments);
  const std::int64_t first = machine.device.now();
  strategy.run(f, arguments);
  EXPECT_EQ(machine.device.now(), 2 * first);
  const HostTimeline& host = machine.device.host();
  const std::int64_t bytes = 32 * 784 * 4;
  std::int64_t compute = 0;
  for (const Instruction& i : strategy.engine()->executable().root.children) {
    compute += i.cost().total_cycles();
  }
  const ProductionCycles production = host.production_cycles(bytes);
  EXPECT_EQ(first, production.pipeline + production.staging + host.call_cycles() +
                       host.handshake_begin_cycles() + 2 * host.data_phase_cycles(bytes) + compute +
                       host.handshake_end_cycles());
  check_trace(machine);
}

// Another queue at the address of one that is gone has a timeline of its own.
TEST(Machine, KnowsSourcesByMoreThanTheirAddress) {
  Machine machine;
  alignas(CountingSource) std::byte memory[sizeof(CountingSource)];
  auto* first = new (memory) CountingSource;
  const int a = machine.infeed_index(*first, 64);
  EXPECT_EQ(machine.infeed_index(*first, 64), a);
  EXPECT_TRUE(machine.find_infeed(*first));
  first->~CountingSource();
  auto* second = new (memory) CountingSource;
  EXPECT_FALSE(machine.find_infeed(*second));
  EXPECT_NE(machine.infeed_index(*second, 128), a);
  second->~CountingSource();
}

}  // namespace
}  // namespace pipette
