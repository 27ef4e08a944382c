// What pipelines keep in remote buffers: less live memory, and exactly the cycles of the transfers.
#include "pipeline/offload_fixture.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;

TEST(Offloading, MovesOptimizerStateAroundTheUpdate) {
  for (const PipelineSchedule schedule : all_schedules()) {
    const Setting setting{schedule};
    const Offloaded kept = train(setting);
    const Offloaded moved =
        train(setting, [](PipelineOptions& o) { o.offload_weight_update_variables = true; });
    EXPECT_EQ(kept.weights, moved.weights);
    std::vector<std::int64_t> extra;
    for (int stage = 0; stage < 2; ++stage) {
      const std::vector<std::int64_t> kernels = kernel_bytes(stage);
      const auto ipu = static_cast<std::size_t>(stage);
      // There and back.
      extra.push_back(2 * transfer_cycles(kernels, 2));
      EXPECT_EQ(always_live(kept, ipu) - always_live(moved, ipu), sum(kernels));
      // One layer's state at a time.
      EXPECT_LE(moved.executable.memory[ipu].peak_not_always_live_bytes,
                kept.executable.memory[ipu].peak_not_always_live_bytes +
                    *std::max_element(kernels.begin(), kernels.end()));
      EXPECT_EQ(pipeline_of(kept).children[ipu].stage().variable_bytes -
                    pipeline_of(moved).children[ipu].stage().variable_bytes,
                sum(kernels));
    }
    EXPECT_EQ(moved.cycles - kept.cycles,
              kUpdates * (update_cycles(kept, extra) - update_cycles(kept, {0, 0})));
    EXPECT_GT(moved.cycles, kept.cycles);
  }
}

// Adam's step is counted on one IPU. The others get it before the state moves, not when that IPU
// has done all its updates.
TEST(Offloading, StagesUpdateAtTheSameTime) {
  const Setting setting{.optimizer = std::make_shared<Adam>()};
  const Offloaded run =
      train(setting, [](PipelineOptions& o) { o.offload_weight_update_variables = true; });
  int copies = 0, transfers = 0;
  for (const Instruction& instruction : pipeline_of(run).children.back().children) {
    if (instruction.kind() == InstructionKind::remote_load) ++transfers;
    if (instruction.kind() != InstructionKind::inter_ipu_copy) continue;
    ++copies;
    EXPECT_EQ(transfers, 0) << instruction.name;
  }
  EXPECT_EQ(copies, 1);
  EXPECT_EQ(transfers, 2 * 4);  // two slots of four kernels
}

TEST(Offloading, HappensByDefaultWhereTheMachineCan) {
  const auto moved = [](const DeviceConfig& config, std::optional<bool> option) {
    Machine machine(config);
    Strategy strategy(machine);
    const Network network(kWidths);
    Momentum momentum;
    const Function function("default", [&](const Nest<Tensor>& in) {
      PipelineOptions options;
      options.gradient_accumulation_count = 4;
      options.inputs = in.flatten();
      options.offload_weight_update_variables = option;
      options.optimizer_function = [&](Tensor loss) {
        return OptimizerFunctionOutput{momentum, loss};
      };
      pipeline(
          {[&](Tensor x, Tensor labels) {
             return std::vector<Tensor>{network.layer(1, network.layer(0, x)), labels};
           },
           [&](Tensor x, Tensor labels) {
             return std::vector<Tensor>{loss_of(network.layer(3, network.layer(2, x)), labels)};
           }},
          options);
    });
    const Executable& executable =
        strategy.compiled(function, first_batch().map([](const Array& a) { return a.spec(); }));
    return instructions(executable.root, InstructionKind::remote_load).size();
  };
  DeviceConfig config = with_ipus(2);
  EXPECT_EQ(moved(config, std::nullopt), 4u);
  EXPECT_EQ(moved(config, false), 0u);
  config.minimum_remote_tensor_size = 600;  // two kernels of four
  EXPECT_EQ(moved(config, std::nullopt), 2u);
  config.minimum_remote_tensor_size = 0;  // biases as well
  EXPECT_EQ(moved(config, std::nullopt), 8u);
  config.remote_buffers = false;
  EXPECT_EQ(moved(config, std::nullopt), 0u);
  expect_error<FailedPrecondition>("offload_weight_update_variables needs remote buffers",
                                   [&] { moved(config, true); });
}

TEST(Offloading, MovesAccumulatorsAroundEveryAddition) {
  const Setting setting;
  const Offloaded kept = train(setting);
  const Offloaded moved =
      train(setting, [](PipelineOptions& o) { o.offload_gradient_accumulation_buffers = true; });
  EXPECT_EQ(kept.weights, moved.weights);
  std::int64_t additions = 0;
  std::vector<std::int64_t> loads;
  for (int stage = 0; stage < 2; ++stage) {
    const std::vector<std::int64_t> kernels = kernel_bytes(stage);
    loads.push_back(transfer_cycles(kernels, 2));
    additions += 2 * loads.back();
    EXPECT_EQ(always_live(kept, static_cast<std::size_t>(stage)) -
                  always_live(moved, static_cast<std::size_t>(stage)),
              sum(kernels));
  }
  const std::int64_t update = update_cycles(kept, loads) - update_cycles(kept, {0, 0});
  EXPECT_EQ(moved.cycles - kept.cycles, kUpdates * (kCount * additions + update));
}

// Mini-batches that are between a stage's forward and backward pass at once.
std::int64_t most_stashed(const PipelinePlan& plan, int stage) {
  std::int64_t now = 0, most = 0;
  for (std::int64_t i = 0; i < plan.num_slots(kCount); ++i) {
    for (const int program : plan.slot(i, kCount)) {
      if (program == stage) most = std::max(most, ++now);
      if (program == plan.num_programs - 1 - stage) --now;
    }
  }
  return most;
}

// While the other stage runs, only what is too small to be moved waits on the device, and there is
// room for one mini-batch that comes from another IPU.
TEST(Offloading, LeavesRoomForOneMiniBatch) {
  for (const PipelineSchedule schedule : all_schedules()) {
    const Setting setting{schedule};
    const Offloaded kept = train(setting);
    const Offloaded moved =
        train(setting, [](PipelineOptions& o) { o.offload_activations = true; });
    const auto waiting = [](const Offloaded& run, std::size_t ipu) {
      const std::vector<Instruction>& programs = pipeline_of(run).children;
      const Instruction* last = &programs[ipu == 0 ? 2 : 3];  // the other stage runs backward
      while (!last->children.empty()) last = &last->children.back();
      std::int64_t bytes = 0;
      for (const MemoryStep& entry : run.executable.memory[ipu].curve) {
        if (entry.step <= 2 * last->id) bytes = entry.bytes;
      }
      return bytes;
    };
    const PipelinePlan& plan = std::get<Pipeline>(pipeline_of(kept).what).plan;
    const std::int64_t row = 4 * kBatch;
    const std::int64_t sent = 14 * row, own = 9 * row;  // into the second stage, and inside it
    EXPECT_EQ(waiting(kept, 0) - waiting(moved, 0), most_stashed(plan, 0) * (16 * row + sent));
    EXPECT_EQ(waiting(kept, 1) - waiting(moved, 1),
              most_stashed(plan, 1) * own + (most_stashed(plan, 1) - 1) * sent);
    EXPECT_EQ(pipeline_of(moved).children[0].stage().remote_stash_bytes, 16 * row + sent);
    EXPECT_EQ(pipeline_of(moved).children[1].stage().remote_stash_bytes, sent + own);
  }
}

TEST(Offloading, MovesActivationsBetweenForwardAndBackward) {
  for (const PipelineSchedule schedule : all_schedules()) {
    const Setting setting{schedule};
    const Offloaded kept = train(setting);
    const Offloaded moved =
        train(setting, [](PipelineOptions& o) { o.offload_activations = true; });
    EXPECT_EQ(kept.weights, moved.weights);
    std::int64_t cycles = 0;
    for (int program = 0; program < 2; ++program) {
      const Instruction& forward = pipeline_of(moved).children[static_cast<std::size_t>(program)];
      const Instruction& backward =
          pipeline_of(moved).children[static_cast<std::size_t>(3 - program)];
      const auto stores = instructions(forward, InstructionKind::remote_store);
      const auto loads = instructions(backward, InstructionKind::remote_load);
      ASSERT_EQ(stores.size(), loads.size());
      std::int64_t bytes = 0;
      for (const Instruction* store : stores) {
        const std::int64_t stored = std::get<RemoteStore>(store->what).bytes;
        EXPECT_GE(stored, 128);
        bytes += stored;
        cycles += 2 * transfer_cycles({stored}, 2);
      }
      EXPECT_GT(bytes, 0);
      EXPECT_EQ(forward.stage().remote_stash_bytes, bytes);
      EXPECT_EQ(forward.stage().stash_bytes,
                pipeline_of(kept).children[static_cast<std::size_t>(program)].stage().stash_bytes);
      EXPECT_LE(bytes, forward.stage().stash_bytes);
    }
    // Under the sequential schedule nothing runs beside anything.
    if (schedule == PipelineSchedule::sequential) {
      EXPECT_EQ(moved.cycles - kept.cycles, kUpdates * kCount * cycles);
    } else {
      EXPECT_GT(moved.cycles, kept.cycles);
      EXPECT_LE(moved.cycles - kept.cycles, kUpdates * kCount * cycles);
    }
    // Grouped keeps the most mini-batches; here only what is too small to be moved stays.
    if (schedule == PipelineSchedule::grouped) {
      EXPECT_LT(moved.executable.memory[0].peak_not_always_live_bytes,
                kept.executable.memory[0].peak_not_always_live_bytes);
    }
  }
}

TEST(Offloading, MovesWeightsAroundTheProgramsThatUseThem) {
  const Setting setting;
  const Offloaded kept = train(setting);
  const Offloaded moved = train(setting, [](PipelineOptions& o) { o.offload_weights = true; });
  EXPECT_EQ(kept.weights, moved.weights);
  const std::vector<std::int64_t> first = kernel_bytes(0), second = kernel_bytes(1);
  // Both kernels forward; backward the first stage does not need the kernel of its first layer.
  const std::int64_t loads =
      transfer_cycles(first, 2) + transfer_cycles({first[1]}, 2) + 2 * transfer_cycles(second, 2);
  const std::int64_t update =
      update_cycles(kept, {2 * transfer_cycles(first, 2), 2 * transfer_cycles(second, 2)}) -
      update_cycles(kept, {0, 0});
  EXPECT_EQ(moved.cycles - kept.cycles, kUpdates * (kCount * loads + update));
  for (std::size_t ipu = 0; ipu < 2; ++ipu) {
    EXPECT_EQ(always_live(kept, ipu) - always_live(moved, ipu),
              sum(kernel_bytes(static_cast<int>(ipu))));
  }
}

}  // namespace
}  // namespace pipette::pipelining
