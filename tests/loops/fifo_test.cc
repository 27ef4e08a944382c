#include "loops/fifo.h"

#include "loops/loops_fixture.h"
#include "program/engine.h"

namespace pipette {
namespace {

constexpr std::int64_t kSize = 256;

// What a queue of `depth` gives in 7 iterations that put 1, 2, ... in; the loads and the stores.
struct QueueRun {
  std::vector<float> values;
  int loads = 0, stores = 0;
  std::int64_t moved = 0, cycles = 0, most_bytes = 0;
};

QueueRun run_queue(int depth, const loops::FifoOptions& options, bool remote_buffers = true) {
  DeviceConfig device;
  device.remote_buffers = remote_buffers;
  Machine machine(device);
  Strategy strategy(machine);
  OutfeedQueue outfeed;
  const Function f("queue", [&] {
    repeat(7,
           [&](Tensor i) {
             const Tensor oldest = loops::fifo(broadcast_to(i, Shape{kSize}) * 1.0, depth, options);
             outfeed.enqueue(oldest);
             return i + 1.0;
           },
           {constant(1.0f)});
  });
  strategy.run(f);
  QueueRun run;
  const Array out = outfeed.dequeue().leaf();
  for (std::int64_t i = 0; i < 7; ++i) run.values.push_back(out.slice(i).data<float>()[kSize - 1]);
  for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
    const Span span = machine.trace[i];
    run.loads += span.kind == SpanKind::remote_load;
    run.stores += span.kind == SpanKind::remote_store;
    const bool moves = span.kind == SpanKind::remote_load || span.kind == SpanKind::remote_store;
    if (moves) run.moved += span.bytes;
  }
  run.cycles = machine.device.now();
  run.most_bytes = strategy.compiled(f, {}).memory[0].total_bytes();
  return run;
}

TEST(Fifo, AnOffloadedQueueGivesTheSameValues) {
  for (const int depth : {1, 2, 5}) {
    const QueueRun plain = run_queue(depth, {}), away = run_queue(depth, {.offload = true});
    std::vector<float> expected(7);
    for (int i = depth; i < 7; ++i)
      expected[static_cast<std::size_t>(i)] = static_cast<float>(i - depth + 1);
    EXPECT_EQ(plain.values, expected);
    EXPECT_EQ(away.values, expected);
    EXPECT_EQ(plain.loads, 0);
    EXPECT_EQ(away.loads, 7 * depth);
    EXPECT_EQ(away.stores, 7 * depth);
    EXPECT_EQ(away.moved, 2 * 7 * depth * kSize * 4);
    EXPECT_GT(away.cycles, plain.cycles);
  }
}

TEST(Fifo, AnOffloadedQueueLeavesTheIpu) {
  const std::int64_t plain = run_queue(40, {}).most_bytes;
  const std::int64_t away = run_queue(40, {.offload = true}).most_bytes;
  EXPECT_GE(plain - away, 36 * kSize * 4);
}

TEST(Fifo, OffloadingNeedsRemoteBuffers) {
  try {
    run_queue(2, {.offload = true}, false);
    ADD_FAILURE();
  } catch (const FailedPrecondition& error) {
    EXPECT_THAT(error.what(), HasSubstr("fifo: offload needs remote buffers"));
  }
  EXPECT_EQ(run_queue(2, {}, false).loads, 0);
  EXPECT_THROW(run_queue(0, {}), InvalidArgument);
}

}  // namespace
}  // namespace pipette
