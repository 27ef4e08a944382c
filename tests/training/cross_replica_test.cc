#include "training/cross_replica.h"

#include <gtest/gtest.h>

#include "feeds/infeed_queue.h"
#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "program/strategy.h"
#include "training/initializers.h"

namespace pipette {
namespace {

using kernels::ReduceOp;

constexpr std::int64_t kBatch = 4, kInputs = 6, kHidden = 5, kClasses = 3;

std::vector<float> values(const Variable& variable, int replica) {
  const auto span = variable.storage(replica).span<float>();
  return {span.begin(), span.end()};
}

struct Model {
  Tensor loss(const Nest<Tensor>& batch) const {
    const Tensor hidden = relu(matmul(batch[0].leaf(), kernel) + bias);
    return reduce_mean(
        sparse_softmax_cross_entropy_with_logits(batch[1].leaf(), matmul(hidden, top)));
  }
  std::vector<Variable> variables() const { return {kernel, bias, top}; }
  std::vector<float> weights(int replica = 0) const {
    std::vector<float> all;
    for (const Variable& v : variables()) {
      for (const float x : values(v, replica)) all.push_back(x);
    }
    return all;
  }
  Variable kernel{"kernel", glorot_uniform({kInputs, kHidden}, RandomStream(1, "kernel"))};
  Variable bias{"bias", Array::zeros(DType::f32, {kHidden})};
  Variable top{"top", glorot_uniform({kHidden, kClasses}, RandomStream(1, "top"))};
};

Dataset samples(std::int64_t batch) {
  RandomStream random(5, "samples");
  Array x(ArraySpec{DType::f32, Shape{96, kInputs}});
  for (float& v : x.span<float>()) v = random.uniform(-1, 1);
  Array y(ArraySpec{DType::i32, Shape{96}});
  for (std::int32_t& v : y.span<std::int32_t>()) {
    v = static_cast<std::int32_t>(random.uniform_int(kClasses));
  }
  return Dataset::from_tensor_slices(Element::tuple({x, y})).batch(batch, true).repeat();
}

struct Trained {
  Model model;
  Array losses = Array::zeros(DType::f32, {});
  std::int64_t cycles = 0;
  std::size_t exchanges = 0;         // instructions
  std::int64_t exchange_cycles = 0;  // of all-reduces, on IPU 0
};

std::size_t count_exchanges(const Instruction& root) {
  std::size_t count = root.kind() == InstructionKind::all_reduce ? 1 : 0;
  for (const Instruction& child : root.children) count += count_exchanges(child);
  return count;
}

struct Setting {
  int replicas = 1;
  std::int64_t steps = 12;  // iterations of the loop
  std::int64_t batch = kBatch;
  std::int64_t slice = Budget::kNoLimit;
};

Trained train(Optimizer& optimizer, const Setting& setting) {
  DeviceConfig config;
  config.num_ipus = setting.replicas;
  Machine machine(config);
  Strategy strategy(machine);
  InfeedQueue infeed = iter(samples(setting.batch));
  OutfeedQueue outfeed;
  Trained run;
  const Function f("train", [&] {
    loops::repeat(setting.steps, [&] {
      const Tensor loss = run.model.loss(next(infeed));
      outfeed.enqueue(loss);
      optimizer.minimize(loss, run.model.variables());
    });
  });
  strategy.start(f);
  while (!strategy.advance(Budget::instructions(setting.slice))) {
  }
  run.losses = outfeed.dequeue().leaf();
  run.cycles = machine.device.now();
  run.exchanges = count_exchanges(strategy.engine()->executable().root);
  for (std::int64_t i = machine.trace.first(); i < machine.trace.end(); ++i) {
    const Span span = machine.trace[i];
    if (span.lane != 0 || machine.trace.name(span.name) != "all_reduce") continue;
    if (span.kind == SpanKind::exchange) run.exchange_cycles += span.end - span.begin;
  }
  for (int r = 0; r < setting.replicas; ++r) {
    EXPECT_EQ(run.model.weights(r), run.model.weights(0)) << "replica " << r;
  }
  EXPECT_NE(run.model.weights(), Model().weights());
  return run;
}

void expect_near(const std::vector<float>& a, const std::vector<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 2e-6f) << i;
}

TEST(AggregatingOptimizer, AddsOverReplicasOnceUnlessThatHasBeenDone) {
  const auto keras = [] {
    return std::make_shared<AggregatingOptimizer>(std::make_shared<Sgd>(0.05f));
  };
  CrossReplicaOptimizer sum(std::make_shared<Sgd>(0.05f), ReduceOp::sum);
  const Trained by_hand = train(sum, {4}), aggregated = train(*keras(), {4});
  EXPECT_EQ(aggregated.model.weights(), by_hand.model.weights());
  EXPECT_EQ(aggregated.cycles, by_hand.cycles);
  EXPECT_EQ(train(*keras(), {1}).exchanges, 0u);

  CrossReplicaOptimizer mean(std::make_shared<Sgd>(0.05f)), around(keras());
  EXPECT_EQ(train(around, {4}).model.weights(), train(mean, {4}).model.weights());

  GradientAccumulationOptimizerV2 accumulated(keras(), 4);
  const Trained rarely = train(accumulated, {2, 12});
  EXPECT_EQ(rarely.exchanges, 3u);  // in the tree: of each variable, in the weight update
  CrossReplicaGradientAccumulationOptimizerV2 as_before(std::make_shared<Sgd>(0.05f), 4, {},
                                                        ReduceOp::sum);
  EXPECT_EQ(rarely.model.weights(), train(as_before, {2, 12}).model.weights());
  CrossReplicaGradientAccumulationOptimizer older(keras(), 4),
      older_plain(std::make_shared<Sgd>(0.05f), 4);
  EXPECT_EQ(train(older, {2, 12}).model.weights(), train(older_plain, {2, 12}).model.weights());
}

// Gradients averaged by hand: accumulated over the mini-batches that the replicas share out, which
// adds them in the same order, then divided.
TEST(CrossReplica, TrainsAsOneIpuWithAveragedGradientsToTheBit) {
  for (const int replicas : {2, 3, 4}) {
    const std::int64_t updates = 12;
    CrossReplicaOptimizer optimizer(std::make_shared<Momentum>(0.1f));
    const Trained replicated = train(optimizer, {replicas, updates});

    Model plain;
    Momentum by_hand(0.1f);
    InfeedQueue infeed = iter(samples(kBatch));
    OutfeedQueue outfeed;
    Machine machine;
    Strategy strategy(machine);
    strategy.run(Function("by hand", [&] {
      loops::repeat(updates, [&] {
        std::vector<Tensor> losses;
        GradientsAndVariables sums;
        for (int r = 0; r < replicas; ++r) {
          const Tensor loss = plain.loss(next(infeed));
          losses.push_back(reshape(loss, {1}));
          const auto own = by_hand.compute_gradients(loss, plain.variables());
          for (std::size_t i = 0; i < own.size(); ++i) {
            if (r == 0) {
              sums.push_back(own[i]);
            } else {
              sums[i].first = sums[i].first + own[i].first;
            }
          }
        }
        for (auto& [sum, variable] : sums) sum = sum / static_cast<double>(replicas);
        by_hand.apply_gradients(sums);
      });
    }));
    EXPECT_EQ(replicated.model.weights(), plain.weights()) << replicas << " replicas";
    EXPECT_EQ(replicated.losses.shape(), (Shape{updates, replicas}));
    EXPECT_EQ(replicated.exchanges, 3u);
  }
}

// R replicas with batch B see what one sees with batch R B; only rounding differs.
TEST(CrossReplica, TrainsAsALargerBatch) {
  CrossReplicaOptimizer optimizer(std::make_shared<Sgd>(0.1f));
  Sgd plain(0.1f);
  expect_near(train(optimizer, {4, 6}).model.weights(),
              train(plain, {1, 6, 4 * kBatch}).model.weights());
}

// The difference between CrossReplicaOptimizer and Keras' optimizers in a strategy.
TEST(CrossReplica, TheSumTakesStepsAsManyTimesLargerAsThereAreReplicas) {
  CrossReplicaOptimizer sum(std::make_shared<Sgd>(0.0625f), ReduceOp::sum);
  CrossReplicaOptimizer mean(std::make_shared<Sgd>(0.25f));
  EXPECT_EQ(train(sum, {4, 6}).model.weights(), train(mean, {4, 6}).model.weights());
  EXPECT_THROW(CrossReplicaOptimizer(std::make_shared<Sgd>(), ReduceOp::max), ValueError);
}

TEST(CrossReplica, WithOneReplicaItIsTheInnerOptimizer) {
  CrossReplicaOptimizer wrapped(std::make_shared<Adam>());
  Adam plain;
  const Trained a = train(wrapped, {1}), b = train(plain, {1});
  EXPECT_EQ(a.model.weights(), b.model.weights());
  EXPECT_EQ(wrapped.state(a.model.kernel).size(), 2u);
}

TEST(CrossReplica, SlicesChangeNothing) {
  const auto run = [](std::int64_t slice) {
    CrossReplicaGradientAccumulationOptimizerV2 optimizer(std::make_shared<Adam>(), 3);
    return train(optimizer, {.replicas = 2, .slice = slice});
  };
  const Trained whole = run(Budget::kNoLimit);
  for (const std::int64_t slice : {1, 2, 7}) {
    const Trained sliced = run(slice);
    EXPECT_EQ(sliced.model.weights(), whole.model.weights());
    EXPECT_EQ(sliced.cycles, whole.cycles);
  }
}

TEST(CrossReplicaGradientAccumulation, ExchangesOnceAnUpdate) {
  const std::int64_t count = 3, steps = 12;
  CrossReplicaGradientAccumulationOptimizerV2 accumulated(std::make_shared<Sgd>(0.1f), count);
  const Trained run = train(accumulated, {2, steps});
  ASSERT_EQ(run.exchanges, 3u);
  Sgd larger(0.1f * static_cast<float>(count));
  expect_near(run.model.weights(),
              train(larger, {1, steps / count, 2 * count * kBatch}).model.weights());
  // Exchanging in every iteration takes `count` times as long and gives the same but for rounding.
  GradientAccumulationOptimizerV2 inner(std::make_shared<Sgd>(0.1f), count);
  CrossReplicaOptimizer eager(std::shared_ptr<Optimizer>(&inner, [](Optimizer*) {}));
  const Trained often = train(eager, {2, steps});
  expect_near(run.model.weights(), often.model.weights());
  EXPECT_GT(run.exchange_cycles, 0);
  EXPECT_EQ(often.exchange_cycles, count * run.exchange_cycles);
}

TEST(CrossReplicaGradientAccumulation, TheOlderFormGivesTheSame) {
  const std::int64_t count = 2, steps = 12;
  CrossReplicaGradientAccumulationOptimizer sgd(std::make_shared<Sgd>(0.1f), count);
  CrossReplicaGradientAccumulationOptimizerV2 sgd_v2(std::make_shared<Sgd>(0.1f), count);
  const Trained older = train(sgd, {2, steps});
  EXPECT_EQ(older.model.weights(), train(sgd_v2, {2, steps}).model.weights());
  EXPECT_EQ(older.exchanges, 3u);

  CrossReplicaGradientAccumulationOptimizer momentum(std::make_shared<Momentum>(0.1f, 0.5f), count);
  CrossReplicaGradientAccumulationOptimizerV2 momentum_v2(std::make_shared<Momentum>(0.1f, 0.5f),
                                                          count);
  const Trained a = train(momentum, {2, steps}), b = train(momentum_v2, {2, steps});
  expect_near(a.model.weights(), b.model.weights());
  for (const Variable& v : a.model.variables()) {
    const Variable state = momentum.state(v).at(0);
    EXPECT_TRUE(values(state, 0) == values(state, 1)) << "replicas do not keep what they agreed on";
  }
}

}  // namespace
}  // namespace pipette
