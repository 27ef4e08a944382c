// Dropout in a pipeline: masks are numbered by mini-batch, so schedules, cuts and recomputation
// change no bit. Nor do they where a mini-batch chooses between two branches, one of which drops.
#include <gmock/gmock.h>

#include "loops/cond.h"
#include "pipeline/pipeline_training.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;

struct Training {
  Network network{kWidths};
  Momentum optimizer;
  std::vector<Variable> counters;
  InfeedQueue infeed = iter(batches());
  OutfeedQueue outfeed;

  const bool branches;

  explicit Training(bool with_branches) : branches(with_branches) {
    for (std::size_t i = 0; i + 1 < kWidths.size(); ++i) {
      counters.emplace_back("counter_" + std::to_string(i), Array::scalar(std::int32_t{0}));
    }
  }
  Tensor layer(std::size_t i, const Tensor& x) const {
    if (i == counters.size()) return network.layer(i, x);
    const auto dropped = [&] {
      return dropout(network.layer(i, x), 0.3, 100 + i, count_up(counters[i]));
    };
    if (!branches) return dropped();
    return loops::cond(reduce_mean(x) < 0.05, dropped,
                       [&] { return tanh(network.layer(i, x)); })[0];
  }
  TrainingOutcome outcome() { return {floats(outfeed.dequeue().leaf()), network.weights()}; }
};

TrainingOutcome pipelined(const TrainingSetting& setting, bool branches) {
  Training training(branches);
  std::vector<Stage> stages;
  std::size_t first = 0;
  for (const std::size_t layers : setting.layers_of_stage) {
    const std::size_t end = first + layers;
    stages.emplace_back([&training, first, end](Tensor x, Tensor labels) {
      for (std::size_t i = first; i < end; ++i) {
        x = training.layer(i, x);
      }
      if (end == kWidths.size()) return std::vector<Tensor>{loss_of(x, labels)};
      return std::vector<Tensor>{x, labels};
    });
    first = end;
  }
  System system(setting.num_ipus);
  system.run([&](const std::vector<Tensor>&) {
    PipelineOptions options;
    options.gradient_accumulation_count = setting.count;
    options.repeat_count = setting.updates;
    options.infeed_queue = &training.infeed;
    options.outfeed_queue = &training.outfeed;
    options.outfeed_loss = true;
    options.allow_recompute = setting.recompute;
    options.pipeline_schedule = setting.schedule;
    options.optimizer_function = [&](Tensor loss) {
      return OptimizerFunctionOutput{training.optimizer, loss};
    };
    pipeline(stages, options);
  });
  return training.outcome();
}

TrainingOutcome plain(const TrainingSetting& setting, bool branches) {
  Training training(branches);
  GradientAccumulationOptimizerV2 optimizer(std::make_shared<Momentum>(), setting.count, {});
  System system(1);
  system.run([&](const std::vector<Tensor>&) {
    loops::repeat(setting.total(), [&] {
      const Nest<Tensor> batch = next(training.infeed);
      Tensor x = batch[0].leaf();
      for (std::size_t i = 0; i < kWidths.size(); ++i) {
        x = training.layer(i, x);
      }
      const Tensor loss = loss_of(x, batch[1].leaf());
      training.outfeed.enqueue(loss);
      optimizer.minimize(loss, training.network.variables());
    });
  });
  const auto drops = training.counters[0].value().item<std::int32_t>();
  EXPECT_GT(drops, 0);
  EXPECT_EQ(drops < setting.total(), branches);
  return training.outcome();
}

void expect_no_change(bool branches) {
  TrainingSetting setting{{1, 1, 1, 1}};
  const TrainingOutcome expected = plain(setting, branches);
  for (const auto& cut : {std::vector<std::size_t>{1, 1, 1, 1}, {2, 2}, {1, 3}}) {
    for (const PipelineSchedule schedule : all_schedules()) {
      for (const bool recompute : {false, true}) {
        setting.layers_of_stage = cut;
        setting.num_ipus = static_cast<int>(cut.size());
        setting.schedule = schedule;
        setting.recompute = recompute;
        SCOPED_TRACE(testing::Message() << to_label(schedule) << ", " << cut.size()
                                        << " stages, recompute " << recompute);
        const TrainingOutcome outcome = pipelined(setting, branches);
        EXPECT_EQ(outcome.losses, expected.losses);
        EXPECT_EQ(outcome.weights, expected.weights);
      }
    }
  }
}

TEST(PipelineDropout, SchedulesCutsAndRecomputationChangeNoBit) { expect_no_change(false); }
TEST(PipelineDropout, NorDoTheyWhereMiniBatchesTakeBranches) { expect_no_change(true); }

TEST(PipelineDropout, EveryMiniBatchHasAMaskOfItsOwn) {
  const Variable counter("counter", Array::scalar(std::int32_t{0}));
  System system(1);
  OutfeedQueue outfeed;
  system.run([&](const std::vector<Tensor>&) {
    loops::repeat(4, [&] {
      const Tensor ones = constant(Array::filled<float>({64}, 1.0f));
      outfeed.enqueue(dropout(ones, 0.5, 1, count_up(counter)));
    });
  });
  const std::vector<float> all = floats(outfeed.dequeue().leaf());
  ASSERT_EQ(all.size(), 4u * 64);
  const auto mask = [&](std::size_t i) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * 64);
    return std::vector<float>(begin, begin + 64);
  };
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(mask(a), mask(b));
  }
  EXPECT_EQ(counter.value().item<std::int32_t>(), 4);
}

}  // namespace
}  // namespace pipette::pipelining
