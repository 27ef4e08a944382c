// A pipeline of two stages, trained with and without remote buffers, and what the
// transfers take.
#pragma once

#include <algorithm>

#include "device/integer.h"
#include "pipeline/pipeline_network.h"
#include "pipeline/program_costs.h"
#include "program/replicas_fixture.h"
#include "training/cross_replica.h"

namespace pipette::pipelining::testing_support {

inline constexpr std::int64_t kCount = 8, kUpdates = 2;

struct Offloaded {
  std::vector<float> weights;
  std::int64_t cycles = 0;  // of the run on the device
  Executable executable;
};

struct Setting {
  PipelineSchedule schedule = PipelineSchedule::sequential;
  int replicas = 1;
  std::vector<StageDevices> mapping{0, 1};
  std::shared_ptr<Optimizer> optimizer = std::make_shared<Momentum>();
};

inline Element first_batch() {
  Element element;
  batches().make_iterator()->next(element);
  return element;
}

// Two stages of two layers; `choose` sets options.
template <class F>
Offloaded train(const Setting& setting, F choose) {
  const Network network(kWidths);
  CrossReplicaOptimizer optimizer(setting.optimizer);
  int num_ipus = 1;
  for (const StageDevices& stage : setting.mapping) {
    num_ipus = std::max(num_ipus, stage.devices[0] + 1);
  }
  System system(num_ipus * setting.replicas);
  PipelineOptions options;
  options.gradient_accumulation_count = kCount;
  options.repeat_count = kUpdates;
  options.pipeline_schedule = setting.schedule;
  options.device_mapping = setting.mapping;
  options.offload_weight_update_variables = false;
  choose(options);
  options.optimizer_function = [&](Tensor loss) {
    return OptimizerFunctionOutput{optimizer, loss};
  };
  const Function function("offloaded", [&](const Nest<Tensor>& in) {
    options.inputs = in.flatten();
    pipeline({[&](Tensor x, Tensor labels) {
                return std::vector<Tensor>{network.layer(1, network.layer(0, x)), labels};
              },
              [&](Tensor x, Tensor labels) {
                return std::vector<Tensor>{loss_of(network.layer(3, network.layer(2, x)), labels)};
              }},
             options);
  });
  const Element element = first_batch();
  system.strategy.run(function, element);
  Offloaded result{network.weights(), 0, system.strategy.engine()->executable()};
  const Trace& trace = system.machine.trace;
  const Span run = trace[trace.end() - 1];
  EXPECT_EQ(run.kind, SpanKind::engine_run);
  result.cycles = run.end - run.begin;
  return result;
}

inline Offloaded train(const Setting& setting) {
  return train(setting, [](PipelineOptions&) {});
}

inline const Instruction& pipeline_of(const Offloaded& run) {
  return *find_pipeline(run.executable.root);
}

// Bytes of the kernels of a stage; biases are too small to be moved.
inline std::vector<std::int64_t> kernel_bytes(int stage) {
  const Network network(kWidths);
  std::vector<std::int64_t> bytes;
  for (int i = 2 * stage; i < 2 * stage + 2; ++i) {
    const auto layer = static_cast<std::size_t>(i);
    bytes.push_back(static_cast<std::int64_t>(network.kernels[layer].spec().num_bytes()));
    EXPECT_GE(bytes.back(), 128);
    EXPECT_LT(network.biases[layer].spec().num_bytes(), 128u);
  }
  return bytes;
}

inline std::int64_t sum(const std::vector<std::int64_t>& values) {
  std::int64_t all = 0;
  for (const std::int64_t value : values) all += value;
  return all;
}

inline std::int64_t transfer_cycles(const std::vector<std::int64_t>& tensors, int ipus,
                                    int replicas = 1) {
  const CostModel costs(architecture("Mk2"));
  std::int64_t cycles = 0;
  for (const std::int64_t bytes : tensors) {
    cycles += costs.remote_transfer(ceil_div(bytes, replicas), ipus).total_cycles();
  }
  return cycles;
}

// The last IPU to finish the weight update, if each takes `extra` cycles more than in `run`.
inline std::int64_t update_cycles(const Offloaded& run, const std::vector<std::int64_t>& extra) {
  const Device device;  // the default: Mk2, one replica
  std::int64_t slowest = 0;
  for (std::size_t ipu = 0; ipu < extra.size(); ++ipu) {
    slowest = std::max(
        slowest,
        cycles_on(pipeline_of(run).children.back(), static_cast<int>(ipu), device) + extra[ipu]);
  }
  return slowest;
}

inline std::int64_t always_live(const Offloaded& run, std::size_t ipu) {
  return run.executable.memory[ipu].total_always_live_bytes;
}

}  // namespace pipette::pipelining::testing_support
