#include "inspect/outfeed_optimizer.h"

#include "keras/layers.h"
#include "keras/optimizers.h"
#include "loops/loops.h"
#include "pipeline/pipeline_network.h"
#include "training/gradient_accumulation.h"

namespace pipette::inspect {
namespace {

using namespace pipelining::testing_support;
using pipelining::PipelineOptions;
using pipelining::PipelineSchedule;

constexpr std::int64_t kCount = 8, kUpdates = 3;

struct Trained {
  std::vector<float> weights;
  std::optional<Nest<Array>> gradients;
};

// Four dense layers, each with a kernel and a bias, in two pipeline stages or in a plain loop.
struct Setting {
  bool pipelined = false;
  PipelineSchedule schedule = PipelineSchedule::grouped;
  std::optional<OutfeedOptimizerMode> mode =
      OutfeedOptimizerMode::before_apply;  // none: no outfeed
  std::optional<Filters> filters = std::nullopt;
};

Trained train(const Setting& how) {
  const Network network(kWidths);
  System system(how.pipelined ? 2 : 1);
  InfeedQueue infeed = iter(batches());
  MaybeOutfeedQueue gradients({.filters = how.filters});
  std::shared_ptr<Optimizer> optimizer = std::make_shared<Sgd>(0.125f);
  if (how.mode) optimizer = std::make_shared<OutfeedOptimizer>(optimizer, gradients, *how.mode);
  GradientAccumulationOptimizerV2 accumulating(optimizer, kCount);
  OutfeedQueue losses;
  system.run([&](const std::vector<Tensor>&) {
    const auto first = [&](Tensor x) { return network.layer(1, network.layer(0, x)); };
    const auto second = [&](Tensor x, Tensor labels) {
      return loss_of(network.layer(3, network.layer(2, x)), labels);
    };
    if (!how.pipelined) {
      loops::repeat(
          kCount * kUpdates,
          [&](Tensor x, Tensor labels) {
            accumulating.minimize(second(first(x), labels), network.variables());
            return std::vector<Tensor>{};
          },
          {}, &infeed);
      return;
    }
    PipelineOptions options;
    options.gradient_accumulation_count = kCount;
    options.repeat_count = kUpdates;
    options.infeed_queue = &infeed;
    options.outfeed_queue = &losses;
    options.outfeed_loss = true;
    options.pipeline_schedule = how.schedule;
    options.optimizer_function = [&](Tensor loss) {
      return pipelining::OptimizerFunctionOutput{*optimizer, loss};
    };
    pipelining::pipeline(
        {[&](Tensor x, Tensor labels) {
           return std::vector<Tensor>{first(x), labels};
         },
         [&](Tensor x, Tensor labels) { return std::vector<Tensor>{second(x, labels)}; }},
        options);
  });
  return {network.weights(), gradients.maybe_dequeue()};
}

void expect_same(const Nest<Array>& a, const Nest<Array>& b) {
  ASSERT_TRUE(a.same_structure(b));
  for (std::size_t i = 0; i < a.flatten().size(); ++i) {
    EXPECT_EQ(a.flatten()[i].shape(), b.flatten()[i].shape());
    EXPECT_EQ(floats(a.flatten()[i]), floats(b.flatten()[i]));
  }
}

TEST(OutfeedOptimizer, LeavesTheTrainingAlone) {
  const std::vector<float> expected = train({.mode = std::nullopt}).weights;
  for (const auto mode :
       {OutfeedOptimizerMode::after_compute, OutfeedOptimizerMode::before_apply}) {
    for (const bool pipelined : {false, true}) {
      EXPECT_EQ(train({.pipelined = pipelined, .mode = mode}).weights, expected);
    }
  }
}

TEST(OutfeedOptimizer, GivesOneElementAMiniBatchOrAWeightUpdate) {
  for (const bool pipelined : {false, true}) {
    const Trained each =
        train({.pipelined = pipelined, .mode = OutfeedOptimizerMode::after_compute});
    const Trained sums = train({.pipelined = pipelined});
    ASSERT_TRUE(each.gradients && sums.gradients);
    const Array& one = (*each.gradients)["dense_1/kernel_grad"].leaf();
    const Array& sum = (*sums.gradients)["dense_1/kernel_grad"].leaf();
    EXPECT_EQ(one.shape(), (Shape{kCount * kUpdates, 16, 14}));
    EXPECT_EQ(sum.shape(), (Shape{kUpdates, 16, 14}));
    // Added in the order of the mini-batches, the former give the latter to the bit.
    for (std::int64_t update = 0; update < kUpdates; ++update) {
      std::vector<float> expected(16 * 14, 0.0f);
      for (std::int64_t k = 0; k < kCount; ++k) {
        const std::vector<float> part = floats(one.slice(update * kCount + k));
        for (std::size_t i = 0; i < part.size(); ++i) expected[i] += part[i];
      }
      EXPECT_EQ(floats(sum.slice(update)), expected);
    }
  }
}

TEST(OutfeedOptimizer, GivesTheSameGradientsInAPipelineUnderEverySchedule) {
  for (const auto mode :
       {OutfeedOptimizerMode::after_compute, OutfeedOptimizerMode::before_apply}) {
    const Trained plain = train({.mode = mode});
    for (const PipelineSchedule schedule : all_schedules()) {
      SCOPED_TRACE(to_label(schedule));
      const Trained pipelined = train({.pipelined = true, .schedule = schedule, .mode = mode});
      ASSERT_TRUE(plain.gradients && pipelined.gradients);
      expect_same(*pipelined.gradients, *plain.gradients);
    }
  }
}

TEST(OutfeedOptimizer, NamesGradientsInReverseOrderOfVariablesAndFilters) {
  const auto keys = [](const Nest<Array>& dict) {
    std::vector<std::string> names;
    for (const NestKey& key : dict.keys()) names.push_back(key.to_string());
    return names;
  };
  // Network::variables(): the kernels, then the biases.
  EXPECT_THAT(keys(*train({.filters = Filters{"dense_1", "dense_0"}}).gradients),
              testing::ElementsAre("dense_1/bias_grad", "dense_0/bias_grad", "dense_1/kernel_grad",
                                   "dense_0/kernel_grad"));
  EXPECT_EQ(keys(*train({}).gradients).size(), 8u);
  EXPECT_FALSE(train({.filters = Filters{"conv"}}).gradients.has_value());
  EXPECT_FALSE(train({.filters = Filters{}}).gradients.has_value());
}

TEST(OutfeedOptimizer, WantsAnOptimizer) {
  MaybeOutfeedQueue queue;
  EXPECT_THROW(OutfeedOptimizer(nullptr, queue), InvalidArgument);
}

TEST(OutfeedOptimizer, AnOptimizerOfKerasNeedsTheModel) {
  MaybeOutfeedQueue queue;
  Machine machine{DeviceConfig{}};
  Strategy strategy(machine);
  const keras::Sequential model({keras::dense(2)}, {.strategy = &strategy});
  const auto mode = OutfeedOptimizerMode::after_compute;
  EXPECT_THAT([&] { OutfeedOptimizer(keras::sgd(), queue, mode); },
              testing::ThrowsMessage<ValueError>(testing::HasSubstr("&model")));
  EXPECT_NO_THROW(OutfeedOptimizer(keras::sgd(), queue, mode, &model));
  EXPECT_NO_THROW(OutfeedOptimizer(std::make_shared<Sgd>(0.1f), queue, mode));
}

TEST(MaybeOutfeedQueue, KeepsWhatAFilterIsPartOf) {
  const MaybeOutfeedQueue all;
  const MaybeOutfeedQueue some({.filters = Filters{"Dense_1", "loss"}});
  EXPECT_TRUE(all.passes("anything"));
  EXPECT_TRUE(some.passes("Dense_128_acts"));
  EXPECT_TRUE(some.passes("loss"));
  EXPECT_FALSE(some.passes("dense_1"));
  EXPECT_EQ(process_filters({"none"}), std::nullopt);
  EXPECT_EQ(process_filters({"NoNe"}), std::nullopt);
  EXPECT_EQ(process_filters({"none", "x"}), (Filters{"none", "x"}));
  EXPECT_EQ(process_filters({}), Filters{});
}

TEST(MaybeOutfeedQueue, EnqueuesADictOnceAndNothingWhenNothingPassed) {
  System system(1);
  MaybeOutfeedQueue queue({.filters = Filters{"b", "c"}});
  MaybeOutfeedQueue empty({.filters = Filters{"z"}});
  system.run([&](const std::vector<Tensor>&) {
    loops::repeat(3, [&] {
      for (MaybeOutfeedQueue* each : {&queue, &empty}) {
        each->maybe_outfeed("c", constant(3.0f));
        each->maybe_outfeed("a", constant(1.0f));
        each->maybe_outfeed("b", constant(2.0f));
      }
      EXPECT_TRUE(queue.maybe_enqueue().has_value());
      EXPECT_FALSE(queue.maybe_enqueue().has_value());
      EXPECT_FALSE(empty.maybe_enqueue().has_value());
    });
  });
  EXPECT_FALSE(empty.enqueued());
  EXPECT_FALSE(empty.maybe_dequeue().has_value());
  ASSERT_TRUE(queue.enqueued());
  const Nest<Array> element = *queue.maybe_dequeue();
  ASSERT_EQ(element.size(), 2u);
  EXPECT_EQ(element.keys()[0].to_string(), "c");
  EXPECT_EQ(floats(element["b"].leaf()), (std::vector<float>{2, 2, 2}));
}

TEST(MaybeOutfeedQueue, RefusesAKeyTwice) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  MaybeOutfeedQueue queue;
  queue.maybe_outfeed("x", constant(1.0f));
  expect_error<ValueError>("the key \"x\" was already given",
                           [&] { queue.maybe_outfeed("x", constant(2.0f)); });
}

}  // namespace
}  // namespace pipette::inspect
