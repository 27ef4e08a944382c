#include "training/map_gradient.h"

#include <gtest/gtest.h>

#include "graph/ops.h"
#include "loops/loops.h"
#include "oracle.h"
#include "run_function.h"

namespace pipette {
namespace {

using testing_support::run_function;
using Values = std::vector<Tensor>;

std::vector<Variable> one_two_three() {
  return {Variable("x", Array::scalar(1.0f)), Variable("y", Array::scalar(2.0f)),
          Variable("z", Array::scalar(3.0f))};
}

Tensor squared(const Tensor& gradient, const Variable&) { return gradient * gradient; }

TEST(Oracle, mapgrad_square_pairs) {
  PIPETTE_ORACLE_CASE(mapgrad_square_pairs);
  ASSERT_EQ(oracle["inputs"]["loss"], "xy+xz+yz");
  const std::vector<Variable> v = one_two_three();
  MapGradientOptimizer optimizer(std::make_shared<Sgd>(1.0f), squared);
  const std::vector<Array> out = run_function([&](const Values&) {
    const Tensor x = v[0], y = v[1], z = v[2];
    Values gradients;
    for (const auto& pair : optimizer.compute_gradients(x * y + x * z + y * z, v)) {
      gradients.push_back(pair.first);
    }
    return gradients;
  });
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(out[i].item<float>(), oracle["expected"]["grads"][i].get<float>());
  }
}

TEST(Oracle, mapgrad_minimize) {
  PIPETTE_ORACLE_CASE(mapgrad_minimize);
  ASSERT_EQ(oracle["inputs"]["loss"], "xyz");
  const std::vector<Variable> v = one_two_three();
  MapGradientOptimizer optimizer(std::make_shared<Sgd>(1.0f), squared);
  run_function([&](const Values&) {
    optimizer.minimize(Tensor(v[0]) * v[1] * v[2], v);
    return Values{};
  });
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(v[i].value().item<float>(), oracle["expected"]["vars_after"][i].get<float>());
  }
}

TEST(MapGradient, SeesTheVariableAndKeepsTheInnerSlots) {
  const Variable w("w", Array::scalar(4.0f));
  MapGradientOptimizer decay(std::make_shared<Momentum>(0.5f, 0.0f),
                             [](const Tensor& g, const Variable& v) { return g + Tensor(v); });
  run_function([&](const Values&) {
    decay.minimize(Tensor(w) * 2.0, {w});
    return Values{};
  });
  EXPECT_EQ(w.value().item<float>(), 4.0f - 0.5f * (2.0f + 4.0f));
  ASSERT_EQ(decay.state(w).size(), 1u);
  EXPECT_EQ(decay.state(w)[0].name(), "w/Momentum");
}

// Every read counts, whenever it was traced; reads the loss does not depend on do not.
TEST(ComputeGradients, FindsAllReadsTheLossDependsOn) {
  const Variable w("w", Array::scalar(3.0f));
  const Variable unused("u", Array::scalar(1.0f));
  Sgd optimizer;
  const std::vector<Array> out = run_function([&](const Values&) {
    const Tensor early = w;
    const Tensor elsewhere = square(Tensor(w));
    const auto pairs = optimizer.compute_gradients(early * w, {w, unused});
    return Values{pairs[0].first, pairs[1].first, elsewhere};
  });
  EXPECT_EQ(out[0].item<float>(), 6);
  EXPECT_EQ(out[1].item<float>(), 0);
}

TEST(ComputeGradients, RefusesToLookThroughLoops) {
  const Variable w("w", Array::scalar(3.0f));
  Sgd optimizer;
  EXPECT_THROW(run_function([&](const Values&) {
                 const Tensor y =
                     loops::repeat(3, [&](const Tensor& x) { return x * w; }, {constant(1.0f)})[0];
                 optimizer.minimize(y, {w});
                 return Values{};
               }),
               Unimplemented);
}

}  // namespace
}  // namespace pipette
