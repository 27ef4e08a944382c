#include "kernels/optimizer.h"

#include <functional>
#include <limits>

#include "core/error.h"
#include "kernels/kernel_testing.h"
#include "oracle.h"

namespace pipette::kernels {
namespace {

constexpr std::size_t kCount = 77;

// Weights, gradients and two arrays of state; update() changes them several times.
struct State {
  std::vector<float> w = random_floats(kCount, "w");
  std::vector<float> g = random_floats(kCount, "g");
  std::vector<float> state_1 = std::vector<float>(kCount);
  std::vector<float> state_2 = std::vector<float>(kCount);
};

// Runs five updates under every set, compares bits, and compares weights with `expected`, which
// does five updates of one weight in double.
void check(const std::function<void(State&, std::int64_t)>& update,
           const std::function<double(double, double)>& expected) {
  const auto run = [&] {
    State state;
    for (std::int64_t step = 1; step <= 5; ++step) update(state, step);
    return state.w;
  };
  expect_same_under_every_set("optimizer", run);
  const State start;
  const std::vector<float> w = run();
  for (std::size_t i = 0; i < kCount; ++i) {
    const double exact = expected(static_cast<double>(start.w[i]), static_cast<double>(start.g[i]));
    EXPECT_NEAR(static_cast<double>(w[i]), exact, 2e-6) << i;
  }
}

constexpr std::int64_t kSize = static_cast<std::int64_t>(kCount);

TEST(Optimizer, Sgd) {
  check([](State& s, std::int64_t) { sgd_update(s.w.data(), s.g.data(), kSize, 0.1f); },
        [](double w, double g) { return w - 5 * 0.1 * g; });
}

TEST(Optimizer, MomentumPlainAndNesterov) {
  for (const bool nesterov : {false, true}) {
    check(
        [=](State& s, std::int64_t) {
          momentum_update(s.w.data(), s.g.data(), s.state_1.data(), kSize, 0.1f, 0.9f, nesterov);
        },
        [=](double w, double g) {
          double v = 0;
          for (int step = 0; step < 5; ++step) {
            v = 0.9 * v - 0.1 * g;
            w += nesterov ? 0.9 * v - 0.1 * g : v;
          }
          return w;
        });
  }
}

TEST(Optimizer, Adam) {
  check(
      [](State& s, std::int64_t step) {
        adam_update(s.w.data(), s.g.data(), s.state_1.data(), s.state_2.data(), kSize,
                    {.learning_rate = 0.01f}, step);
      },
      [](double w, double g) {
        double m = 0;
        double v = 0;
        for (int step = 1; step <= 5; ++step) {
          m = 0.9 * m + 0.1 * g;
          v = 0.999 * v + 0.001 * g * g;
          const double rate =
              0.01 * std::sqrt(1 - std::pow(0.999, step)) / (1 - std::pow(0.9, step));
          w -= rate * m / (std::sqrt(v) + 1e-7);
        }
        return w;
      });
  State s;
  EXPECT_THROW(
      adam_update(s.w.data(), s.g.data(), s.state_1.data(), s.state_2.data(), kSize, {}, 0),
      InvalidArgument);
}

TEST(Optimizer, RmspropPlainAndWithMomentum) {
  for (const float momentum : {0.0f, 0.5f}) {
    check(
        [=](State& s, std::int64_t) {
          rmsprop_update(s.w.data(), s.g.data(), s.state_1.data(), s.state_2.data(), kSize,
                         {.learning_rate = 0.01f, .momentum = momentum});
        },
        [=](double w, double g) {
          double mean_square = 0;
          double momentum_sum = 0;
          for (int step = 0; step < 5; ++step) {
            mean_square = 0.9 * mean_square + 0.1 * g * g;
            momentum_sum = static_cast<double>(momentum) * momentum_sum +
                           0.01 * g / (std::sqrt(mean_square) + 1e-7);
            w -= momentum_sum;
          }
          return w;
        });
  }
  State s;
  EXPECT_THROW(
      rmsprop_update(s.w.data(), s.g.data(), s.state_1.data(), nullptr, kSize, {.momentum = 0.5f}),
      InvalidArgument);
}

float accumulated_onto(float initial, Accumulation reduction) {
  for (int k = 0; k < 10; ++k) {
    const float g = static_cast<float>(k);
    accumulate_onto(DType::f32, &initial, &g, 1, reduction, k, 10);
  }
  return initial;
}

TEST(Oracle, ga_reduction_methods) {
  PIPETTE_ORACLE_CASE(ga_reduction_methods);
  ASSERT_EQ(oracle["inputs"]["grads"].size(), 10u);  // 0, 1, ..., 9
  const float initial = oracle["inputs"]["initial"];
  const auto& expected = oracle["expected"];
  EXPECT_EQ(accumulated_onto(initial, Accumulation::sum), expected["SUM"].get<float>());
  EXPECT_FLOAT_EQ(accumulated_onto(initial, Accumulation::mean), expected["MEAN"].get<float>());
  EXPECT_FLOAT_EQ(accumulated_onto(initial, Accumulation::running_mean),
                  expected["RUNNING_MEAN"].get<float>());
}

// Seven mini-batches, against double.
TEST(Accumulate, EachReductionUnderEverySet) {
  constexpr int kMiniBatches = 7;
  const std::vector<float> g = random_floats(kCount * kMiniBatches, "accumulate");
  for (const Accumulation reduction :
       {Accumulation::sum, Accumulation::mean, Accumulation::running_mean}) {
    const auto run = [&] {
      std::vector<float> a(kCount, std::numeric_limits<float>::quiet_NaN());
      for (int k = 0; k < kMiniBatches; ++k) {
        accumulate(DType::f32, a.data(), &g[static_cast<std::size_t>(k) * kCount], kSize, reduction,
                   k, kMiniBatches);
      }
      return a;
    };
    expect_same_under_every_set("accumulate", run);
    const std::vector<float> a = run();
    for (std::size_t i = 0; i < kCount; ++i) {
      double exact = 0;
      for (std::size_t k = 0; k < kMiniBatches; ++k)
        exact += static_cast<double>(g[k * kCount + i]);
      if (reduction != Accumulation::sum) exact /= kMiniBatches;
      EXPECT_NEAR(static_cast<double>(a[i]), exact, 2e-6) << i;
    }
  }
}

// 2048 + 1 is 2048 in f16, 2048 + 1 + 1 as well: each step rounds, once. 65504 + 65504 overflows,
// but its running mean does not.
TEST(Accumulate, HalfRoundsEveryStepOnce) {
  std::vector<Half> a(700);
  const auto add = [&](float g, Accumulation reduction, int index) {
    const std::vector<Half> gradient(a.size(), Half(g));
    accumulate(DType::f16, a.data(), gradient.data(), static_cast<std::int64_t>(a.size()),
               reduction, index, 3);
    return static_cast<float>(a.back());
  };
  add(2048, Accumulation::sum, 0);
  add(1, Accumulation::sum, 1);
  EXPECT_EQ(add(1, Accumulation::sum, 2), 2048.0f);
  EXPECT_EQ(add(-3, Accumulation::sum, 0), -3.0f);
  EXPECT_EQ(add(1, Accumulation::mean, 0), static_cast<float>(Half(1.0f / 3.0f)));
  add(65504, Accumulation::running_mean, 0);
  add(65504, Accumulation::running_mean, 1);
  EXPECT_EQ(add(65504, Accumulation::running_mean, 2), 65504.0f);
  EXPECT_TRUE(std::isinf(add(65504, Accumulation::sum, 1)));
}

TEST(Accumulate, RefusesWhatHasNoMeaning) {
  float a = 0;
  const float g = 1;
  EXPECT_THROW(accumulate(DType::f32, &a, &g, 1, Accumulation::sum, -1, 4), InvalidArgument);
  EXPECT_THROW(accumulate(DType::f32, &a, &g, 1, Accumulation::mean, 0, 0), InvalidArgument);
  EXPECT_THROW(accumulate(DType::i32, &a, &g, 1, Accumulation::sum, 0, 1), TypeError);
  accumulate(DType::f32, &a, &g, 1, Accumulation::sum, 0, 0);
  EXPECT_EQ(a, 1.0f);
}

}  // namespace
}  // namespace pipette::kernels
