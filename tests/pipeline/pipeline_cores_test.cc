// Stages large enough to be run on several cores at once, against the same run taken instruction by
// instruction, which one core does alone.
#include <algorithm>

#include "core/random.h"
#include "loops/loops.h"
#include "pipeline/pipeline_fixture.h"
#include "training/initializers.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;

constexpr std::int64_t kBatch = 32, kWidth = 112;

struct Setting {
  int stages = 4;
  PipelineSchedule schedule = PipelineSchedule::grouped;
  std::vector<StageDevices> mapping = {};  // empty: an IPU each
  bool concurrent = false;                 // the second stage: two functions on IPUs of their own
  bool looping = false;                    // the last stage: a loop on the device
  bool recompute = false;
  int replicas = 1;
  bool training = true;
  std::int64_t last_good_element = 1000;
  std::int64_t parts = 1;  // batch_serialization_iterations
  bool overlapped_io = false;
};

struct Outcome {
  std::vector<float> weights, losses, seen;
  std::vector<std::int64_t> clocks;
  std::int64_t spans = 0;
  std::string error;
};

Dataset features(std::int64_t last_good_element) {
  RandomStream random(5, "features");
  Array x(ArraySpec{DType::f32, Shape{8 * kBatch, kWidth}});
  for (float& v : x.span<float>()) v = random.uniform(-1, 1);
  Array target(ArraySpec{DType::f32, Shape{8 * kBatch, 1}});
  for (float& v : target.span<float>()) v = random.uniform(-1, 1);
  return Dataset::from_tensor_slices(Element::tuple({x, target}))
      .batch(kBatch, true)
      .repeat()
      .take(last_good_element);
}

// Each stage hands the target on; the last shows it before it is used, so that nothing of it can
// run ahead from there on.
std::vector<Stage> stages_of(const Setting& how, const std::vector<Variable>& weights,
                             OutfeedQueue& seen) {
  const auto product = [&](int i, Tensor x) {
    return matmul(x, weights[static_cast<std::size_t>(i)]);
  };
  std::vector<Stage> stages;
  for (int i = 0; i < how.stages; ++i) {
    if (i + 1 == how.stages) {
      stages.push_back([&, product, i](Tensor x, Tensor target) {
        if (how.looping) {
          x = loops::repeat(3, [&](Tensor y) { return std::vector<Tensor>{relu(product(i, y))}; },
                            {x})[0];
        }
        const Tensor y = product(i, x);
        seen.enqueue(reduce_mean(y));
        return std::vector<Tensor>{reduce_mean(square(y - target))};
      });
    } else if (i == 1 && how.concurrent) {
      stages.push_back(Stage{[product](Tensor x, Tensor target) {
                               return std::vector<Tensor>{relu(product(1, x)), target};
                             },
                             [product, &how](Tensor x, Tensor) {
                               return std::vector<Tensor>{relu(product(how.stages, x))};
                             }});
    } else if (i == 2 && how.concurrent) {
      stages.push_back([product](Tensor a, Tensor target, Tensor b) {
        return std::vector<Tensor>{relu(product(2, a + b)), target};
      });
    } else {
      stages.push_back([product, i](Tensor x, Tensor target) {
        return std::vector<Tensor>{relu(product(i, x)), target};
      });
    }
  }
  return stages;
}

int num_ipus(const Setting& how) {
  if (how.mapping.empty()) return how.stages;
  int most = 0;
  for (const StageDevices& devices : how.mapping) {
    most = std::max(most, *std::max_element(devices.devices.begin(), devices.devices.end()));
  }
  return most + 1;
}

Outcome run(const Setting& how, const Budget& slice) {
  std::vector<Variable> weights;
  for (int i = 0; i <= how.stages; ++i) {
    const std::string name = "w" + std::to_string(i);
    weights.emplace_back(name, glorot_uniform(Shape{kWidth, kWidth}, RandomStream(3, name)));
  }
  DeviceConfig device = with_ipus(ipus_per_replica(num_ipus(how)) * how.replicas);
  device.io_tiles = how.overlapped_io ? 32 : 0;
  device.place_ops_on_io_tiles = how.overlapped_io;
  System system(device);
  InfeedQueue infeed = iter(features(how.last_good_element));
  OutfeedQueue outfeed, seen;
  Momentum optimizer(0.125f, 0.5f);
  PipelineOptions options;
  options.gradient_accumulation_count = std::int64_t{2 * how.stages + (how.overlapped_io ? 3 : 0)};
  options.repeat_count = 2;
  options.infeed_queue = &infeed;
  options.outfeed_queue = &outfeed;
  options.pipeline_schedule = how.schedule;
  options.batch_serialization_iterations = how.parts;
  if (!how.mapping.empty()) options.device_mapping = how.mapping;
  if (how.training) {
    options.outfeed_loss = true;
    options.optimizer_function = [&](Tensor loss) {
      return OptimizerFunctionOutput{optimizer, loss};
    };
  }
  options.allow_recompute = how.recompute;
  const std::vector<Stage> stages = stages_of(how, weights, seen);
  const Function function("pipelined", [&](const Nest<Tensor>&) { pipeline(stages, options); });
  Outcome outcome;
  system.strategy.start(function);
  try {
    while (!system.strategy.advance(slice)) {
    }
    for (int ipu = 0; ipu < system.machine.device.num_ipus(); ++ipu) {
      outcome.clocks.push_back(system.machine.device.cycles(ipu));
    }
    outcome.spans = system.machine.trace.end();
    for (const Variable& v : weights) {
      for (const float x : floats(v.value())) outcome.weights.push_back(x);
    }
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  outcome.losses = floats(outfeed.dequeue().leaf());
  outcome.seen = floats(seen.dequeue().leaf());
  return outcome;
}

void expect_same_on_any_number_of_cores(const Setting& how) {
  const Outcome expected = run(how, Budget::instructions(1));
  ASSERT_FALSE(expected.losses.empty());
  for (const Budget& slice : {Budget::unlimited(), Budget::slots(1), Budget::microseconds(300)}) {
    const Outcome got = run(how, slice);
    EXPECT_EQ(got.error, expected.error);
    EXPECT_EQ(got.losses, expected.losses);
    EXPECT_EQ(got.seen, expected.seen);
    EXPECT_EQ(got.weights, expected.weights);
    EXPECT_EQ(got.clocks, expected.clocks);
    EXPECT_EQ(got.spans, expected.spans);
  }
}

TEST(PipelineOnCores, GivesTheSameUnderEverySchedule) {
  for (const PipelineSchedule schedule : all_schedules()) {
    for (const bool recompute : {false, true}) {
      for (const int replicas : {1, 2}) {
        SCOPED_TRACE(std::string(to_label(schedule)) + " recompute " + std::to_string(recompute) +
                     " replicas " + std::to_string(replicas));
        expect_same_on_any_number_of_cores(
            {.schedule = schedule, .recompute = recompute, .replicas = replicas});
      }
    }
  }
}

TEST(PipelineOnCores, GivesTheSameWhenStagesShareIpus) {
  expect_same_on_any_number_of_cores({.mapping = {0, 1, 1, 0}});
  expect_same_on_any_number_of_cores({.stages = 3, .mapping = {0, 1, 0}, .recompute = true});
}

TEST(PipelineOnCores, GivesTheSameWhenABatchIsSerialized) {
  expect_same_on_any_number_of_cores({.stages = 3,
                                      .schedule = PipelineSchedule::sequential,
                                      .mapping = {0, 0, 0},
                                      .replicas = 2,
                                      .parts = 3});
}

TEST(PipelineOnCores, GivesTheSameWithConcurrentStages) {
  expect_same_on_any_number_of_cores(
      {.mapping = {0, StageDevices{1, 2}, 3, 3}, .concurrent = true});
}

TEST(PipelineOnCores, GivesTheSameWithLoopsInAStage) {
  for (const PipelineSchedule schedule : all_schedules()) {
    expect_same_on_any_number_of_cores({.schedule = schedule, .looping = true, .training = false});
  }
}

TEST(PipelineOnCores, GivesTheSameWithOverlappedIo) {
  for (const int replicas : {1, 2}) {
    for (const std::int64_t last_good_element : {1000, 17}) {
      expect_same_on_any_number_of_cores(
          {.replicas = replicas, .last_good_element = last_good_element, .overlapped_io = true});
    }
  }
  expect_same_on_any_number_of_cores(
      {.mapping = {0, StageDevices{1, 2}, 3, 3}, .concurrent = true, .overlapped_io = true});
}

TEST(PipelineOnCores, FailsAfterTheSameResultsWhenTheDataEnds) {
  for (const PipelineSchedule schedule : all_schedules()) {
    expect_same_on_any_number_of_cores({.schedule = schedule, .last_good_element = 13});
  }
}

}  // namespace
}  // namespace pipette::pipelining
