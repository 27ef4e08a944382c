// Random programs: operators, variables that are read, assigned, updated and accumulated onto at
// any point, streams in and out, loops of every kind, nested, and parts that run every so many
// iterations. What a seed gives is the same in every build.
//
//   RandomProgram program(seed);
//   Graph graph("random");  program.trace(graph);
//   program.reset();                       // variables, source and sink as new
//   ... run ...;  program.state()          // every byte a run may leave behind
#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "graph/ops.h"
#include "graph/shard.h"
#include "loops/loops.h"
#include "random_products.h"
#include "random_streams.h"

namespace pipette::testing_support {

class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : seed_(seed) {
    const Shape shapes[] = {{3, 4}, {4, 3}, {4}, {}, {4, 4}, {3}, {4, 3}, {4, 3}};
    RandomStream random(seed, "variables");
    for (const Shape& shape : shapes) {
      Array initial({DType::f32, shape});
      for (float& x : initial.span<float>()) x = random.uniform(-1, 1);
      variables.emplace_back("v" + std::to_string(variables.size()), initial);
    }
  }

  void trace(Graph& graph) {
    const Graph::Scope scope(graph);
    random_ = RandomStream(seed_, "operators");
    shards_ = RandomStream(seed_, "shards");
    exchanged_ = RandomStream(seed_, "exchanges");
    std::vector<Tensor> pool{read(variables[0]), constant(0.5f)};
    statements(pool, 6 + static_cast<int>(random_.uniform_int(12)), 0);
    stream_out(sink, {pool.back(), pick(pool)});
  }

  void reset() {
    for (Variable& variable : variables) variable.reset();
    source.reset();
    sink.record.clear();
  }
  std::string state() const {
    std::string bytes = sink.record;
    for (const Variable& v : variables) {
      bytes.append(reinterpret_cast<const char*>(v.storage().bytes()), v.storage().num_bytes());
    }
    return bytes;
  }

  int num_shards = 1;      // the same program, spread over that many IPUs
  bool exchanges = false;  // replicas reduce what they have every so often
  std::vector<Variable> variables;
  CountingSource source;
  RecordingSink sink;

 private:
  std::uint32_t below(std::uint32_t bound) { return random_.uniform_int(bound); }
  Tensor pick(const Pool& pool) { return pick_of(random_, pool); }
  const Variable& pick_variable() {
    return variables[below(static_cast<std::uint32_t>(variables.size()))];
  }
  static Tensor tanh(const Tensor& x) { return pipette::tanh(x); }
  Tensor matrix(const Pool& pool, std::int64_t rows, std::int64_t columns) {
    return fit(pick(pool), Shape{rows, columns});
  }

  void statements(Pool& pool, int count, int depth) {
    for (int i = 0; i < count; ++i) {
      std::optional<Shard> shard;
      if (num_shards > 1 && shards_.uniform_int(3) > 0) {
        shard.emplace(
            static_cast<int>(shards_.uniform_int(static_cast<std::uint32_t>(num_shards))));
      }
      if (exchanges && exchanged_.uniform_int(3) == 0) {
        const auto op =
            exchanged_.uniform_int(2) == 0 ? kernels::ReduceOp::sum : kernels::ReduceOp::mean;
        pool.push_back(tanh(all_reduce(op, pool.back() + cast(replica_index(), DType::f32))));
      }
      const std::uint32_t what = below(100);
      if (what < 36) {
        pool.push_back(elementwise(pool));
      } else if (what < 50) {
        product(pool);
      } else if (what < 62) {
        pool.push_back(read(pick_variable()));
      } else if (what < 70) {
        const Variable& variable = pick_variable();
        assign(variable, fit(pick(pool), variable.shape()));
      } else if (what < 77) {
        update(pool);
      } else if (what < 79) {
        add_up(pool);
      } else if (what < 82) {
        stream_out(sink, {pick(pool)});
      } else if (what < 87) {
        classify(pool);
      } else if (depth < 2) {
        loop(pool, depth);
      }
    }
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

  void loop(Pool& pool, int depth) {
    const std::uint32_t num_carried = below(4);
    std::vector<Tensor> carried;
    for (std::uint32_t i = 0; i < num_carried; ++i) carried.push_back(pick(pool));
    const auto body_of = [&](const std::vector<Tensor>& arguments) {
      Pool inner = pool;
      inner.insert(inner.end(), arguments.begin(), arguments.end());
      statements(inner, 2 + static_cast<int>(below(5)), depth + 1);
      std::vector<Tensor> results;
      for (const Tensor& argument : arguments) {
        // Often an argument itself, perhaps another's: swapped values.
        const Tensor next = below(2) == 0 ? pick(arguments) : pick(inner);
        results.push_back(below(3) == 0 ? tanh(fit(next, argument.shape()))
                                        : fit(next, argument.shape()));
      }
      return results;
    };
    const auto tensors_of = [](const loops::LoopArguments& in, std::size_t from) {
      std::vector<Tensor> tensors;
      for (std::size_t i = from; i < in.positional.size(); ++i) tensors.push_back(in[i]);
      return tensors;
    };
    std::vector<Tensor> results;
    const std::uint32_t kind = below(3);
    const std::int64_t outer_period = std::exchange(period_, kind == 0 ? 1 + below(3) : 0);
    if (kind == 0) {
      results = loops::repeat(
          period_ * below(3),
          [&](const loops::LoopArguments& in) {
            std::vector<Tensor> next = body_of(tensors_of(in, 0));
            if (below(2) == 0) {
              every(period_, [&] {
                Pool inner = pool;
                statements(inner, 1 + static_cast<int>(below(4)), depth + 1);
              });
            }
            return next;
          },
          carried);
    } else if (kind == 1) {
      const Tensor count = cast(reduce_mean(relu(tanh(pick(pool)))) * 4.0 + 0.5, DType::i32);
      results = loops::repeat(
          count, [&](const loops::LoopArguments& in) { return body_of(tensors_of(in, 0)); },
          carried);
    } else {
      std::vector<Tensor> with_counter{constant(Array::scalar(std::int32_t{0}))};
      with_counter.insert(with_counter.end(), carried.begin(), carried.end());
      const double limit = below(4);
      const Tensor threshold = reduce_mean(pick(pool)) + 0.5;
      results = loops::while_loop(
          [&](const loops::LoopArguments& in) -> Tensor {
            if (below(2) == 0) return in[0] < limit;
            return cast(in[0], DType::f32) * 0.25 < threshold;
          },
          [&](const loops::LoopArguments& in) {
            std::vector<Tensor> next{in[0] + 1};
            for (const Tensor& t : body_of(tensors_of(in, 1))) next.push_back(t);
            return next;
          },
          with_counter, nullptr, below(2) == 0 ? 3 : 5);
      results.erase(results.begin());
    }
    period_ = outer_period;
    pool.insert(pool.end(), results.begin(), results.end());
  }

  std::uint64_t seed_;
  RandomStream random_{0, ""};
  RandomStream shards_{0, ""}, exchanged_{0, ""};
  std::int64_t period_ = 0;  // of the loop around, 0 where its count is not fixed
};

}  // namespace pipette::testing_support
