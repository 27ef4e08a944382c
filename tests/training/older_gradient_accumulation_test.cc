// The older form of gradient accumulation, whose momentum is its accumulator.
#include <gtest/gtest.h>

#include <array>

#include "core/random.h"
#include "feeds/infeed_queue.h"
#include "graph/ops.h"
#include "loops/loops.h"
#include "run_function.h"
#include "training/gradient_accumulation.h"

namespace pipette {
namespace {

using testing_support::run_function;
using Values = std::vector<Tensor>;

constexpr std::size_t kMiniBatches = 4, kUpdates = 5, kSize = 3;
using Weights = std::array<float, kSize>;
using Gradients = std::array<Weights, kMiniBatches * kUpdates>;  // in the order of the mini-batches

template <class Optimizer>
Weights train(const Gradients& gradients, float learning_rate, float momentum) {
  Array rows(ArraySpec{DType::f32, Shape{kMiniBatches * kUpdates, kSize}});
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    for (std::size_t j = 0; j < kSize; ++j) rows.span<float>()[i * kSize + j] = gradients[i][j];
  }
  InfeedQueue infeed = iter(Dataset::from_tensor_slices(rows));
  const Variable w("w", Array::of<float>({kSize}, {1, -2, 3}));
  Optimizer optimizer(std::make_shared<Momentum>(learning_rate, momentum), kMiniBatches);
  run_function([&](const Values&) {
    loops::repeat(kMiniBatches * kUpdates,
                  [&] { optimizer.minimize(reduce_sum(Tensor(w) * next(infeed).leaf()), {w}); });
    return Values{};
  });
  Weights weights;
  for (std::size_t j = 0; j < kSize; ++j) weights[j] = w.value().span<float>()[j];
  return weights;
}

Weights train_by_hand(const Gradients& gradients, float learning_rate, float momentum) {
  Weights weights{1, -2, 3}, buffer{};
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    for (std::size_t j = 0; j < kSize; ++j) {
      if (i % kMiniBatches == 0) buffer[j] = momentum * buffer[j];
      buffer[j] = buffer[j] + gradients[i][j];
      if (i % kMiniBatches + 1 < kMiniBatches) continue;
      const float step = learning_rate * buffer[j];
      weights[j] = weights[j] - step;
    }
  }
  return weights;
}

// The bits are those of this order of the terms, and not those of the newer form.
TEST(OlderGradientAccumulation, AddsTheGradientsToTheScaledMomentum) {
  int different = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    RandomStream random(seed, "gradients");
    Gradients gradients;
    for (Weights& gradient : gradients) {
      for (float& g : gradient) g = random.uniform(-1, 1);
    }
    const Weights older = train<GradientAccumulationOptimizer>(gradients, 0.1f, 0.9f);
    EXPECT_EQ(older, train_by_hand(gradients, 0.1f, 0.9f)) << seed;
    const Weights newer = train<GradientAccumulationOptimizerV2>(gradients, 0.1f, 0.9f);
    for (std::size_t j = 0; j < kSize; ++j) {
      EXPECT_NEAR(older[j], newer[j], 1e-5f);
      different += older[j] != newer[j];
    }
  }
  EXPECT_GT(different, 0);
}

TEST(OlderGradientAccumulation, HasTheBitsOfTheNewerFormWhereNothingIsRounded) {
  Gradients gradients;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    for (std::size_t j = 0; j < kSize; ++j)
      gradients[i][j] = static_cast<float>(i * i % 7) - 2.0f * static_cast<float>(j);
  }
  EXPECT_EQ(train<GradientAccumulationOptimizer>(gradients, 0.25f, 0.5f),
            train<GradientAccumulationOptimizerV2>(gradients, 0.25f, 0.5f));
}

// Upstream's test of the operator: the state is scaled when a cycle starts, and reads 9 at the end,
// not 0.8 times that.
TEST(OlderGradientAccumulation, ScalesTheStateWhenACycleStarts) {
  const Variable x("x", Array::of<float>({1}, {10})), state("state", Array::zeros(DType::f32, {1}));
  run_function([&](const Values&) {
    loops::repeat(10, [&] {
      const Tensor one = fill({1}, x.spec(), 1.0f);
      const Tensor sum = stateful_gradient_accumulate_with_momentum(state, one, 0.8f, 5);
      assign(x, Tensor(x) + sum);
    });
    return Values{};
  });
  EXPECT_EQ(x.value().data<float>()[0], 10 + 5 + 9);
  EXPECT_EQ(state.value().data<float>()[0], 9);
}

TEST(OlderGradientAccumulation, LeavesTheDecayingSumAsItsState) {
  const Variable w("w", Array::of<float>({1}, {0}));
  GradientAccumulationOptimizer optimizer(std::make_shared<Momentum>(1.0f, 0.5f), 2);
  run_function([&](const Values&) {
    loops::repeat(4, [&] { optimizer.minimize(reduce_sum(Tensor(w)), {w}); });
    return Values{};
  });
  EXPECT_EQ(optimizer.state(w).at(0).value().data<float>()[0], 3);  // 0.5 * 2 + 1 + 1
  EXPECT_EQ(w.value().data<float>()[0], -(2 + 3));
}

// The older form against the newer: equal up to the order of roundings.
TEST(OlderGradientAccumulation, EqualsTheNewerForm) {
  for (const float momentum : {-1.0f, 0.0f, 0.75f}) {  // -1: plain Sgd
    const auto make = [&]() -> std::shared_ptr<Optimizer> {
      if (momentum < 0) return std::make_shared<Sgd>(0.05f);
      return std::make_shared<Momentum>(0.05f, momentum);
    };
    const Variable w("w", Array::of<float>({2}, {1, -2})), v("v", Array::of<float>({2}, {1, -2}));
    GradientAccumulationOptimizer older(make(), 3);
    GradientAccumulationOptimizerV2 newer(make(), 3);
    run_function([&](const Values&) {
      loops::repeat(12, [&] {
        older.minimize(reduce_sum(square(Tensor(w) - 0.5)), {w});
        newer.minimize(reduce_sum(square(Tensor(v) - 0.5)), {v});
      });
      return Values{};
    });
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(w.value().data<float>()[i], v.value().data<float>()[i], 1e-6) << momentum;
    }
    ASSERT_EQ(older.state(w).size(), momentum < 0 ? 0u : 1u);
    for (const Variable& each : older.state(w)) EXPECT_EQ(each.name(), "w/Momentum");
  }
}

// Its reason: there is no accumulator beside the momentum, and a mini-batch costs one addition.
TEST(OlderGradientAccumulation, SavesTheMemoryOfTheAccumulator) {
  constexpr std::int64_t kBytes = 256 * 256 * 4;
  const auto compiled = [](Optimizer& optimizer, const Variable& w) {
    return testing_support::RunFunction([&](const Values&) {
      loops::repeat(4, [&] { optimizer.minimize(reduce_sum(square(Tensor(w))), {w}); });
      return Values{};
    });
  };
  const Variable w("w", Array::zeros(DType::f32, {256, 256}));
  GradientAccumulationOptimizer older(std::make_shared<Momentum>(), 4);
  GradientAccumulationOptimizerV2 newer(std::make_shared<Momentum>(), 4,
                                        {.offload_weight_update_variables = false});
  auto with_older = compiled(older, w), with_newer = compiled(newer, w);
  const Executable& one = with_older.compiled();
  const Executable& two = with_newer.compiled();
  const std::int64_t saved = two.memory[0].total_bytes() - one.memory[0].total_bytes();
  EXPECT_NEAR(static_cast<double>(saved), kBytes, 64);
  const auto size_of_body = [](const Executable& program) {
    return program.root.children.at(0).children.at(0).children.size();
  };
  EXPECT_EQ(size_of_body(one), size_of_body(two));
}

TEST(OlderGradientAccumulation, WrapsOnlySgdAndMomentum) {
  EXPECT_THROW(GradientAccumulationOptimizer(std::make_shared<Adam>(), 2), ValueError);
  EXPECT_THROW(GradientAccumulationOptimizer(std::make_shared<Momentum>(0.1f, 0.9f, true), 2),
               ValueError);
  EXPECT_THROW(GradientAccumulationOptimizer(std::make_shared<Sgd>(), 0), ValueError);
}

}  // namespace
}  // namespace pipette
