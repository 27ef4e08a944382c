// Random programs: operators, variables that are read, assigned, updated and accumulated onto at
// any point, streams in and out, loops of every kind and branches, nested, parts that run every so
// many iterations, and tensors that are printed. What a seed gives is the same in every build.
//
//   RandomProgram program(seed);
//   Graph graph("random");  program.trace(graph);
//   program.reset();                       // variables, source and sink as new
//   machine.print_tensor = program.printer();
//   ... run ...;  program.state()          // every byte a run may leave behind
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/shard.h"
#include "loops/cond.h"
#include "loops/loops.h"
#include "random_operators.h"

namespace pipette::testing_support {

class RandomProgram : public RandomOperators {
 public:
  explicit RandomProgram(std::uint64_t seed) : RandomOperators(seed), seed_(seed) {}

  void trace(Graph& graph) {
    const Graph::Scope scope(graph);
    random_ = RandomStream(seed_, "operators");
    shards_ = RandomStream(seed_, "shards");
    exchanged_ = RandomStream(seed_, "exchanges");
    branches_ = RandomStream(seed_, "branches");
    printed_ = RandomStream(seed_, "prints");
    std::vector<Tensor> pool{read(variables[0]), constant(0.5f)};
    statements(pool, 6 + static_cast<int>(random_.uniform_int(12)), 0);
    stream_out(sink, {pool.back(), pick(pool)});
  }

  void reset() {
    for (Variable& variable : variables) variable.reset();
    source.reset();
    sink.record.clear();
    printed.clear();
  }
  std::function<void(const std::string&)> printer() {
    return [this](const std::string& lines) { printed += lines; };
  }
  std::string state() const {
    std::string bytes = sink.record + printed;
    for (const Variable& v : variables) {
      bytes.append(reinterpret_cast<const char*>(v.storage().bytes()), v.storage().num_bytes());
    }
    return bytes;
  }

  int num_shards = 1;      // the same program, spread over that many IPUs
  bool exchanges = false;  // replicas reduce what they have every so often
  bool prints = false;
  RecordingSink sink;
  std::string printed;

 private:
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
      if (prints && printed_.uniform_int(4) == 0) {
        print_tensor(pool.back(), "depth " + std::to_string(depth));
      }
      if (depth < 2 && branches_.uniform_int(8) == 0) branch(pool, depth);
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

  // Replicas have to agree on the branch, and accumulation counts turns, taken or not.
  void branch(Pool& pool, int depth) {
    Tensor value = reduce_mean(pick(pool));
    if (exchanges) value = all_reduce(kernels::ReduceOp::mean, value);
    const Shape shape = pick(pool).shape();
    const std::int64_t outer_period = std::exchange(period_, 0);
    const auto taken = [&] {
      Pool inner = pool;
      statements(inner, 1 + static_cast<int>(below(4)), depth + 1);
      return std::vector<Tensor>{below(3) == 0 ? fit(pick(pool), shape) : fit(pick(inner), shape)};
    };
    pool.push_back(loops::cond(value < 0.05, taken, taken)[0]);
    period_ = outer_period;
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
  RandomStream shards_{0, ""}, exchanged_{0, ""}, branches_{0, ""}, printed_{0, ""};
};

}  // namespace pipette::testing_support
