// Momentum, Adam and RMSprop as functions that are compiled and run, against the formulas of Keras
// in double.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "graph/ops.h"
#include "loops/loops.h"
#include "run_function.h"
#include "training/optimizer.h"

namespace pipette {
namespace {

using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;

// One element's state and the gradient it meets; changed by a rule in double.
struct Element {
  double w, slot_1 = 0, slot_2 = 0;
};
using Rule = std::function<void(Element& element, double g, int step)>;

Rule momentum(double rate, double factor, bool nesterov) {
  return [=](Element& e, double g, int) {
    e.slot_1 = factor * e.slot_1 - rate * g;
    e.w += nesterov ? factor * e.slot_1 - rate * g : e.slot_1;
  };
}
Rule adam(double rate, double beta_1, double beta_2, double epsilon) {
  return [=](Element& e, double g, int step) {
    e.slot_1 = beta_1 * e.slot_1 + (1 - beta_1) * g;
    e.slot_2 = beta_2 * e.slot_2 + (1 - beta_2) * g * g;
    const double a = rate * std::sqrt(1 - std::pow(beta_2, step)) / (1 - std::pow(beta_1, step));
    e.w -= a * e.slot_1 / (std::sqrt(e.slot_2) + epsilon);
  };
}
Rule rmsprop(double rate, double rho, double factor, double epsilon) {
  return [=](Element& e, double g, int) {
    e.slot_1 = rho * e.slot_1 + (1 - rho) * g * g;
    e.slot_2 = factor * e.slot_2 + rate * g / (std::sqrt(e.slot_1) + epsilon);
    e.w -= e.slot_2;
  };
}

constexpr int kUpdates = 12;
const std::vector<float> kStart{1, -2, 0.5f, 3};
const std::vector<float> kTarget{0.25f, 1, -1.5f, 3.5f};

// loss = sum((w - target)^2) / 2 has gradient w - target. All updates in one loop on the device.
void check(Optimizer& optimizer, const Rule& rule, double tolerance,
           const std::vector<std::string>& slot_names, DType dtype = DType::f32) {
  Variable w("net/w", Array::of<float>({4}, kStart).cast(dtype));
  EXPECT_TRUE(optimizer.state(w).empty());
  RunFunction train([&](const Values&) {
    loops::repeat(kUpdates, [&] {
      const Tensor error = Tensor(w) - constant(Array::of<float>({4}, kTarget).cast(dtype));
      optimizer.minimize(reduce_sum(square(error)) * 0.5, {w});
    });
    return Values{};
  });
  train();
  std::vector<std::string> names;
  for (const Variable& each : optimizer.state(w)) names.push_back(each.name());
  EXPECT_EQ(names, slot_names);
  const Array value = w.value().cast(DType::f32);
  for (std::size_t i = 0; i < kStart.size(); ++i) {
    Element e{static_cast<double>(kStart[i])};
    for (int step = 1; step <= kUpdates; ++step)
      rule(e, e.w - static_cast<double>(kTarget[i]), step);
    EXPECT_NEAR(static_cast<double>(value.data<float>()[i]), e.w, tolerance) << i;
  }
}

TEST(Rules, MomentumPlainAndNesterov) {
  for (const bool nesterov : {false, true}) {
    Momentum optimizer(0.1f, 0.8f, nesterov);
    check(optimizer, momentum(0.1, 0.8, nesterov), 1e-5, {"net/w/Momentum"});
    EXPECT_TRUE(optimizer.iterations().empty());
  }
}

TEST(Rules, Adam) {
  Adam optimizer(0.1f, 0.9f, 0.99f);
  check(optimizer, adam(0.1, 0.9, 0.99, 1e-7), 2e-5, {"net/w/Adam", "net/w/Adam_1"});
  EXPECT_EQ(optimizer.iterations()[0].value().item<std::int32_t>(), kUpdates);
}

TEST(Rules, AdamWDecaysWeightsBeforeItMovesThem) {
  AdamW optimizer(0.1f, 0.05f, 0.9f, 0.99f);
  const Rule moments = adam(0.1, 0.9, 0.99, 1e-7);
  check(optimizer,
        [=](Element& e, double g, int step) {
          e.w -= e.w * 0.1 * 0.05;
          moments(e, g, step);
        },
        2e-5, {"net/w/AdamW", "net/w/AdamW_1"});
  EXPECT_THROW(AdamW(0.1f, -1.0f), ValueError);
}

TEST(Rules, RmspropPlainAndWithMomentum) {
  Rmsprop plain(0.05f, 0.8f);
  check(plain, rmsprop(0.05, 0.8, 0, 1e-7), 2e-5, {"net/w/RMSProp"});
  Rmsprop with_momentum(0.05f, 0.8f, 0.5f);
  check(with_momentum, rmsprop(0.05, 0.8, 0.5, 1e-7), 2e-5, {"net/w/RMSProp", "net/w/RMSProp_1"});
}

TEST(Rules, HalfVariables) {
  Momentum m(0.1f, 0.8f);
  check(m, momentum(0.1, 0.8, false), 0.01, {"net/w/Momentum"}, DType::f16);
  Rmsprop r(0.05f, 0.8f);
  check(r, rmsprop(0.05, 0.8, 0, 1e-7), 0.02, {"net/w/RMSProp"}, DType::f16);
  Adam a(0.1f, 0.9f, 0.99f);
  check(a, adam(0.1, 0.9, 0.99, 1e-7), 0.02, {"net/w/Adam", "net/w/Adam_1"}, DType::f16);
}

// Computed in float, rounded once: 1 - 0.1 * 0.3 with halves of both.
TEST(Rules, HalfSgdRoundsOnce) {
  const Half start(1.0f), gradient(0.3f);
  Variable w("w", Array::scalar(start));
  Sgd optimizer(0.1f);
  run_function([&](const Values&) {
    optimizer.apply_gradients({{constant(Array::scalar(gradient)), w}});
    return Values{};
  });
  EXPECT_EQ(w.value().item<Half>().bits(), Half(1.0f - 0.1f * static_cast<float>(gradient)).bits());
}

// Two functions that share an optimizer share its state and its count.
TEST(Rules, StateBelongsToTheOptimizer) {
  Variable together("v", Array::scalar(1.0f));
  Variable apart("v", Array::scalar(1.0f));
  Adam one(0.1f), other(0.1f);
  const auto step = [](Optimizer& optimizer, Variable& w) {
    return [&](const Values&) {
      optimizer.minimize(square(Tensor(w)), {w});
      return Values{};
    };
  };
  RunFunction first(step(one, together)), second(step(one, together)), alone(step(other, apart));
  for (int i = 0; i < 3; ++i) {
    first();
    second();
    alone();
    alone();
    ASSERT_EQ(together.value().item<float>(), apart.value().item<float>()) << i;
  }
  EXPECT_EQ(one.iterations()[0].value().item<std::int32_t>(), 6);
}

// A read that is wanted after the update must be of the state before it, state included.
TEST(Rules, ReadsOfSlotsAndVariablesKeepTheirPlaceInTime) {
  Variable w("w", Array::scalar(1.0f));
  Momentum optimizer(0.5f, 0.5f);
  RunFunction step([&](const Values&) {
    const bool has_state = !optimizer.state(w).empty();
    const Tensor before_w = w;
    const Tensor before_v = has_state ? read(optimizer.state(w)[0]) : constant(0.0f);
    optimizer.apply_gradients({{constant(1.0f), w}});
    return Values{before_w + 0.0, before_v + 0.0, read(optimizer.state(w)[0]) + 0.0};
  });
  step();  // w = 1, v = 0 -> v = -0.5, w = 0.5
  RunFunction again([&](const Values&) {
    const Tensor before_v = read(optimizer.state(w)[0]);
    const Tensor before_w = w;
    optimizer.apply_gradients({{constant(1.0f), w}});
    return Values{before_w + 0.0, before_v + 0.0, read(optimizer.state(w)[0]) + 0.0};
  });
  const std::vector<Array> out = again();
  EXPECT_EQ(out[0].item<float>(), 0.5f);
  EXPECT_EQ(out[1].item<float>(), -0.5f);
  EXPECT_EQ(out[2].item<float>(), -0.75f);
  EXPECT_EQ(w.value().item<float>(), -0.25f);
}

// The gradient may be the variable or a state itself.
TEST(Rules, GradientsMayBeViewsOfWhatIsUpdated) {
  Variable w("w", Array::of<float>({3}, {1, 2, 3}));
  Momentum optimizer(0.5f, 0.5f);
  RunFunction own([&](const Values&) {
    optimizer.apply_gradients({{read(w), w}});
    return Values{};
  });
  own();  // v = -w / 2, w = w / 2
  EXPECT_EQ(w.value().data<float>()[2], 1.5f);
  RunFunction state([&](const Values&) {
    optimizer.apply_gradients({{read(optimizer.state(w)[0]), w}});
    return Values{};
  });
  state();  // v = v / 2 - v / 2
  EXPECT_EQ(w.value().data<float>()[2], 1.5f);
  EXPECT_EQ(optimizer.state(w)[0].value().data<float>()[2], 0.0f);
}

TEST(Rules, HyperParametersHaveRanges) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(Momentum(-1.0f), ValueError);
  EXPECT_THROW(Momentum(0.1f, 1.5f), ValueError);
  EXPECT_NO_THROW(Momentum(0.1f, 1.0f));
  EXPECT_THROW(Adam{nan}, ValueError);
  EXPECT_THROW(Adam(0.1f, 1.0f), ValueError);
  EXPECT_THROW(Adam(0.1f, 0.9f, -0.1f), ValueError);
  EXPECT_THROW(Adam(0.1f, 0.9f, 0.9f, -1.0f), ValueError);
  EXPECT_THROW(Rmsprop(0.1f, nan), ValueError);
  EXPECT_THROW(Rmsprop(0.1f, 0.9f, 2.0f), ValueError);
}

TEST(ApplyOptimizer, ChecksItsOperands) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Variable w("w", Array::scalar(1.0f));
  const Variable state("s", Array::scalar(0.0f));
  const Variable other("o", Array::zeros(DType::f32, {2}));
  const Tensor g = constant(1.0f);
  EXPECT_THROW(apply_optimizer(w, {}, g, kernels::MomentumParameters{}), InvalidArgument);
  EXPECT_THROW(apply_optimizer(w, {other}, g, kernels::MomentumParameters{}), InvalidArgument);
  EXPECT_THROW(apply_optimizer(w, {state}, g, kernels::MomentumParameters{}, g), InvalidArgument);
  EXPECT_THROW(apply_optimizer(w, {state, state}, g, kernels::AdamParameters{}), InvalidArgument);
  EXPECT_THROW(apply_optimizer(w, {state, state}, g, kernels::AdamParameters{}, g),
               InvalidArgument);
  EXPECT_NO_THROW(apply_optimizer(w, {state}, g, kernels::MomentumParameters{}));
}

}  // namespace
}  // namespace pipette
