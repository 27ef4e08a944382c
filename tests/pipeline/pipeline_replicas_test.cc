// Pipelines that are replicated: gradients are exchanged once a weight update, and all replicas
// keep the same weights.
#include <algorithm>

#include "pipeline/pipeline_network.h"
#include "training/cross_replica.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;

std::vector<const Instruction*> exchanges_in(const Instruction& root) {
  std::vector<const Instruction*> found;
  if (root.kind() == InstructionKind::all_reduce) found.push_back(&root);
  for (const Instruction& child : root.children) {
    for (const Instruction* inner : exchanges_in(child)) found.push_back(inner);
  }
  return found;
}

struct Trained {
  std::vector<float> weights, losses;
  std::size_t exchanges = 0, exchanges_in_update = 0;
};

// Two stages of two layers; `updates` weight updates of `count` mini-batches a replica.
Trained train(Optimizer& optimizer, int replicas, std::int64_t count, std::int64_t updates,
              PipelineSchedule schedule) {
  const Network network(kWidths);
  System system(2 * replicas);
  InfeedQueue infeed = iter(batches());
  OutfeedQueue outfeed;
  PipelineOptions options;
  options.gradient_accumulation_count = count;
  options.repeat_count = updates;
  options.reduction_method = Reduction::mean;
  options.infeed_queue = &infeed;
  options.outfeed_queue = &outfeed;
  options.outfeed_loss = true;
  options.pipeline_schedule = schedule;
  options.optimizer_function = [&](Tensor loss) {
    return OptimizerFunctionOutput{optimizer, loss};
  };
  system.run([&](const std::vector<Tensor>&) {
    pipeline({[&](Tensor x, Tensor labels) {
                return std::vector<Tensor>{network.layer(1, network.layer(0, x)), labels};
              },
              [&](Tensor x, Tensor labels) {
                return std::vector<Tensor>{loss_of(network.layer(3, network.layer(2, x)), labels)};
              }},
             options);
  });
  for (const Variable& v : network.variables()) {
    for (int r = 1; r < replicas; ++r) EXPECT_EQ(floats(v.storage(r)), floats(v.storage(0)));
  }
  const Instruction& root = system.strategy.engine()->executable().root;
  Trained trained{network.weights(), floats(outfeed.dequeue().leaf())};
  trained.exchanges = exchanges_in(root).size();
  for (const Instruction* exchange : exchanges_in(root)) {
    trained.exchanges_in_update += exchange->phase == Phase::weight_update ? 1 : 0;
  }
  return trained;
}

TEST(ReplicatedPipeline, ExchangesInTheUpdateAndTrainsAsALargerCount) {
  const std::size_t variables = Network(kWidths).variables().size();
  for (const PipelineSchedule schedule : all_schedules()) {
    CrossReplicaOptimizer exchanging(std::make_shared<Sgd>(0.125f));
    Sgd plain(0.125f);
    const Trained two = train(exchanging, 2, 4, 3, schedule);
    const Trained one = train(plain, 1, 8, 3, schedule);
    EXPECT_EQ(two.exchanges, variables);
    EXPECT_EQ(two.exchanges_in_update, variables);
    EXPECT_EQ(one.exchanges, 0u);
    ASSERT_EQ(two.weights.size(), one.weights.size());
    for (std::size_t i = 0; i < one.weights.size(); ++i) {
      ASSERT_NEAR(two.weights[i], one.weights[i], 2e-6f) << i;  // added in another order
    }
    // [mini-batches, replicas] in the order of the elements: before the first update to the bit.
    ASSERT_EQ(two.losses.size(), one.losses.size());
    EXPECT_TRUE(std::equal(one.losses.begin(), one.losses.begin() + 8, two.losses.begin()));
  }
}

TEST(ReplicatedPipeline, EverySchedulesBitsAreTheSame) {
  const auto run = [](PipelineSchedule schedule) {
    CrossReplicaOptimizer optimizer(std::make_shared<Adam>(0.01f));
    return train(optimizer, 4, 4, 2, schedule);
  };
  const Trained grouped = run(PipelineSchedule::grouped);
  for (const PipelineSchedule schedule : all_schedules()) {
    EXPECT_EQ(run(schedule).weights, grouped.weights);
    EXPECT_EQ(run(schedule).losses, grouped.losses);
  }
}

}  // namespace
}  // namespace pipette::pipelining
