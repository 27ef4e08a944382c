// Gradients against finite differences: for every differentiable operator with every kind of
// broadcasting, and for random expressions of them.
#include "graph/gradient.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "graph/ops.h"
#include "run_function.h"

namespace pipette {
namespace {

using kernels::BinaryOp;
using kernels::UnaryOp;
using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;
using Body = std::function<Tensor(const Values&)>;

// Random values off the kinks: multiples of 0.1, shifted by 0.05 for every other argument, so that
// no value is 0 and no two are equal. `positive`: from 0.5 to 2.
Array random_array(const Shape& shape, RandomStream& random, bool shifted, bool positive) {
  Array array(ArraySpec{DType::f32, shape});
  for (float& x : array.span<float>()) {
    const auto steps = static_cast<float>(random.uniform_int(positive ? 15 : 20));
    x = (positive ? 0.52f : -0.97f) + 0.1f * steps + (shifted ? 0.04f : 0.0f);
  }
  return array;
}

double weighted_sum(const Array& y, const Array& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    sum += static_cast<double>(y.data<float>()[i]) * static_cast<double>(weights.data<float>()[i]);
  }
  return sum;
}

// Checks d (sum of weights * body) / d arguments, weights being random.
void check_gradient(const Body& body, const std::vector<Array>& arguments, RandomStream& random,
                    double tolerance = 4e-3) {
  RunFunction forward([&](const Values& in) { return Values{body(in)}; });
  const Array y = forward(arguments)[0];
  const Array weights = random_array(y.shape(), random, true, false);
  const std::vector<Array> analytic = run_function(
      [&](const Values& in) { return gradients(reduce_sum(body(in) * constant(weights)), in); },
      arguments);
  ASSERT_EQ(analytic.size(), arguments.size());
  constexpr float kStep = 0x1p-7f;
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    ASSERT_EQ(analytic[a].spec(), arguments[a].spec());
    for (std::size_t i = 0; i < arguments[a].size(); ++i) {
      float& x = arguments[a].data<float>()[i];
      const float kept = x;
      x = kept + kStep;
      const double above = weighted_sum(forward(arguments)[0], weights);
      x = kept - kStep;
      const double below = weighted_sum(forward(arguments)[0], weights);
      x = kept;
      const double numeric = (above - below) / (2.0 * static_cast<double>(kStep));
      const double exact = static_cast<double>(analytic[a].data<float>()[i]);
      ASSERT_NEAR(exact, numeric, tolerance * (1 + std::abs(numeric)))
          << "argument " << a << " element " << i;
    }
  }
}

struct Case {
  const char* name;
  Body body;
  std::vector<Shape> shapes;
  bool positive = false;
};

Body unary_of(UnaryOp op) {
  return [op](const Values& in) { return unary(op, in[0]); };
}
Body binary_of(BinaryOp op) {
  return [op](const Values& in) { return binary(op, in[0], in[1]); };
}
Body matmul_of(bool ta, bool tb) {
  return [=](const Values& in) { return matmul(in[0], in[1], ta, tb); };
}
Tensor labels_for(const Tensor& rows) {
  Array labels(ArraySpec{DType::i32, {rows.shape()[0]}});
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels.data<std::int32_t>()[i] =
        static_cast<std::int32_t>((2 * i + 1) % static_cast<std::size_t>(rows.shape()[1]));
  }
  return constant(labels);
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const UnaryOp op : {UnaryOp::negate, UnaryOp::abs, UnaryOp::square, UnaryOp::relu,
                           UnaryOp::exp, UnaryOp::tanh, UnaryOp::sigmoid}) {
    all.push_back({"unary", unary_of(op), {{3, 4}}});
    all.push_back({"unary scalar", unary_of(op), {{}}});
  }
  for (const UnaryOp op : {UnaryOp::reciprocal, UnaryOp::sqrt, UnaryOp::rsqrt, UnaryOp::log}) {
    all.push_back({"unary positive", unary_of(op), {{3, 4}}, true});
  }
  const std::vector<std::vector<Shape>> pairs = {
      {{3, 4}, {3, 4}}, {{3, 4}, {4}}, {{3, 1}, {1, 4}}, {{2, 3, 4}, {3, 1}},
      {{}, {3, 4}},     {{3, 4}, {}},  {{1, 1}, {2, 3}}, {{2, 1, 2}, {3, 2}}};
  for (const BinaryOp op : {BinaryOp::add, BinaryOp::subtract, BinaryOp::multiply, BinaryOp::divide,
                            BinaryOp::maximum, BinaryOp::minimum}) {
    for (const auto& shapes : pairs) {
      all.push_back({"binary", binary_of(op), shapes, op == BinaryOp::divide});
    }
  }
  all.push_back({"matmul", matmul_of(false, false), {{2, 3}, {3, 4}}});
  all.push_back({"matmul ta", matmul_of(true, false), {{3, 2}, {3, 4}}});
  all.push_back({"matmul tb", matmul_of(false, true), {{2, 3}, {4, 3}}});
  all.push_back({"matmul ta tb", matmul_of(true, true), {{3, 2}, {4, 3}}});
  all.push_back({"reshape",
                 [](const Values& in) {
                   return square(reshape(in[0], {4, 3}));
                 },
                 {{2, 6}}});
  all.push_back({"broadcast_to",
                 [](const Values& in) {
                   return square(broadcast_to(in[0], {2, 3, 4}));
                 },
                 {{3, 1}}});
  all.push_back({"transpose", [](const Values& in) { return square(transpose(in[0])); }, {{2, 5}}});
  for (const std::vector<int>& axes :
       {std::vector<int>{}, {0}, {1}, {2}, {0, 1}, {1, 2}, {0, 2}, {-1}}) {
    all.push_back({"reduce_sum",
                   [axes](const Values& in) { return square(reduce_sum(in[0], axes)); },
                   {{2, 3, 4}}});
    all.push_back({"reduce_mean",
                   [axes](const Values& in) { return square(reduce_mean(in[0], axes)); },
                   {{2, 3, 4}}});
  }
  all.push_back({"softmax", [](const Values& in) { return softmax(in[0]); }, {{3, 5}}});
  all.push_back({"cross-entropy with logits",
                 [](const Values& in) {
                   return sparse_softmax_cross_entropy_with_logits(labels_for(in[0]), in[0]);
                 },
                 {{4, 3}}});
  all.push_back({"cross-entropy of a softmax",
                 [](const Values& in) {
                   return sparse_categorical_crossentropy(labels_for(in[0]), softmax(in[0]));
                 },
                 {{4, 3}}});
  all.push_back({"cross-entropy of probabilities",
                 [](const Values& in) {
                   return sparse_categorical_crossentropy(labels_for(in[0]), in[0] * 0.4);
                 },
                 {{4, 3}},
                 true});
  all.push_back(
      {"floor", [](const Values& in) { return unary(UnaryOp::floor, in[0]) * in[0]; }, {{4}}});
  all.push_back(
      {"sign", [](const Values& in) { return unary(UnaryOp::sign, in[0]) * in[0]; }, {{4}}});
  return all;
}

TEST(Gradient, EveryOperatorAgreesWithFiniteDifferences) {
  RandomStream random(11, "gradients");
  for (const Case& c : cases()) {
    for (int round = 0; round < 2; ++round) {
      std::vector<Array> arguments;
      std::string shapes;
      for (const Shape& shape : c.shapes) {
        arguments.push_back(random_array(shape, random, arguments.size() % 2 == 1, c.positive));
        shapes += " " + shape.to_string();
      }
      SCOPED_TRACE(c.name + shapes);
      check_gradient(c.body, arguments, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Smooth random expressions over a pool in which every value may be used again.
Tensor random_expression(RandomStream random, const Values& arguments) {
  Values pool = arguments;
  const auto pick = [&] {
    return pool[random.uniform_int(static_cast<std::uint32_t>(pool.size()))];
  };
  const auto like = [&](const Shape& shape) {
    const Tensor x = pick();
    if (x.shape().num_elements() == shape.num_elements()) return reshape(x, shape);
    return broadcast_to(reduce_mean(x), shape);
  };
  const auto tanh = [](const Tensor& x) { return unary(UnaryOp::tanh, x); };
  for (int i = 0; i < 10; ++i) {
    const Tensor x = pick();
    switch (random.uniform_int(11)) {
      case 0:
        pool.push_back(tanh(x));
        break;
      case 1:
        pool.push_back(unary(UnaryOp::sigmoid, x));
        break;
      case 2:
        pool.push_back(x + like(x.shape()));
        break;
      case 3:
        pool.push_back(tanh(x * like({})));
        break;
      case 4:
        pool.push_back(x / (square(like(x.shape())) + 1.0));
        break;
      case 5: {
        const Tensor a = like({3, 4});
        const Tensor b = like({4, 2});
        pool.push_back(tanh(matmul(a, b) + like({2})));
        break;
      }
      case 6: {
        const Tensor a = like({4, 3});
        const Tensor b = like({4, 2});
        pool.push_back(tanh(matmul(a, b, true)));
        break;
      }
      case 7:
        pool.push_back(softmax(like({3, 2})));
        break;
      case 8:
        pool.push_back(x.shape().rank() == 2 ? transpose(x) : exp(tanh(x)));
        break;
      case 9:
        pool.push_back(x.shape().rank() > 0 ? reduce_mean(x, {0}) : square(tanh(x)));
        break;
      default: {
        const Tensor logits = like({3, 2});
        pool.push_back(sparse_softmax_cross_entropy_with_logits(labels_for(logits), logits));
      }
    }
  }
  Tensor sum = reduce_mean(pool.back());
  for (int i = 0; i < 3; ++i) sum = sum + reduce_mean(pick());
  return sum;
}

TEST(Gradient, RandomExpressionsWithSharedValuesAgreeWithFiniteDifferences) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomStream random(seed, "arguments");
    const std::vector<Array> arguments = {random_array({3, 4}, random, false, false),
                                          random_array({4, 2}, random, true, false),
                                          random_array({}, random, false, false)};
    check_gradient(
        [&](const Values& in) { return random_expression(RandomStream(seed, "ops"), in); },
        arguments, random, 6e-3);
    if (HasFatalFailure()) return;
  }
}

Array gradient_of(const Body& loss, const Array& x) {
  return run_function([&](const Values& in) { return gradients(loss(in), in); }, {x})[0];
}

TEST(Gradient, AValueUsedOftenCollectsEveryUse) {
  const Array x = Array::of<float>({2}, {3, 5});
  const Array g = gradient_of(
      [](const Values& in) { return reduce_sum(in[0] * in[0] * in[0] + in[0] + in[0]); }, x);
  EXPECT_EQ(g.data<float>()[0], 3 * 9 + 2);
  EXPECT_EQ(g.data<float>()[1], 3 * 25 + 2);
}

TEST(Gradient, WhatStepsPassesNothingOn) {
  const Array x = Array::of<float>({1, 2}, {3, 5});
  const Body losses[] = {
      [](const Values& in) { return reduce_sum(cast(in[0] < 4.0, DType::f32)); },
      [](const Values& in) { return reduce_sum(cast(argmax(in[0]), DType::f32)); },
      [](const Values& in) { return reduce_sum(cast(cast(in[0], DType::i32), DType::f32)); },
      [](const Values& in) { return reduce_sum(unary(UnaryOp::floor, in[0])); }};
  for (const Body& loss : losses) {
    const Array g = gradient_of(loss, x);
    EXPECT_EQ(g.spec(), x.spec());
    for (const float v : g.span<float>()) EXPECT_EQ(v, 0);
  }
}

TEST(Gradient, ThroughHalfPrecisionKeepsItsDtype) {
  const Array x = Array::of<float>({2}, {1, 2}).cast(DType::f16);
  const Array g =
      gradient_of([](const Values& in) { return reduce_sum(cast(square(in[0]), DType::f32)); }, x);
  EXPECT_EQ(g.dtype(), DType::f16);
  EXPECT_EQ(static_cast<float>(g.data<Half>()[1]), 4);
}

TEST(Gradient, TheLossMustBeAFloatingScalar) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor x = constant(Array::zeros(DType::f32, {2}));
  EXPECT_THROW(gradients(x, {x}), ValueError);
  const Tensor n = constant(Array::scalar(std::int32_t{1}));
  EXPECT_THROW(gradients(n, {n}), ValueError);
}

template <class F>
void expect_unimplemented(const F& f, const std::string& name) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Unimplemented& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(name));
  }
}

TEST(Gradient, OperatorsWithoutOneAreNamed) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor x = constant(Array::zeros(DType::f32, {2, 2}));
  expect_unimplemented([&] { gradients(reduce_max(x), {x}); }, "maximum");
  expect_unimplemented([&] { gradients(reduce_sum(relu_gradient(x, x)), {x}); }, "relu_gradient");
  expect_unimplemented([&] { gradients(reduce_sum(softmax_gradient(x, x)), {x}); },
                       "softmax_gradient");
  // Not on the way from x to the loss: no error.
  const Tensor unused = reduce_max(x);
  EXPECT_NO_THROW(gradients(reduce_sum(x), {x}));
  EXPECT_NO_THROW(gradients(reduce_max(x), {unused}));
}

// A repeat of one iteration, built by hand: this room does not know loops.
std::vector<Tensor> repeat_by_hand(Graph& graph, const Values& carried,
                                   const std::function<Values(const Values&)>& body) {
  std::vector<ArraySpec> specs;
  for (const Tensor& t : carried) specs.push_back(t.spec());
  const RegionId region = graph.open_region(specs);
  Values arguments;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    arguments.push_back(graph.argument(region, static_cast<int>(i)));
  }
  graph.close_region(body(arguments));
  const NodeId node = graph.add(OpKind::repeat, RepeatAttributes{1, false}, carried, specs);
  graph.attach_regions(node, {region});
  Values results;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    results.push_back(graph.output(node, static_cast<int>(i)));
  }
  return results;
}

TEST(Gradient, LoopsHaveNoneWhicheverWayTheLossDependsOnThem) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor x = constant(2.0f);
  const Tensor other = constant(3.0f);
  const Values one =
      repeat_by_hand(graph, {x}, [](const Values& in) { return Values{in[0] * 2.0}; });
  expect_unimplemented([&] { gradients(one[0], {x}); }, "repeat");
  const Values two = repeat_by_hand(graph, {x, other}, [](const Values& in) {
    return Values{in[1], in[0]};
  });
  expect_unimplemented([&] { gradients(two[1] * two[0], {x}); }, "repeat");
  const Values captured =
      repeat_by_hand(graph, {other}, [&](const Values& in) { return Values{in[0] * x}; });
  expect_unimplemented([&] { gradients(captured[0], {x}); }, "repeat");
  const Values passed = repeat_by_hand(graph, {other}, [&](const Values&) { return Values{x}; });
  expect_unimplemented([&] { gradients(passed[0], {x}); }, "repeat");
  const Values nested = repeat_by_hand(graph, {other}, [&](const Values& in) {
    return repeat_by_hand(graph, in, [&](const Values& inner) { return Values{inner[0] + x}; });
  });
  expect_unimplemented([&] { gradients(nested[0], {x}); }, "repeat");
  // The loss does not depend on x through this loop.
  const Values apart = repeat_by_hand(graph, {other}, [](const Values& in) { return in; });
  EXPECT_NO_THROW(gradients(apart[0] * x, {x}));
}

TEST(GradientTape, SumsTheReadsOfAVariableAndGivesZerosForUnusedOnes) {
  const Variable w("w", Array::of<float>({2}, {2, 3}));
  const Variable unused("unused", Array::zeros(DType::f16, {3}));
  const std::vector<Array> g = run_function([&](const Values&) {
    const GradientTape tape;
    const Tensor loss = reduce_sum(read(w) * read(w) + Tensor(w) * 4.0);
    return tape.gradient(loss, {w, unused});
  });
  EXPECT_EQ(g[0].data<float>()[0], 2 * 2 + 4);
  EXPECT_EQ(g[0].data<float>()[1], 2 * 3 + 4);
  ASSERT_EQ(g[1].spec(), unused.spec());
  for (const Half h : g[1].span<Half>()) EXPECT_EQ(h.bits(), 0);
}

TEST(GradientTape, ReadsBeforeTheTapeDoNotCount) {
  const Variable w("w", Array::scalar(2.0f));
  const std::vector<Array> g = run_function([&](const Values&) {
    const Tensor before = read(w);
    const GradientTape tape;
    return tape.gradient(read(w) * before, {w});
  });
  EXPECT_EQ(g[0].item<float>(), 2);
}

TEST(Gradient, NodesBelongToTheBackwardPass) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor x = constant(2.0f);
  const Tensor y = square(x);
  const auto first = static_cast<NodeId>(graph.nodes().size());
  gradients(y, {x});
  ASSERT_GT(static_cast<NodeId>(graph.nodes().size()), first);
  for (NodeId id = first; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    EXPECT_EQ(graph.node(id).phase, Phase::backward);
  }
  EXPECT_EQ(graph.producer((x + x).id())->phase, Phase::forward);
}

}  // namespace
}  // namespace pipette
