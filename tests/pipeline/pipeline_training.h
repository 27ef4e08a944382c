// Training runs of the small network: cut into the stages of a pipeline, and by plain gradient
// accumulation on one IPU.
#pragma once

#include <memory>

#include "loops/loops.h"
#include "pipeline/pipeline_network.h"

namespace pipette::pipelining::testing_support {

struct TrainingOutcome {
  std::vector<float> losses, weights;
  std::int64_t cycles = 0;
};

struct TrainingSetting {
  std::vector<std::size_t> layers_of_stage;  // sums to the number of layers
  std::optional<std::vector<StageDevices>> mapping = std::nullopt;
  PipelineSchedule schedule = PipelineSchedule::grouped;
  std::int64_t count = 8, updates = 3;
  Reduction reduction = Reduction::sum;
  int num_ipus = 4;
  bool recompute = false;
  bool recompute_everywhere = false;                              // as the device says
  int io_tiles = 0;                                               // with overlapped I/O
  std::int64_t parts = 1;                                         // batch serialization
  std::int64_t rows = kBatch;                                     // of an element of the infeed
  std::int64_t total() const { return count * parts * updates; }  // elements
};

inline TrainingOutcome run_pipelined(const TrainingSetting& setting, Optimizer& optimizer) {
  const Network network(kWidths);
  std::vector<Stage> stages;
  std::size_t first = 0;
  for (const std::size_t layers : setting.layers_of_stage) {
    const std::size_t end = first + layers;
    const bool last = end == kWidths.size();
    stages.emplace_back([&network, first, end, last](Tensor x, Tensor labels) {
      for (std::size_t i = first; i < end; ++i) x = network.layer(i, x);
      if (last) return std::vector<Tensor>{loss_of(x, labels)};
      return std::vector<Tensor>{x, labels};
    });
    first = end;
  }
  DeviceConfig device = with_ipus(setting.num_ipus);
  device.allow_recompute = setting.recompute_everywhere;
  device.io_tiles = setting.io_tiles;
  device.place_ops_on_io_tiles = setting.io_tiles > 0;
  System system(device);
  InfeedQueue infeed = iter(batches(setting.rows));
  OutfeedQueue outfeed;
  system.run([&](const std::vector<Tensor>&) {
    PipelineOptions options;
    options.gradient_accumulation_count = setting.count;
    options.repeat_count = setting.updates;
    options.reduction_method = setting.reduction;
    options.infeed_queue = &infeed;
    options.outfeed_queue = &outfeed;
    options.outfeed_loss = true;
    options.device_mapping = setting.mapping;
    options.allow_recompute = setting.recompute;
    options.pipeline_schedule = setting.schedule;
    options.batch_serialization_iterations = setting.parts;
    options.optimizer_function = [&](Tensor loss) {
      return OptimizerFunctionOutput{optimizer, loss};
    };
    pipeline(stages, options);
  });
  return {floats(outfeed.dequeue().leaf()), network.weights(), system.machine.device.now()};
}

inline TrainingOutcome run_plain(const TrainingSetting& setting, std::shared_ptr<Optimizer> inner) {
  const Network network(kWidths);
  GradientAccumulationOptimizerV2 optimizer(inner, setting.count * setting.parts,
                                            {.reduction_method = setting.reduction});
  System system(1);
  InfeedQueue infeed = iter(batches(setting.rows));
  OutfeedQueue outfeed;
  system.run([&](const std::vector<Tensor>&) {
    loops::repeat(setting.total(), [&] {
      const Nest<Tensor> batch = next(infeed);
      Tensor x = batch[0].leaf();
      for (std::size_t i = 0; i < kWidths.size(); ++i) x = network.layer(i, x);
      const Tensor loss = loss_of(x, batch[1].leaf());
      outfeed.enqueue(loss);
      optimizer.minimize(loss, network.variables());
    });
  });
  return {floats(outfeed.dequeue().leaf()), network.weights()};
}

}  // namespace pipette::pipelining::testing_support
