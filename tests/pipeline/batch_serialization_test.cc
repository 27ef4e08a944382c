// Mini-batches in parts: each stage works through all parts before the next stage does.
#include <cmath>

#include "pipeline/pipeline_training.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;  // the network and its data

TEST(BatchSerialization, AStageWorksThroughAllPartsOfAMiniBatch) {
  const DeviceLists devices = program_devices({{0}, {0}}, true);
  const PipelinePlan plan = make_plan(PipelineSchedule::sequential, devices, 3);
  std::vector<int> order;
  ASSERT_EQ(plan.num_slots(2), 8);
  for (std::int64_t i = 0; i < plan.num_slots(2); ++i) {
    for (const int program : plan.slot(i, 2)) order.push_back(program);
  }
  EXPECT_EQ(order, (std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3,  //
                                     0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}));
  plan.check_count(1);
  EXPECT_THROW(make_plan(PipelineSchedule::grouped, devices, 3), InvalidArgument);
  EXPECT_THROW(make_plan(PipelineSchedule::sequential, devices, 0), InvalidArgument);
}

std::vector<TrainingSetting> serialized_settings() {
  std::vector<TrainingSetting> all;
  for (const std::int64_t parts : {2, 3, 7}) {
    for (const std::vector<std::size_t>& layers :
         {std::vector<std::size_t>{2, 2}, {1, 3}, {1, 1, 1, 1}}) {
      for (const std::int64_t count : {1, 4}) {
        all.push_back({.layers_of_stage = layers,
                       .schedule = PipelineSchedule::sequential,
                       .count = count,
                       .num_ipus = 1,
                       .parts = parts});
      }
    }
  }
  return all;
}

template <class O>
void expect_bits_of_plain_accumulation() {
  for (TrainingSetting setting : serialized_settings()) {
    O optimizer;
    const TrainingOutcome serialized = run_pipelined(setting, optimizer);
    const TrainingOutcome plain = run_plain(setting, std::make_shared<O>());
    EXPECT_EQ(serialized.losses.size(), static_cast<std::size_t>(setting.total()));
    EXPECT_EQ(serialized.losses, plain.losses) << setting.parts << " parts";
    EXPECT_EQ(serialized.weights, plain.weights) << setting.parts << " parts";
    setting.recompute = true;
    O again;
    EXPECT_EQ(run_pipelined(setting, again).weights, plain.weights) << setting.parts << " parts";
  }
}

TEST(BatchSerialization, GivesTheBitsOfPlainAccumulationOverThePartsWithSgd) {
  expect_bits_of_plain_accumulation<Sgd>();
}
TEST(BatchSerialization, GivesTheBitsOfPlainAccumulationOverThePartsWithAdam) {
  expect_bits_of_plain_accumulation<Adam>();
}

// The loss is a mean over an element's rows: a whole mini-batch has a gradient that is as many
// times smaller as it has parts, and is the same but for roundings.
TEST(BatchSerialization, PartsMakeTheUpdateOfTheWholeMiniBatch) {
  constexpr std::int64_t kParts = 4;
  TrainingSetting setting{.layers_of_stage = {2, 2},
                          .schedule = PipelineSchedule::sequential,
                          .count = 2,
                          .updates = 1,
                          .num_ipus = 1,
                          .parts = kParts};
  constexpr float kRate = 0.05f;
  Sgd of_parts(kRate), of_whole(kRate * kParts);
  const TrainingOutcome parts = run_pipelined(setting, of_parts);
  setting.parts = 1;
  setting.mapping = {{0, 0}};
  setting.rows = kParts * kBatch;
  const TrainingOutcome whole = run_pipelined(setting, of_whole);
  ASSERT_EQ(parts.losses.size(), kParts * whole.losses.size());
  ASSERT_EQ(parts.weights.size(), whole.weights.size());
  const std::vector<float> before = Network(kWidths).weights();
  float moved = 0;
  for (std::size_t i = 0; i < parts.weights.size(); ++i) {
    EXPECT_NEAR(parts.weights[i], whole.weights[i], 1e-6f);
    moved = std::max(moved, std::abs(parts.weights[i] - before[i]));
  }
  EXPECT_GT(moved, 0.01f);
}

// On one IPU there are no barriers, so the order of stages costs nothing.
TEST(BatchSerialization, TakesTheTimeOfItsParts) {
  const auto cycles_of = [](std::int64_t count, std::int64_t parts) {
    System system(1);
    Sgd sgd;
    const Network network(kWidths);
    const Function function("timed", [&](const Nest<Tensor>& in) {
      PipelineOptions options;
      options.gradient_accumulation_count = count;
      options.batch_serialization_iterations = parts;
      options.inputs = in.flatten();
      options.device_mapping = {{0, 0}};
      options.pipeline_schedule = PipelineSchedule::sequential;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      pipeline({[&](Tensor x, Tensor labels) {
                  return std::vector<Tensor>{network.layer(1, network.layer(0, x)), labels};
                },
                [&](Tensor x, Tensor labels) {
                  return loss_of(network.layer(3, network.layer(2, x)), labels);
                }},
               options);
    });
    system.strategy.run(function, Element::tuple({Array::zeros(DType::f32, Shape{kBatch, kInputs}),
                                                  Array::zeros(DType::i32, Shape{kBatch})}));
    return system.machine.device.now();
  };
  EXPECT_EQ(cycles_of(2, 3), cycles_of(6, 1));
  EXPECT_EQ(cycles_of(3, 2), cycles_of(6, 1));
  EXPECT_GT(cycles_of(2, 4), cycles_of(6, 1));
}

// 4 mini-batches of 3 parts each; by default all on one IPU, and Sequential.
TEST(BatchSerialization, InferenceHandsOutThePartsInOrder) {
  for (const bool run_time_count : {false, true}) {
    const Array counted =
        infer(1,
              {[](Tensor x) { return x + cast(iteration_counter(), DType::f32); },
               [](Tensor x) { return x * 2.0; }},
              {1, 4}, [&](PipelineOptions& options, const std::vector<Tensor>& in) {
                if (run_time_count) options.gradient_accumulation_count = cast(in[1], DType::i32);
                options.batch_serialization_iterations = 3;
              });
    std::vector<float> wanted;
    for (int part = 0; part < 12; ++part) wanted.push_back(2.0f * static_cast<float>(1 + part));
    EXPECT_EQ(floats(counted), wanted);
  }
}

template <class E, class F>
void expect_refused(const std::string& message, F set) {
  const Stage identity = [](Tensor x) { return x; };
  expect_error<E>(message, [&] {
    infer(2, {identity, identity}, {1}, [&](PipelineOptions& options, const auto&) {
      options.batch_serialization_iterations = 4;
      set(options);
    });
  });
}

TEST(BatchSerialization, RefusesWhatItCannotDo) {
  for (const auto schedule : {PipelineSchedule::grouped, PipelineSchedule::interleaved}) {
    expect_refused<Unimplemented>(
        "Batch serialization is only supported with the `Sequential` schedule",
        [&](PipelineOptions& options) { options.pipeline_schedule = schedule; });
  }
  expect_refused<Unimplemented>("all the pipeline stages need to be mapped to a single IPU",
                                [](PipelineOptions& options) {
                                  options.device_mapping = {{0, 1}};
                                });
  for (const Reduction reduction : {Reduction::mean, Reduction::running_mean}) {
    expect_refused<ValueError>("needs reduction_method SUM", [&](PipelineOptions& options) {
      options.reduction_method = reduction;
    });
  }
  expect_refused<ValueError>("it is 0; the nearest valid value is 1", [](PipelineOptions& options) {
    options.batch_serialization_iterations = 0;
  });
  expect_refused<ValueError>("the nearest valid value is 4096", [](PipelineOptions& options) {
    options.batch_serialization_iterations = 4097;
  });
  expect_refused<ValueError>("the largest valid count is 536870911", [](PipelineOptions& options) {
    options.gradient_accumulation_count = std::int64_t{536870912};
  });
}

}  // namespace
}  // namespace pipette::pipelining
