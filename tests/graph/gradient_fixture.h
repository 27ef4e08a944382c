// Gradients against finite differences: for every differentiable operator with every kind of
// broadcasting, and for random expressions of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <cmath>
#include "core/random.h"
#include "graph/gradient.h"
#include "graph/ops.h"
#include "run_function.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::UnaryOp;
using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;
using Body = std::function<Tensor(const Values&)>;

// Random values off the kinks: multiples of 0.1, shifted by 0.05 for every other argument, so that
// no value is 0 and no two are equal. `positive`: from 0.5 to 2.
inline Array random_array(const Shape& shape, RandomStream& random, bool shifted, bool positive) {
  Array array(ArraySpec{DType::f32, shape});
  for (float& x : array.span<float>()) {
    const auto steps = static_cast<float>(random.uniform_int(positive ? 15 : 20));
    x = (positive ? 0.52f : -0.97f) + 0.1f * steps + (shifted ? 0.04f : 0.0f);
  }
  return array;
}

inline double weighted_sum(const Array& y, const Array& weights) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    sum += static_cast<double>(y.data<float>()[i]) * static_cast<double>(weights.data<float>()[i]);
  }
  return sum;
}

// Checks d (sum of weights * body) / d arguments, weights being random.
inline void check_gradient(const Body& body, const std::vector<Array>& arguments,
                           RandomStream& random, double tolerance = 4e-3) {
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

inline Body unary_of(UnaryOp op) {
  return [op](const Values& in) { return unary(op, in[0]); };
}
inline Body binary_of(BinaryOp op) {
  return [op](const Values& in) { return binary(op, in[0], in[1]); };
}
inline Body matmul_of(bool ta, bool tb) {
  return [=](const Values& in) { return matmul(in[0], in[1], ta, tb); };
}
inline Tensor labels_for(const Tensor& rows) {
  Array labels(ArraySpec{DType::i32, {rows.shape()[0]}});
  for (std::size_t i = 0; i < labels.size(); ++i) {
    labels.data<std::int32_t>()[i] =
        static_cast<std::int32_t>((2 * i + 1) % static_cast<std::size_t>(rows.shape()[1]));
  }
  return constant(labels);
}

inline std::vector<Case> cases() {
  std::vector<Case> all;
  for (const UnaryOp op :
       {UnaryOp::negate, UnaryOp::abs, UnaryOp::square, UnaryOp::relu, UnaryOp::exp, UnaryOp::tanh,
        UnaryOp::sigmoid, UnaryOp::cos, UnaryOp::sin, UnaryOp::erf}) {
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
  for (const std::vector<int>& axes : {std::vector<int>{}, {1}, {0, 2}}) {
    all.push_back({"reduce_max",
                   [axes](const Values& in) { return square(reduce_max(in[0], axes)); },
                   {{2, 3, 1}}});
  }
  const std::vector<std::vector<Shape>> joined = {{{2, 3, 4}, {2, 1, 4}, {2, 2, 4}}, {{2}, {3}}};
  for (const auto& shapes : joined) {
    all.push_back(
        {"concatenate",
         [](const Values& in) { return square(concatenate(in, in[0].shape().rank() > 1)); },
         shapes});
  }
  all.push_back(
      {"slice", [](const Values& in) { return square(slice(in[0], 1, 1, 2)); }, {{2, 4, 3}}});
  all.push_back({"slice from the front",
                 [](const Values& in) { return square(slice(in[0], -1, 0, 2)); },
                 {{2, 4}}});
  all.push_back({"select",
                 [](const Values& in) { return select(in[0] < in[1], in[1] * 2.0, square(in[2])); },
                 {{3, 4}, {4}, {3, 1}}});
  all.push_back({"clip_by_value",
                 [](const Values& in) { return square(clip_by_value(in[0], -0.5, 0.4)); },
                 {{3, 4}}});
  for (const bool approximate : {false, true}) {
    all.push_back(
        {"gelu", [approximate](const Values& in) { return gelu(in[0], approximate); }, {{3, 4}}});
  }
  all.push_back({"leaky_relu", [](const Values& in) { return leaky_relu(in[0], 0.3); }, {{3, 4}}});
  all.push_back({"elu", [](const Values& in) { return elu(in[0], 0.7); }, {{3, 4}}});
  all.push_back({"softplus", [](const Values& in) { return softplus(in[0]); }, {{3, 4}}});
  all.push_back({"moments",
                 [](const Values& in) {
                   const Moments of = moments(in[0], {0, -1});
                   return of.mean * of.variance;
                 },
                 {{2, 3, 4}}});
  all.push_back({"group_norm",
                 [](const Values& in) { return group_norm(in[0], in[1], in[2], 2, 0.01); },
                 {{2, 3, 4}, {4}, {4}}});
  all.push_back({"softmax cross-entropy",
                 [](const Values& in) { return softmax_cross_entropy_with_logits(in[0], in[1]); },
                 {{4, 3}, {4, 3}}});
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

}  // namespace pipette
