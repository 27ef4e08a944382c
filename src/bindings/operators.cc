#include "bindings/operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>

#include "bindings/options.h"
#include "graph/operands.h"
#include "loops/fifo.h"

namespace pipette::bindings {

namespace {

using kernels::BinaryOp;
using kernels::Comparison;
using kernels::ReduceOp;
using kernels::UnaryOp;
using Operands = std::vector<Tensor>;

constexpr std::size_t kMostParts = 4096;    // that are joined
constexpr std::int64_t kMostPlaces = 4096;  // of a fifo: each is a variable

struct Operator {
  std::size_t fewest, most;  // operands
  std::function<Tensor(Options&, const Operands&)> call;
};

Operator unary_operator(UnaryOp op) {
  return {1, 1, [op](Options&, const Operands& in) { return unary(op, in[0]); }};
}

// Both operands, one of which may be a number.
Operands two_of(Options& options, const Operands& in) {
  if (in.size() == 2) return in;
  double number = 0;
  bool first = false;
  options.require("number", number).read("first", first);
  const Tensor other = number_like(in[0], number);
  return first ? Operands{other, in[0]} : Operands{in[0], other};
}

template <class F>
Operator operator_of_two(F call) {
  return {1, 2, [call](Options& options, const Operands& in) {
            const Operands two = two_of(options, in);
            return call(two[0], two[1]);
          }};
}
Operator binary_operator(BinaryOp op) {
  return operator_of_two([op](const Tensor& a, const Tensor& b) { return binary(op, a, b); });
}
Operator comparison(Comparison op) {
  return operator_of_two([op](const Tensor& a, const Tensor& b) { return compare(op, a, b); });
}

Operator reduction(Tensor (*reduce)(const Tensor&, std::vector<int>)) {
  return {1, 1, [reduce](Options& options, const Operands& in) {
            std::vector<std::int64_t> axes;
            options.read("axes", axes);
            std::vector<int> narrow;
            for (const std::int64_t axis : axes) narrow.push_back(narrow_axis(axis));
            return reduce(in[0], narrow);
          }};
}

Window window_from(Options& options, const char* name, const Window& otherwise) {
  std::vector<std::int64_t> sizes{otherwise[0], otherwise[1]};
  options.read(name, sizes);
  if (sizes.size() == 1) sizes.push_back(sizes[0]);
  if (sizes.size() != 2) {
    throw InvalidArgument(
        fmt::format("{} must be one or two numbers, but it is {}", name, sizes.size()));
  }
  return {sizes[0], sizes[1]};
}
WindowOptions window_options(Options& options, const Window& strides) {
  WindowOptions window;
  window.strides = window_from(options, "strides", strides);
  options.read("padding", window.padding);
  return window;
}

Shape required_shape(Options& options) {
  std::vector<std::int64_t> sizes;
  options.require("shape", sizes);
  return Shape(std::move(sizes));
}

std::map<std::string_view, Operator> make_table() {
  std::map<std::string_view, Operator> table{
  // ---- elementwise ----
#define PIPETTE_UNARY(op, kernel, operands, cost, javascript) \
  {#javascript, unary_operator(UnaryOp::op)},
#define PIPETTE_BINARY(op, kernel, cost, javascript) {#javascript, binary_operator(BinaryOp::op)},
#define PIPETTE_COMPARISON(op, javascript) {#javascript, comparison(Comparison::op)},
#include "kernels/elementwise.def"
      {"logicalAnd", operator_of_two(logical_and)},
      {"logicalOr", operator_of_two(logical_or)},
      // ---- reductions ----
      {"reduceSum", reduction(reduce_sum)},
      {"reduceMean", reduction(reduce_mean)},
      {"reduceMax", reduction(reduce_max)},
  };
  const auto add = [&](std::string_view name, std::size_t operands, auto call) {
    table.emplace(name, Operator{operands, operands, call});
  };
  add("where", 3, [](Options&, const Operands& in) { return select(in[0], in[1], in[2]); });
  add("clipByValue", 3,
      [](Options&, const Operands& in) { return clip_by_value(in[0], in[1], in[2]); });
  add("stopGradient", 1, [](Options&, const Operands& in) { return stop_gradient(in[0]); });
  add("argmax", 1, [](Options&, const Operands& in) { return argmax(in[0]); });
  // ---- shapes and dtypes ----
  add("cast", 1, [](Options& options, const Operands& in) {
    std::string dtype;
    options.require("dtype", dtype);
    return cast(in[0], parse_dtype(dtype));
  });
  add("reshape", 1,
      [](Options& options, const Operands& in) { return reshape(in[0], required_shape(options)); });
  add("flatten", 1, [](Options&, const Operands& in) { return flatten(in[0]); });
  add("broadcastTo", 1, [](Options& options, const Operands& in) {
    return broadcast_to(in[0], required_shape(options));
  });
  add("transpose", 1, [](Options&, const Operands& in) { return transpose(in[0]); });
  table.emplace("concat", Operator{1, kMostParts, [](Options& options, const Operands& in) {
                                     std::int64_t axis = 0;
                                     options.require("axis", axis);
                                     return concatenate(in, narrow_axis(axis));
                                   }});
  add("slice", 1, [](Options& options, const Operands& in) {
    std::int64_t axis = 0, begin = 0, size = 0;
    options.require("axis", axis).require("begin", begin).require("size", size);
    return slice(in[0], narrow_axis(axis), begin, size);
  });
  // ---- networks ----
  add("gelu", 1, [](Options& options, const Operands& in) {
    bool approximate = false;
    options.read("approximate", approximate);
    return gelu(in[0], approximate);
  });
  add("leakyRelu", 1, [](Options& options, const Operands& in) {
    double alpha = 0.2;
    options.read("alpha", alpha);
    return leaky_relu(in[0], alpha);
  });
  add("elu", 1, [](Options&, const Operands& in) { return elu(in[0]); });
  add("softplus", 1, [](Options&, const Operands& in) { return softplus(in[0]); });
  add("groupNorm", 3, [](Options& options, const Operands& in) {
    std::int64_t groups = 2;
    double epsilon = 1e-3;
    options.read("groups", groups).read("epsilon", epsilon);
    return group_norm(in[0], in[1], in[2], groups, epsilon);
  });
  add("matmul", 2, [](Options& options, const Operands& in) {
    bool transpose_a = false, transpose_b = false;
    options.read("transposeA", transpose_a).read("transposeB", transpose_b);
    return matmul(in[0], in[1], transpose_a, transpose_b);
  });
  add("conv2d", 2, [](Options& options, const Operands& in) {
    return conv2d(in[0], in[1], window_options(options, {1, 1}));
  });
  add("maxPool2d", 1, [](Options& options, const Operands& in) {
    const Window pool = window_from(options, "ksize", {2, 2});
    return max_pool2d(in[0], pool, window_options(options, pool));
  });
  add("dropout", 2, [](Options& options, const Operands& in) {
    double rate = 0;
    std::uint64_t seed = 1;
    options.require("rate", rate).read("seed", seed);
    return dropout(in[0], rate, seed, in[1]);
  });
  add("softmax", 1, [](Options&, const Operands& in) { return softmax(in[0]); });
  add("sparseCategoricalCrossentropy", 2,
      [](Options&, const Operands& in) { return sparse_categorical_crossentropy(in[0], in[1]); });
  add("softmaxCrossEntropyWithLogits", 2,
      [](Options&, const Operands& in) { return softmax_cross_entropy_with_logits(in[0], in[1]); });
  add("sparseSoftmaxCrossEntropyWithLogits", 2, [](Options&, const Operands& in) {
    return sparse_softmax_cross_entropy_with_logits(in[0], in[1]);
  });
  // ---- replicas and pipelines ----
  add("crossReplicaSum", 1, [](Options&, const Operands& in) { return cross_replica_sum(in[0]); });
  add("crossReplicaMean", 1,
      [](Options&, const Operands& in) { return all_reduce(ReduceOp::mean, in[0]); });
  add("replicaIndex", 0, [](Options&, const Operands&) { return replica_index(); });
  add("iterationCounter", 0, [](Options&, const Operands&) { return mini_batch_index(); });
  add("fifo", 1, [](Options& options, const Operands& in) {
    std::int64_t depth = 0;
    bool offload = false;
    options.require("depth", depth).read("offload", offload);
    if (depth > kMostPlaces) {
      throw InvalidArgument(
          fmt::format("depth must be at most {}, but it is {}; the nearest valid value is {}",
                      kMostPlaces, depth, kMostPlaces));
    }
    return loops::fifo(in[0], static_cast<int>(std::max<std::int64_t>(depth, 0)), {offload});
  });
  return table;
}

}  // namespace

Tensor call_operator(const std::string& name, const std::string& text,
                     const std::vector<Tensor>& inputs) {
  static const std::map<std::string_view, Operator> table = make_table();
  const auto found = table.find(name);
  if (found == table.end()) {
    std::string names;
    for (const auto& [each, unused] : table)
      names += (names.empty() ? "" : ", ") + std::string(each);
    throw InvalidArgument(fmt::format("there is no operator \"{}\"; there are {}", name, names));
  }
  Options options(name + "()", text);
  Graph::current();  // throws the error that says where operators work
  const Operator& called = found->second;
  if (inputs.size() < called.fewest || inputs.size() > called.most) {
    throw InvalidArgument(
        fmt::format("{}() takes {} tensors, but {} are given", name, called.most, inputs.size()));
  }
  const Tensor result = called.call(options, inputs);
  options.done();
  return result;
}

}  // namespace pipette::bindings
