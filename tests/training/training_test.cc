#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/gradient.h"
#include "graph/ops.h"
#include "run_function.h"
#include "training/initializers.h"
#include "training/optimizer.h"

namespace pipette {
namespace {

using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;

// loss = sum(c * w) has gradient c: w <- w - lr * c, in float, term by term.
TEST(Sgd, AStepIsItsClosedForm) {
  const float lr = 0.03f;
  Variable w("w", Array::of<float>({3}, {1, -2, 0.5f}));
  const Array c = Array::of<float>({3}, {0.25f, 3, -1.5f});
  const Sgd unused;
  Sgd optimizer(lr);
  RunFunction step([&](const Values&) {
    const GradientTape tape;
    const Tensor loss = reduce_sum(constant(c) * w);
    optimizer.apply_gradients(zip(tape.gradient(loss, {w}), {w}));
    return Values{loss};
  });
  std::vector<float> expected{1, -2, 0.5f};
  for (int i = 0; i < 5; ++i) {
    step();
    for (std::size_t k = 0; k < 3; ++k) {
      expected[k] = expected[k] - lr * c.data<float>()[k];
      ASSERT_EQ(w.value().data<float>()[k], expected[k]) << i << " " << k;
    }
  }
  EXPECT_EQ(unused.learning_rate().number(), 0.01f);
}

// loss = (w - a)^2 / 2 converges geometrically: w_n - a = (1 - lr)^n (w_0 - a).
TEST(Sgd, DescendsAParabolaGeometrically) {
  Variable w("w", Array::scalar(5.0f));
  Sgd optimizer(0.25f);
  RunFunction step([&](const Values&) {
    const GradientTape tape;
    const Tensor loss = square(Tensor(w) - 1.0) * 0.5;
    optimizer.apply_gradients(zip(tape.gradient(loss, {w}), {w}));
    return Values{loss};
  });
  double distance = 4;
  for (int i = 0; i < 20; ++i) {
    const float loss = step()[0].item<float>();
    EXPECT_NEAR(loss, distance * distance / 2, 1e-5 * (1 + distance));
    distance *= 0.75;
    EXPECT_NEAR(w.value().item<float>(), 1 + distance, 1e-5);
  }
}

// The loss of a step is that before the update, and all gradients are taken before any update.
TEST(Sgd, UpdatesAllVariablesFromTheSameState) {
  Variable a("a", Array::scalar(2.0f));
  Variable b("b", Array::scalar(3.0f));
  Sgd optimizer(0.1f);
  const std::vector<Array> out = run_function([&](const Values&) {
    const GradientTape tape;
    const Tensor loss = Tensor(a) * b;
    optimizer.apply_gradients(zip(tape.gradient(loss, {a, b}), {a, b}));
    return Values{loss};
  });
  EXPECT_EQ(out[0].item<float>(), 6);
  EXPECT_EQ(a.value().item<float>(), 2.0f - 0.1f * 3.0f);
  EXPECT_EQ(b.value().item<float>(), 3.0f - 0.1f * 2.0f);
}

TEST(Sgd, LearningRateIsAFiniteNumberOfAtLeastZero) {
  EXPECT_NO_THROW(Sgd(0.0f));
  EXPECT_THROW(Sgd(-0.1f), ValueError);
  EXPECT_THROW(Sgd{std::numeric_limits<float>::quiet_NaN()}, ValueError);
  EXPECT_THROW(Sgd{std::numeric_limits<float>::infinity()}, ValueError);
}

TEST(Optimizer, NeedsSomethingToUpdateOfTheRightKind) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  Sgd optimizer(0.1f);
  EXPECT_THROW(optimizer.apply_gradients({}), ValueError);
  const Variable w("w", Array::zeros(DType::f32, {2}));
  const Variable h("h", Array::zeros(DType::f16, {2}));
  EXPECT_THROW(zip({constant(1.0f)}, {w, w}), InvalidArgument);
  EXPECT_THROW(optimizer.apply_gradients({{constant(1.0f), w}}), InvalidArgument);
  EXPECT_THROW(optimizer.apply_gradients({{constant(Array::zeros(DType::f32, {2})), h}}),
               TypeError);
}

TEST(Optimizer, NodesBelongToTheWeightUpdate) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Variable w("w", Array::scalar(1.0f));
  Sgd optimizer(0.1f);
  const Operation update = optimizer.apply_gradients({{constant(1.0f), w}});
  EXPECT_EQ(graph.node(update.node).phase, Phase::weight_update);
  EXPECT_EQ(graph.node(update.node).kind, OpKind::apply_sgd);
}

TEST(GlorotUniform, StaysInsideItsLimitAndReachesIt) {
  for (const Shape& shape : {Shape{784, 128}, Shape{128, 10}, Shape{3, 3, 16, 32}}) {
    const double window = shape.rank() == 4 ? 9 : 1;
    const double limit = std::sqrt(6.0 / (window * static_cast<double>(shape[-2] + shape[-1])));
    const Array values = glorot_uniform(shape, RandomStream(1, "kernel"));
    ASSERT_EQ(values.shape(), shape);
    double sum = 0, squares = 0, largest = 0;
    for (const float x : values.span<float>()) {
      ASSERT_LE(std::abs(x), limit * 1.0000001);
      sum += x;
      squares += static_cast<double>(x) * x;
      largest = std::max(largest, static_cast<double>(std::abs(x)));
    }
    const double n = static_cast<double>(values.size());
    EXPECT_GT(largest, 0.99 * limit);
    EXPECT_NEAR(sum / n, 0, 5 * limit / std::sqrt(3 * n));
    EXPECT_NEAR(squares / n, limit * limit / 3, 0.1 * limit * limit);
  }
}

TEST(GlorotUniform, IsItsStreamAndNeedsTwoAxes) {
  const Array a = glorot_uniform({4, 5}, RandomStream(1, "a"));
  const Array same = glorot_uniform({4, 5}, RandomStream(1, "a"));
  const Array other = glorot_uniform({4, 5}, RandomStream(2, "a"));
  EXPECT_TRUE(
      std::equal(a.span<float>().begin(), a.span<float>().end(), same.span<float>().begin()));
  EXPECT_FALSE(
      std::equal(a.span<float>().begin(), a.span<float>().end(), other.span<float>().begin()));
  EXPECT_THROW(glorot_uniform({4}, RandomStream(1, "a")), InvalidArgument);
}

}  // namespace
}  // namespace pipette
