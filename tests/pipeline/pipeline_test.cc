// What pipelines promise beyond the published cases: the same bits under every schedule and
// mapping, the same as plain gradient accumulation on one IPU, and the time that the schedule says.
#include "pipeline/pipeline_training.h"

namespace pipette::pipelining {
namespace {

using testing_support::all_schedules;
using testing_support::floats;
using testing_support::System;
using namespace testing_support;  // the network and its data

std::vector<TrainingSetting> settings() {
  std::vector<TrainingSetting> all;
  for (const PipelineSchedule schedule : all_schedules()) {
    all.push_back({.layers_of_stage = {1, 1, 1, 1}, .schedule = schedule});
    all.push_back({.layers_of_stage = {2, 2}, .schedule = schedule, .num_ipus = 2});
    all.push_back(
        {.layers_of_stage = {1, 2, 1}, .mapping = {{2, 0, 1}}, .schedule = schedule, .count = 12});
    if (schedule == PipelineSchedule::interleaved) continue;
    all.push_back({.layers_of_stage = {1, 1, 1, 1},
                   .mapping = {{0, 1, 1, 0}},
                   .schedule = schedule,
                   .num_ipus = 2});
    all.push_back(
        {.layers_of_stage = {1, 3}, .mapping = {{0, 0}}, .schedule = schedule, .num_ipus = 1});
  }
  return all;
}

template <class O>
void expect_equal_bits(Reduction reduction) {
  for (TrainingSetting setting : settings()) {
    setting.reduction = reduction;
    O optimizer;
    const TrainingOutcome pipelined = run_pipelined(setting, optimizer);
    EXPECT_EQ(pipelined.losses.size(), static_cast<std::size_t>(setting.count * setting.updates));
    EXPECT_LT(pipelined.losses.back(), pipelined.losses.front());
    const TrainingOutcome plain = run_plain(setting, std::make_shared<O>());
    const std::string what = std::string(to_label(setting.schedule)) + ", " +
                             std::to_string(setting.layers_of_stage.size()) + " stages";
    EXPECT_EQ(pipelined.losses, plain.losses) << what;
    EXPECT_EQ(pipelined.weights, plain.weights) << what;
  }
}

TEST(Pipeline, AllSchedulesGiveTheBitsOfPlainAccumulationWithSgd) {
  expect_equal_bits<Sgd>(Reduction::sum);
}
TEST(Pipeline, AllSchedulesGiveTheBitsOfPlainAccumulationWithAdam) {
  expect_equal_bits<Adam>(Reduction::mean);
}
TEST(Pipeline, AllSchedulesGiveTheBitsOfPlainAccumulationWithMomentum) {
  expect_equal_bits<Momentum>(Reduction::running_mean);
}

TEST(Pipeline, RecomputationChangesNoBit) {
  for (TrainingSetting setting : settings()) {
    Momentum kept, again;
    const TrainingOutcome stashed = run_pipelined(setting, kept);
    setting.recompute = true;
    const TrainingOutcome recomputed = run_pipelined(setting, again);
    EXPECT_EQ(recomputed.losses, stashed.losses);
    EXPECT_EQ(recomputed.weights, stashed.weights);
  }
}

TEST(Pipeline, ConcurrentStagesGiveTheBitsOfOneStage) {
  const auto run = [](const std::vector<Stage>& stages, std::vector<StageDevices> mapping) {
    System system(4);
    InfeedQueue infeed = iter(batches());
    OutfeedQueue outfeed;
    Sgd sgd(0.01f);
    system.run([&](const std::vector<Tensor>&) {
      PipelineOptions options;
      options.gradient_accumulation_count = std::int64_t{12};
      options.repeat_count = 2;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.outfeed_loss = true;
      options.device_mapping = std::move(mapping);
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      pipeline(stages, options);
    });
    return floats(outfeed.dequeue().leaf());
  };
  const auto variables = [] {
    std::vector<Variable> all;
    for (const char* name : {"in", "left", "right", "out"}) {
      const Shape shape = std::string(name) == "in"    ? Shape{kInputs, 8}
                          : std::string(name) == "out" ? Shape{8, kClasses}
                                                       : Shape{8, 8};
      all.emplace_back(name, glorot_uniform(shape, RandomStream(5, name)));
    }
    return all;
  };
  const auto a = variables();
  const auto first = [](const std::vector<Variable>& v) {
    return [&v](Tensor x, Tensor y) { return std::vector<Tensor>{relu(matmul(x, v[0])), y}; };
  };
  const auto concurrent = run(
      {first(a),
       Stage{StageFunction([&](Tensor x, Tensor) { return relu(matmul(x, a[1])); }),
             StageFunction([&](Tensor x, Tensor y) {
               return std::vector<Tensor>{relu(matmul(x, a[2])), y};
             })},
       [&](Tensor left, Tensor right, Tensor y) { return loss_of(matmul(left + right, a[3]), y); }},
      {0, {1, 2}, 3});
  const auto b = variables();
  const auto serial =
      run({first(b),
           [&](Tensor x, Tensor y) {
             return std::vector<Tensor>{relu(matmul(x, b[1])) + relu(matmul(x, b[2])), y};
           },
           [&](Tensor sum, Tensor y) { return loss_of(matmul(sum, b[3]), y); }},
          {0, 1, 3});
  EXPECT_EQ(concurrent.size(), 24u);
  EXPECT_EQ(concurrent, serial);
  EXPECT_LT(concurrent[20], concurrent[0]);  // the same ten batches again and again
}

TEST(Pipeline, SlicesChangeNothing) {
  const auto run = [](std::int64_t instructions) {
    const Network network(kWidths);
    System system(4);
    InfeedQueue infeed = iter(batches());
    OutfeedQueue outfeed;
    Sgd sgd(0.1f);
    const Function function("pipelined", [&] {
      PipelineOptions options;
      options.gradient_accumulation_count = std::int64_t{8};
      options.repeat_count = 2;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.outfeed_loss = true;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      std::vector<Stage> stages;
      for (std::size_t s = 0; s < kWidths.size(); ++s) {
        stages.emplace_back([&network, s](Tensor x, Tensor labels) {
          const Tensor y = network.layer(s, x);
          if (s + 1 == kWidths.size()) return std::vector<Tensor>{loss_of(y, labels)};
          return std::vector<Tensor>{y, labels};
        });
      }
      pipeline(stages, options);
    });
    system.strategy.start(function);
    while (!system.strategy.advance(Budget::instructions(instructions))) continue;
    return std::make_tuple(floats(outfeed.dequeue().leaf()), network.weights(),
                           system.machine.device.now());
  };
  const auto whole = run(Budget::kNoLimit);
  EXPECT_EQ(run(1), whole);
  EXPECT_EQ(run(7), whole);
}

TEST(Pipeline, ADeviceMayAskForRecomputationOfAllPipelines) {
  TrainingSetting setting{.layers_of_stage = {2, 2}, .num_ipus = 2};
  const auto run = [&] {
    Sgd optimizer(0.05f);
    return run_pipelined(setting, optimizer);
  };
  const TrainingOutcome plain = run();
  setting.recompute = true;
  const TrainingOutcome asked = run();
  setting.recompute = false;
  setting.recompute_everywhere = true;
  const TrainingOutcome everywhere = run();
  EXPECT_GT(asked.cycles, plain.cycles);
  EXPECT_EQ(everywhere.cycles, asked.cycles);
  EXPECT_EQ(everywhere.weights, plain.weights);
}

}  // namespace
}  // namespace pipette::pipelining
