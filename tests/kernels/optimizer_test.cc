#include "kernels/optimizer.h"

#include <functional>

#include "core/error.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

constexpr std::size_t kCount = 77;

// Weights, gradients and two slots; update() changes them several times.
struct State {
  std::vector<float> w = random_floats(kCount, "w");
  std::vector<float> g = random_floats(kCount, "g");
  std::vector<float> slot_1 = std::vector<float>(kCount);
  std::vector<float> slot_2 = std::vector<float>(kCount);
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
          momentum_update(s.w.data(), s.g.data(), s.slot_1.data(), kSize, 0.1f, 0.9f, nesterov);
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
        adam_update(s.w.data(), s.g.data(), s.slot_1.data(), s.slot_2.data(), kSize,
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
  EXPECT_THROW(adam_update(s.w.data(), s.g.data(), s.slot_1.data(), s.slot_2.data(), kSize, {}, 0),
               InvalidArgument);
}

TEST(Optimizer, RmspropPlainAndWithMomentum) {
  for (const float momentum : {0.0f, 0.5f}) {
    check(
        [=](State& s, std::int64_t) {
          rmsprop_update(s.w.data(), s.g.data(), s.slot_1.data(), s.slot_2.data(), kSize,
                         {.learning_rate = 0.01f, .momentum = momentum});
        },
        [=](double w, double g) {
          double mean_square = 0;
          double slot = 0;
          for (int step = 0; step < 5; ++step) {
            mean_square = 0.9 * mean_square + 0.1 * g * g;
            slot =
                static_cast<double>(momentum) * slot + 0.01 * g / (std::sqrt(mean_square) + 1e-7);
            w -= slot;
          }
          return w;
        });
  }
  State s;
  EXPECT_THROW(
      rmsprop_update(s.w.data(), s.g.data(), s.slot_1.data(), nullptr, kSize, {.momentum = 0.5f}),
      InvalidArgument);
}

}  // namespace
}  // namespace pipette::kernels
