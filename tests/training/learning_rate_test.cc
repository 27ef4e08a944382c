// Learning rates that are tensors and schedules: compiled and run, against formulas in double.
#include "training/learning_rate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "graph/ops.h"
#include "loops/loops.h"
#include "run_function.h"
#include "training/gradient_accumulation.h"
#include "training/optimizer.h"

namespace pipette {
namespace {

using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;

constexpr int kUpdates = 9;

// The gradient is 1 in every update, so Sgd takes off the learning rates.
std::vector<float> rates_of(const LearningRate& rate) {
  Variable w("w", Array::scalar(0.0f));
  Sgd sgd(rate);
  RunFunction step([&](const Values&) {
    sgd.minimize(Tensor(w), {w});
    return Values{};
  });
  std::vector<float> rates;
  for (int update = 0; update < kUpdates; ++update) {
    w.assign(Array::scalar(0.0f));
    step();
    rates.push_back(-w.value().item<float>());
  }
  return rates;
}

void expect_rates(const LearningRate& rate, const std::function<double(double)>& exact) {
  const std::vector<float> rates = rates_of(rate);
  for (int update = 0; update < kUpdates; ++update) {
    EXPECT_NEAR(static_cast<double>(rates[static_cast<std::size_t>(update)]), exact(update), 1e-7)
        << "update " << update;
  }
}

TEST(LearningRate, ExponentialDecay) {
  expect_rates(exponential_decay(0.1, 4, 0.5), [](double n) { return 0.1 * std::pow(0.5, n / 4); });
  expect_rates(exponential_decay(0.1, 4, 0.5, true),
               [](double n) { return 0.1 * std::pow(0.5, std::floor(n / 4)); });
}

TEST(LearningRate, CosineDecay) {
  const auto exact = [](double alpha) {
    return [=](double n) {
      const double wave = 0.5 * (1 + std::cos(std::numbers::pi * std::min(n, 6.0) / 6));
      return 0.2 * ((1 - alpha) * wave + alpha);
    };
  };
  expect_rates(cosine_decay(0.2, 6), exact(0));
  expect_rates(cosine_decay(0.2, 6, 0.25), exact(0.25));
}

TEST(LearningRate, PiecewiseConstantDecay) {
  expect_rates(piecewise_constant_decay({2, 5}, {0.3, 0.2, 0.1}), [](double n) {
    return n <= 2 ? 0.3 : n <= 5 ? 0.2 : 0.1;
  });
  expect_rates(piecewise_constant_decay({}, {0.3}), [](double) { return 0.3; });
}

TEST(LearningRate, ATensorIsWhatItIsInEachRun) {
  Variable w("w", Array::scalar(1.0f));
  std::unique_ptr<Sgd> sgd;
  RunFunction step([&](const Values& in) {
    sgd = std::make_unique<Sgd>(in[0]);
    sgd->minimize(Tensor(w), {w});
    return Values{};
  });
  step({Array::scalar(0.5f)});
  EXPECT_EQ(w.value().item<float>(), 0.5f);
  step({Array::scalar(-2.0f)});
  EXPECT_EQ(w.value().item<float>(), 2.5f);
}

// Every rule takes the rate of a tensor as it takes a number, to the bit.
TEST(LearningRate, AConstantTensorGivesTheBitsOfTheNumber) {
  const auto trained = [](const std::function<std::shared_ptr<Optimizer>(LearningRate)>& make,
                          bool as_tensor) {
    Variable w("w", Array::of<float>({3}, {1, -2, 0.5f}));
    std::shared_ptr<Optimizer> optimizer;
    run_function([&](const Values&) {
      const Tensor rate = constant(0.05f);
      optimizer = make(as_tensor ? LearningRate(rate) : LearningRate(0.05f));
      loops::repeat(5, [&] { optimizer->minimize(reduce_sum(square(Tensor(w))), {w}); });
      return Values{};
    });
    const Array value = w.value();
    return std::vector<float>(value.data<float>(), value.data<float>() + 3);
  };
  using Make = std::function<std::shared_ptr<Optimizer>(LearningRate)>;
  for (const Make& make : std::vector<Make>{
           [](const LearningRate& r) { return std::make_shared<Sgd>(r); },
           [](const LearningRate& r) { return std::make_shared<Momentum>(r, 0.9f, true); },
           [](const LearningRate& r) { return std::make_shared<Adam>(r); },
           [](const LearningRate& r) { return std::make_shared<AdamW>(r, 0.1f); },
           [](const LearningRate& r) { return std::make_shared<Rmsprop>(r, 0.9f, 0.5f); }}) {
    EXPECT_EQ(trained(make, true), trained(make, false));
  }
}

// A schedule counts weight updates, not mini-batches.
TEST(LearningRate, AScheduleCountsWeightUpdates) {
  Variable w("w", Array::scalar(0.0f));
  const auto sgd = std::make_shared<Sgd>(piecewise_constant_decay({0}, {1.0, 10.0}));
  GradientAccumulationOptimizerV2 optimizer(sgd, 3);
  run_function([&](const Values&) {
    loops::repeat(6, [&] { optimizer.minimize(Tensor(w), {w}); });
    return Values{};
  });
  EXPECT_EQ(w.value().item<float>(), -33.0f);  // 3 * 1 and 3 * 10
  EXPECT_EQ(sgd->iterations()[0].value().item<std::int32_t>(), 2);
}

TEST(LearningRate, RefusesWhatIsNone) {
  EXPECT_THROW(LearningRate(-0.1f), ValueError);
  EXPECT_THROW(LearningRate(std::nanf("")), ValueError);
  EXPECT_THROW(exponential_decay(-1, 10, 0.5), ValueError);
  EXPECT_THROW(exponential_decay(1, 0, 0.5), ValueError);
  EXPECT_THROW(exponential_decay(1, 10, 0), ValueError);
  EXPECT_THROW(cosine_decay(1, 0), ValueError);
  EXPECT_THROW(cosine_decay(1, 10, -0.5), ValueError);
  EXPECT_THROW(piecewise_constant_decay({1, 2}, {0.1, 0.2}), ValueError);
  EXPECT_THROW(piecewise_constant_decay({2, 2}, {0.1, 0.2, 0.3}), ValueError);
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Variable w("w", Array::scalar(0.0f));
  const Tensor pair = constant(Array::zeros(DType::f32, {2}));
  EXPECT_THROW(Sgd(pair).minimize(Tensor(w), {w}), InvalidArgument);
  EXPECT_THROW(apply_optimizer(w, {}, constant(1.0f), kernels::SgdParameters{}, std::nullopt, pair),
               InvalidArgument);
}

}  // namespace
}  // namespace pipette
