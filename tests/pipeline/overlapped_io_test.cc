// Overlapped I/O in programs: their numbers, their time, and what their machine must have.
#include <map>

#include "pipeline/pipeline_training.h"
#include "pipeline/program_costs.h"
#include "training/optimizer.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;

TEST(OverlappedIo, NumbersAreThoseOfPlainAccumulation) {
  std::vector<TrainingSetting> settings(5);
  settings[0].layers_of_stage = {1, 1, 1, 1};
  settings[0].count = 11;  // no multiple of anything
  settings[1].layers_of_stage = {2, 2};
  settings[1].mapping = {{StageDevices(0), StageDevices(0)}};  // one IPU
  settings[1].num_ipus = 1;
  settings[1].count = 6;
  settings[2].layers_of_stage = {2, 1, 1};
  settings[2].mapping = {{StageDevices(1), StageDevices(0), StageDevices(1)}};
  settings[2].num_ipus = 2;
  settings[2].reduction = Reduction::running_mean;
  settings[3].layers_of_stage = {1, 3};
  settings[3].recompute = true;
  settings[3].num_ipus = 2;
  settings[4].layers_of_stage = {1, 1, 2};
  settings[4].num_ipus = 8;  // two replicas: compared with the pipeline without I/O tiles below
  for (TrainingSetting& setting : settings) {
    if (setting.count == 8) setting.count = 12;  // a multiple of every overlap here
    SCOPED_TRACE(&setting - settings.data());
    TrainingSetting overlapped = setting;
    overlapped.io_tiles = 32;
    Momentum with(0.1f, 0.9f);
    const TrainingOutcome outcome = run_pipelined(overlapped, with);
    TrainingOutcome expected;
    if (setting.num_ipus == 8) {
      Momentum without(0.1f, 0.9f);
      expected = run_pipelined(setting, without);
    } else {
      expected = run_plain(setting, std::make_shared<Momentum>(0.1f, 0.9f));
    }
    EXPECT_EQ(outcome.losses, expected.losses);
    EXPECT_EQ(outcome.weights, expected.weights);
  }
}

struct Overlapped {
  explicit Overlapped(double data_phase_cycles, int io_tiles = 32, std::int64_t the_count = 13)
      : count(the_count), system(device(data_phase_cycles, io_tiles)) {
    std::vector<Stage> stages;
    for (std::size_t s = 0; s < kWidths.size(); ++s) {
      stages.emplace_back([this, s](Tensor x, Tensor labels) {
        const Tensor y = network.layer(s, x);
        if (s + 1 == kWidths.size()) return std::vector<Tensor>{loss_of(y, labels)};
        return std::vector<Tensor>{y, labels};
      });
    }
    const Function function("overlapped", [&](const Nest<Tensor>&) {
      PipelineOptions options;
      options.gradient_accumulation_count = count;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.outfeed_loss = true;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      pipeline(stages, options);
    });
    system.strategy.run(function);
    const Executable& executable = system.strategy.compiled(function);
    instruction = find_pipeline(executable.root);
    table = make_schedule_table(PipelineSchedule::grouped, default_device_mapping(4), true, count,
                                transfers_of(*instruction));
    timing = time_schedule(table, costs_of(*instruction, table, system.machine.device));
  }

  // The host makes elements at once, so that nothing waits for them.
  static DeviceConfig device(double data_phase_cycles, int io_tiles) {
    DeviceConfig config = with_ipus(4);
    config.io_tiles = io_tiles;
    config.place_ops_on_io_tiles = io_tiles > 0;
    config.host.element_us = 0;
    config.host.handshake_begin_us = 0;
    config.host.handshake_end_us = 0;
    config.host.staging_bytes_per_second = 1e15;
    config.host.data_phase_cycles = data_phase_cycles;
    return config;
  }

  std::int64_t count;
  Network network{kWidths};
  Sgd sgd;
  System system;
  InfeedQueue infeed = iter(batches());
  OutfeedQueue outfeed;
  const Instruction* instruction = nullptr;
  ScheduleTable table;
  ScheduleTiming timing;
};

// Every program and transfer of the engine is where the schedule's own arithmetic says.
TEST(OverlappedIo, TheEngineTakesTheTimeOfTheSchedule) {
  for (const double data_phase_cycles : {10.0, 1490.0, 1e6}) {
    SCOPED_TRACE(data_phase_cycles);
    Overlapped run(data_phase_cycles);
    const Trace& trace = run.system.machine.trace;
    std::multimap<std::int64_t, std::pair<int, std::int64_t>> done, expected;  // begin: lane, end
    std::int64_t first = -1;
    for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
      const Span span = trace[i];
      if (span.kind == SpanKind::stream_mid && first < 0) first = span.begin;
      if (span.kind != SpanKind::stage_program && span.kind != SpanKind::stream_mid) continue;
      done.emplace(span.begin - first, std::pair(span.lane, span.end - first));
    }
    for (std::size_t i = 0; i < run.table.boxes.size(); ++i) {
      expected.emplace(run.timing.begin[i], std::pair(run.table.boxes[i].row, run.timing.end[i]));
    }
    for (std::size_t i = 0; i < run.table.transfers.size(); ++i) {
      expected.emplace(
          run.timing.transfer_begin[i],
          std::pair(lane_of(run.table.transfers[i].row, Tiles::io), run.timing.transfer_end[i]));
    }
    const auto sorted = [](const auto& spans) {
      std::vector<std::tuple<std::int64_t, int, std::int64_t>> all;
      for (const auto& [begin, rest] : spans) all.emplace_back(begin, rest.first, rest.second);
      std::sort(all.begin(), all.end());
      return all;
    };
    EXPECT_EQ(sorted(done), sorted(expected));
    EXPECT_EQ(run.system.machine.device.now() - first, run.timing.makespan_cycles);
    EXPECT_EQ(run.table.num_slots(), run.count + 8);  // the last backward pass has no output
    EXPECT_EQ(run.table.transfers.size(), static_cast<std::size_t>(2 * run.count));
  }
}

TEST(OverlappedIo, ASlotLastsAsLongAsTheLongerOfComputeAndTransfer) {
  const Overlapped quick(10), slow(1e6);
  for (const Overlapped* run : {&quick, &slow}) {
    const bool transfers_win = run == &slow;
    for (int slot = 1; slot < run->table.num_slots() - 1; ++slot) {
      std::int64_t compute = 0, transfer = 0;
      for (const ScheduleBox& box : run->table.slot(slot)) {
        const auto i = static_cast<std::size_t>(&box - run->table.boxes.data());
        compute = std::max(compute, run->timing.end[i]);
      }
      for (const TransferBox& box : run->table.transfers_of(slot)) {
        const auto i = static_cast<std::size_t>(&box - run->table.transfers.data());
        transfer = std::max(transfer, run->timing.transfer_end[i]);
      }
      EXPECT_EQ(run->timing.slot_compute_end[static_cast<std::size_t>(slot)],
                std::max(compute, transfer));
      if (transfer > 0) {
        EXPECT_EQ(transfer > compute, transfers_win) << slot;
      }
    }
    int waits = 0;
    for (const IdleSpan& idle : run->timing.idle_of(1)) {
      if (idle.reason != WaitReason::transfer) continue;
      ++waits;
      EXPECT_THAT(explain(run->table, idle), testing::HasSubstr("for the host transfer of stage"));
    }
    EXPECT_EQ(waits > 0, transfers_win);
    const Trace& trace = run->system.machine.trace;
    bool waited = false;
    for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
      waited = waited || trace[i].reason == WaitReason::transfer;
    }
    EXPECT_EQ(waited, transfers_win);
  }
  EXPECT_GT(slow.timing.makespan_cycles, 1'000'000 * (slow.count + 1));
}

// What the tiles set aside cost: the others have more to do, and data is copied between them.
TEST(OverlappedIo, FewerTilesCompute) {
  const Overlapped few(1490, 8), many(1490, 1400);
  const auto compute_cycles = [](const Overlapped& run) {
    const Cost cost = run.system.machine.device.cost_model().matmul(512, 512, 512, DType::f32);
    return cost.total_cycles();
  };
  EXPECT_GT(compute_cycles(many), compute_cycles(few));
  EXPECT_EQ(few.system.machine.device.arch().tiles, 1472 - 8);
  EXPECT_THAT(to_string(*few.instruction), testing::HasSubstr("copy from I/O tiles"));
  EXPECT_THAT(to_string(*few.instruction), testing::HasSubstr("copy to I/O tiles"));
  EXPECT_GT(Device(Overlapped::device(0, 1)).cost_model().io_tile_copy(4096).total_cycles(),
            Device(Overlapped::device(0, 64)).cost_model().io_tile_copy(4096).total_cycles());
}

TEST(OverlappedIo, OnlyGroupedOverlaps) {
  TrainingSetting setting;
  setting.layers_of_stage = {2, 2};
  setting.io_tiles = 32;
  setting.count = 12;
  for (const auto schedule : {PipelineSchedule::interleaved, PipelineSchedule::sequential}) {
    setting.schedule = schedule;
    expect_error<Unimplemented>("use Grouped, or set place_ops_on_io_tiles to false", [&] {
      Sgd sgd;
      run_pipelined(setting, sgd);
    });
  }
  setting.schedule = PipelineSchedule::grouped;
  setting.count = 4;  // enough without I/O tiles
  expect_error<FailedPrecondition>("must be at least 6, but it is 4", [&] {
    Sgd sgd;
    run_pipelined(setting, sgd);
  });
}

TEST(OverlappedIo, ElementsMustFitOnTheIoTiles) {
  DeviceConfig device = with_ipus(2);
  device.io_tiles = 1;
  device.place_ops_on_io_tiles = true;
  System system(device);
  const auto infer_rows = [&](std::int64_t floats_in) {
    const Array x(ArraySpec{DType::f32, Shape{1, floats_in}});
    InfeedQueue infeed = iter(Dataset::from_tensors(x).repeat());
    OutfeedQueue outfeed;
    system.run([&](const std::vector<Tensor>&) {
      pipeline({[](Tensor t) { return reduce_sum(t); }, [](Tensor t) { return t; }},
               {.gradient_accumulation_count = std::int64_t{4},
                .infeed_queue = &infeed,
                .outfeed_queue = &outfeed});
    });
    return floats(outfeed.dequeue().leaf()).size();
  };
  const std::int64_t room = device.io_tile_bytes() / 4;
  EXPECT_EQ(infer_rows(room), 4u);
  expect_error<ResourceExhausted>("set aside at least 2 times as many (num_io_tiles)",
                                  [&] { infer_rows(room + 1); });
}

// The outfeed takes what a variable was when it was read, though later mini-batches change it
// before it leaves.
TEST(OverlappedIo, AVariableLeavesAsItWasRead) {
  for (const int io_tiles : {0, 32}) {
    DeviceConfig device = with_ipus(2);
    device.io_tiles = io_tiles;
    device.place_ops_on_io_tiles = io_tiles > 0;
    System system(device);
    const Variable seen("seen", Array::scalar(0.0f));
    OutfeedQueue outfeed;
    system.run([&](const std::vector<Tensor>&) {
      const auto second = [&](Tensor x) {
        assign(seen, read(seen) + x);
        return read(seen);
      };
      pipeline({[&](Tensor x) { return x; }, second},
               {.gradient_accumulation_count = std::int64_t{6},
                .inputs = {constant(Array::scalar(2.0f))},
                .outfeed_queue = &outfeed});
    });
    EXPECT_EQ(floats(outfeed.dequeue().leaf()), (std::vector<float>{2, 4, 6, 8, 10, 12}));
  }
}

}  // namespace
}  // namespace pipette::pipelining
