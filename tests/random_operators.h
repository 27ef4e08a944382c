// The operators of random programs: what a statement of one computes, on values of a pool and on
// eight variables. Shapes fit, values stay small, and patterns that fusion knows come often.
//
//   class RandomProgram : public RandomOperators { ... };       // random_program.h
#pragma once

#include <string>
#include <vector>

#include "core/random.h"
#include "graph/ops.h"
#include "random_products.h"
#include "random_streams.h"

namespace pipette::testing_support {

class RandomOperators {
 public:
  explicit RandomOperators(std::uint64_t seed) {
    const Shape shapes[] = {{3, 4}, {4, 3}, {4}, {}, {4, 4}, {3}, {4, 3}, {4, 3}};
    RandomStream random(seed, "variables");
    for (const Shape& shape : shapes) {
      Array initial({DType::f32, shape});
      for (float& x : initial.span<float>()) x = random.uniform(-1, 1);
      variables.emplace_back("v" + std::to_string(variables.size()), initial);
    }
  }

  std::vector<Variable> variables;
  CountingSource source;

 protected:
  std::uint32_t below(std::uint32_t bound) { return random_.uniform_int(bound); }
  Tensor pick(const Pool& pool) { return pick_of(random_, pool); }
  const Variable& pick_variable() {
    return variables[below(static_cast<std::uint32_t>(variables.size()))];
  }
  static Tensor tanh(const Tensor& x) { return pipette::tanh(x); }
  Tensor matrix(const Pool& pool, std::int64_t rows, std::int64_t columns) {
    return fit(pick(pool), Shape{rows, columns});
  }

  Tensor elementwise(const Pool& pool) {
    const Tensor x = pick(pool);
    switch (below(11)) {
      case 0:
        return tanh(x);
      case 1:
        return relu(x);
      case 2:
        return x + fit(pick(pool), x.shape());
      case 3:
        return x - fit(pick(pool), x.shape());
      case 4:
        return tanh(x * fit(pick(pool), x.shape()));
      case 5:
        return x * 0.25 + fit(reduce_mean(pick(pool)), Shape{});
      case 6:
        return relu_gradient(x, fit(pick(pool), x.shape()));
      case 7:
        return select(x < fit(pick(pool), x.shape()), tanh(-x), x);
      case 8:
        return clip_by_value(x, -0.75, 0.5) + stop_gradient(x);
      case 9:
        return joined(x, fit(pick(pool), x.shape()));
      default:
        return x.shape().rank() == 2 ? transpose(x) : exp(tanh(x));
    }
  }

  // As large as x: the end of a and the beginning of b.
  Tensor joined(const Tensor& a, const Tensor& b) {
    const int rank = a.shape().rank();
    if (rank == 0) return a + b;
    const int axis = static_cast<int>(below(static_cast<std::uint32_t>(rank)));
    const std::int64_t size = a.shape()[axis];
    return slice(concatenate({a, b}, axis), axis, size / 2, size);
  }

  // The patterns that fusion knows, and near misses of them.
  void product(Pool& pool) {
    const std::int64_t m = 3 + below(2), k = 1 + below(5), n = 3 + below(2);
    Tensor y = random_product(random_, pool, m, k, n);
    if (below(6) == 0) pool.push_back(y);  // a second reader
    const std::uint32_t what = below(5);
    if (what == 0 && variable_of(y.shape()) >= 0) {
      if (below(3) == 0) maybe_disturb(pool);
      apply_sgd(variables[static_cast<std::size_t>(variable_of(y.shape()))], y, 0.1f);
      return;
    }
    if (what == 1) {
      pool.push_back(tanh(relu_gradient(matrix(pool, m, n), y)));
      return;
    }
    if (what < 4) {
      Tensor bias = fit(pick(pool), Shape{n});
      if (below(3) == 0) bias = fit(read(pick_variable()), Shape{n});
      if (below(4) == 0) maybe_disturb(pool);
      y = y + bias;
    }
    if (below(2) == 0) y = relu(y);
    pool.push_back(tanh(y));
    pool.push_back(y * 0.1);
  }

  int variable_of(const Shape& shape) const {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].shape() == shape) return static_cast<int>(i);
    }
    return -1;
  }

  // Writes a variable where a pattern would like to move across.
  void maybe_disturb(const Pool& pool) {
    const Variable& variable = pick_variable();
    assign(variable, fit(tanh(pick(pool)), variable.shape()));
  }

  // Variables 6 and 7 are the slots of variable 1, and variables like any other.
  void update_with_slots(const Pool& pool) {
    const Tensor gradient = matrix(pool, 4, 3);
    if (below(2) == 0) {
      apply_optimizer(variables[1], {variables[6]}, gradient,
                      kernels::MomentumParameters{0.05f, 0.5f, below(2) == 0});
    } else {
      const Tensor step = mini_batch() + 1;
      apply_optimizer(variables[1], {variables[6], variables[7]}, gradient,
                      kernels::AdamParameters{0.05f}, step);
    }
  }

  Tensor mini_batch() {
    if (period_ > 0 && below(4) != 0) return mini_batch_index(period_);
    return constant(Array::scalar(static_cast<std::int32_t>(below(3))));
  }

  // The pattern that fusion knows: products whose results are summed over mini-batches.
  void add_up(Pool& pool) {
    const auto reduction = static_cast<Reduction>(below(3));
    const Variable& sum = below(2) == 0 ? variables[0] : pick_variable();
    const Tensor index = mini_batch();
    const Tensor value = below(2) == 0 ? matmul(matrix(pool, 3, 2), matrix(pool, 2, 4))
                                       : reduce_sum(tanh(matrix(pool, 4, 3)), {0});
    if (below(3) == 0) maybe_disturb(pool);
    accumulate(sum, fit(value, sum.shape()), index, reduction, 3);
  }

  void update(Pool& pool) {
    if (below(4) == 0) return update_with_slots(pool);
    if (below(2) == 0) {
      const Variable& variable = pick_variable();
      apply_sgd(variable, below(8) == 0 ? read(variable) : fit(pick(pool), variable.shape()),
                0.05f);
      return;
    }
    const Tensor sum = reduce_sum(tanh(matrix(pool, 4, 3)), {0});
    if (below(3) == 0) maybe_disturb(pool);
    apply_sgd(variables[5], sum, 0.05f);
  }

  void classify(Pool& pool) {
    const Nest<Tensor> element = stream_in(source);
    const Tensor logits = element[0].leaf() + matrix(pool, 4, 3);
    const Tensor labels = element[1].leaf();
    const Tensor losses = sparse_softmax_cross_entropy_with_logits(labels, logits);
    if (below(4) != 0) pool.push_back(reduce_mean(losses));
    if (below(3) == 0) pool.push_back(losses);
    if (below(3) != 0) {
      Tensor gradient = softmax_cross_entropy_gradient(logits, labels);
      if (below(2) == 0) gradient = gradient * 0.25;
      pool.push_back(gradient);
    }
    if (below(4) == 0) pool.push_back(softmax(logits));
    pool.push_back(tanh(logits));
  }

  RandomStream random_{0, ""};
  std::int64_t period_ = 0;  // of the loop around, 0 where its count is not fixed
};

}  // namespace pipette::testing_support
