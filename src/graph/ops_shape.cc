// Operators that move, combine or reduce axes.
#include <fmt/format.h>

#include <algorithm>

#include "core/item.h"
#include "graph/gradient_rules.h"
#include "graph/ops.h"

namespace pipette {

using kernels::ReduceOp;

Tensor reshape(const Tensor& x, const Shape& shape) {
  std::vector<std::int64_t> sizes = shape.sizes();
  const auto unknown = std::count(sizes.begin(), sizes.end(), Shape::kUnknown);
  const std::int64_t known = shape.num_elements();
  if (unknown == 1 && known > 0 && x.shape().num_elements() % known == 0) {
    std::replace(sizes.begin(), sizes.end(), Shape::kUnknown, x.shape().num_elements() / known);
  }
  const Shape target{sizes};
  if (!target.is_fully_defined() || target.num_elements() != x.shape().num_elements()) {
    throw InvalidArgument(
        fmt::format("reshape: {} does not fit {}", x.shape().to_string(), shape.to_string()));
  }
  if (target == x.shape()) return x;
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::reshape, ViewAttributes{}, {x}, {{x.dtype(), target}}));
}

Tensor flatten(const Tensor& x) {
  if (x.shape().rank() < 1) {
    throw InvalidArgument("flatten: needs a batch axis, but the value is a scalar");
  }
  return reshape(x, Shape{x.shape()[0], Shape::kUnknown});
}

Tensor broadcast_to(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (!(broadcast(x.shape(), shape) == shape)) {
    throw InvalidArgument(fmt::format("broadcast_to: {} does not broadcast to {}",
                                      x.shape().to_string(), shape.to_string()));
  }
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::broadcast_to, NoAttributes{}, {x}, {{x.dtype(), shape}}));
}

Tensor transpose(const Tensor& x) {
  if (x.shape().rank() != 2) {
    throw InvalidArgument(
        fmt::format("transpose: needs a matrix, not shape {}", x.shape().to_string()));
  }
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::transpose, NoAttributes{}, {x},
                                {{x.dtype(), Shape{x.shape()[1], x.shape()[0]}}}));
}

Tensor stop_gradient(const Tensor& x) {
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::reshape, ViewAttributes{.stops_gradient = true}, {x},
                                {x.spec()}, "stop_gradient"));
}

namespace {

int axis_of(const char* op, int axis, const Shape& shape) {
  if (axis < -shape.rank() || axis >= shape.rank()) {
    throw OutOfRange(
        fmt::format("{}: axis {} does not exist in shape {}", op, axis, shape.to_string()));
  }
  return axis < 0 ? axis + shape.rank() : axis;
}

Shape with_size(const Shape& shape, int axis, std::int64_t size) {
  std::vector<std::int64_t> sizes = shape.sizes();
  item(sizes, axis) = size;
  return Shape(std::move(sizes));
}

}  // namespace

Tensor concatenate(const std::vector<Tensor>& parts, int axis) {
  if (parts.empty()) throw InvalidArgument("concatenate: there is nothing to join");
  const Shape& first = parts[0].shape();
  axis = axis_of("concatenate", axis, first);
  std::int64_t size = 0;
  for (const Tensor& part : parts) {
    const bool fits = part.dtype() == parts[0].dtype() && part.shape().rank() == first.rank() &&
                      with_size(part.shape(), axis, 1) == with_size(first, axis, 1);
    if (!fits) {
      throw InvalidArgument(
          fmt::format("concatenate: {} {} and {} {} cannot be joined along axis {}",
                      dtype_name(parts[0].dtype()), first.to_string(), dtype_name(part.dtype()),
                      part.shape().to_string(), axis));
    }
    size += part.shape()[axis];
  }
  if (parts.size() == 1) return parts[0];
  Graph& graph = parts[0].graph();
  return graph.output(graph.add(OpKind::concatenate, AxisAttributes{axis}, parts,
                                {{parts[0].dtype(), with_size(first, axis, size)}}));
}

Tensor slice(const Tensor& x, int axis, std::int64_t begin, std::int64_t size) {
  axis = axis_of("slice", axis, x.shape());
  if (begin < 0 || size < 0 || begin > x.shape()[axis] || size > x.shape()[axis] - begin) {
    throw OutOfRange(fmt::format("slice: axis {} of {} has no {} positions from {} on", axis,
                                 x.shape().to_string(), size, begin));
  }
  if (size == x.shape()[axis]) return x;
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::slice, SliceAttributes{axis, begin}, {x},
                                {{x.dtype(), with_size(x.shape(), axis, size)}}));
}

Tensor matmul(const Tensor& a, const Tensor& b, bool transpose_a, bool transpose_b) {
  if (a.dtype() != b.dtype() || !is_floating(a.dtype())) {
    throw TypeError(fmt::format("matmul: needs two operands of one floating dtype, not {} and {}",
                                dtype_name(a.dtype()), dtype_name(b.dtype())));
  }
  const auto text = [](const Tensor& x, bool transposed) {
    return x.shape().to_string() + (transposed ? " (transposed)" : "");
  };
  if (a.shape().rank() != 2 || b.shape().rank() != 2 ||
      a.shape()[transpose_a ? 0 : 1] != b.shape()[transpose_b ? 1 : 0]) {
    throw InvalidArgument(fmt::format("matmul: {} x {} is not a product of matrices",
                                      text(a, transpose_a), text(b, transpose_b)));
  }
  const Shape shape{a.shape()[transpose_a ? 1 : 0], b.shape()[transpose_b ? 0 : 1]};
  Graph& graph = a.graph();
  return graph.output(graph.add(OpKind::matmul, MatmulAttributes{transpose_a, transpose_b}, {a, b},
                                {{a.dtype(), shape}}));
}

namespace {

Tensor reduce(ReduceOp op, const char* name, const Tensor& x, std::vector<int> axes) {
  const int rank = x.shape().rank();
  if (x.dtype() == DType::boolean) throw TypeError(fmt::format("{}: not defined for bool", name));
  if (axes.empty()) {
    for (int axis = 0; axis < rank; ++axis) axes.push_back(axis);
  }
  for (int& axis : axes) axis = axis_of(name, axis, x.shape());
  std::stable_sort(axes.begin(), axes.end(), std::less<int>());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) {
    throw InvalidArgument(fmt::format("{}: an axis is named twice", name));
  }
  std::vector<std::int64_t> sizes;
  for (int axis = 0; axis < rank; ++axis) {
    if (!std::binary_search(axes.begin(), axes.end(), axis)) sizes.push_back(x.shape()[axis]);
  }
  if (axes.empty()) return x;
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::reduce, ReduceAttributes{op, axes}, {x},
                                {{x.dtype(), Shape(std::move(sizes))}}, name));
}

}  // namespace

Tensor reduce_sum(const Tensor& x, std::vector<int> axes) {
  return reduce(ReduceOp::sum, "reduce_sum", x, std::move(axes));
}
Tensor reduce_mean(const Tensor& x, std::vector<int> axes) {
  return reduce(ReduceOp::mean, "reduce_mean", x, std::move(axes));
}
Tensor reduce_max(const Tensor& x, std::vector<int> axes) {
  return reduce(ReduceOp::max, "reduce_max", x, std::move(axes));
}

Tensor argmax(const Tensor& x) {
  if (x.shape().rank() < 1) throw InvalidArgument("argmax: a scalar has no axis");
  if (x.dtype() == DType::boolean) throw TypeError("argmax: not defined for bool");
  std::vector<std::int64_t> sizes = x.shape().sizes();
  sizes.pop_back();
  Graph& graph = x.graph();
  return graph.output(
      graph.add(OpKind::argmax, NoAttributes{}, {x}, {{DType::i32, Shape(std::move(sizes))}}));
}

Tensor sum_to(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  const int extra = x.shape().rank() - shape.rank();
  std::vector<int> axes;
  for (int axis = 0; axis < x.shape().rank(); ++axis) {
    if (axis < extra || (shape[axis - extra] == 1 && x.shape()[axis] != 1)) axes.push_back(axis);
  }
  return reshape(axes.empty() ? x : reduce_sum(x, axes), shape);
}

Gradients gradient_of_reshape(const NodeGradient& g) {
  if (g.attributes<ViewAttributes>().stops_gradient) return {std::nullopt};
  return {reshape(g.dy, g.in(0).shape())};
}

Gradients gradient_of_broadcast_to(const NodeGradient& g) {
  return {sum_to(g.dy, g.in(0).shape())};
}

Gradients gradient_of_transpose(const NodeGradient& g) { return {transpose(g.dy)}; }

Gradients gradient_of_concatenate(const NodeGradient& g) {
  const int axis = g.attributes<AxisAttributes>().axis;
  Gradients parts;
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < g.node.inputs.size(); ++i) {
    const std::int64_t size = g.in(i).shape()[axis];
    parts.push_back(slice(g.dy, axis, begin, size));
    begin += size;
  }
  return parts;
}

Gradients gradient_of_slice(const NodeGradient& g) {
  const auto& options = g.attributes<SliceAttributes>();
  const Tensor x = g.in(0);
  const auto zeros = [&](std::int64_t size) {
    std::vector<std::int64_t> sizes = x.shape().sizes();
    item(sizes, options.axis) = size;
    return fill(Shape(std::move(sizes)), x.spec(), 0.0f);
  };
  const std::int64_t end = options.begin + g.dy.shape()[options.axis];
  std::vector<Tensor> parts;
  if (options.begin > 0) parts.push_back(zeros(options.begin));
  parts.push_back(g.dy);
  if (end < x.shape()[options.axis]) parts.push_back(zeros(x.shape()[options.axis] - end));
  return {concatenate(parts, options.axis)};
}

Gradients gradient_of_matmul(const NodeGradient& g) {
  const Tensor a = g.in(0), b = g.in(1);
  const auto& [ta, tb] = g.attributes<MatmulAttributes>();
  return {ta ? matmul(b, g.dy, tb, true) : matmul(g.dy, b, false, !tb),
          tb ? matmul(g.dy, a, true, ta) : matmul(a, g.dy, !ta, false)};
}

Gradients gradient_of_reduce(const NodeGradient& g) {
  const auto& options = g.attributes<ReduceAttributes>();
  const Tensor x = g.in(0);
  std::vector<std::int64_t> kept = x.shape().sizes();
  std::int64_t count = 1;
  for (const int axis : options.axes) {
    count *= item(kept, axis);
    item(kept, axis) = 1;
  }
  const auto spread = [&](const Tensor& t) {
    return broadcast_to(reshape(t, Shape(kept)), x.shape());
  };
  if (options.op == ReduceOp::max) {  // shared by all that are the largest, as in TensorFlow
    const Tensor largest =
        cast(compare(kernels::Comparison::equal, x, spread(g.out())), g.dy.dtype());
    return {largest * spread(g.dy / reduce_sum(largest, options.axes))};
  }
  if (options.op != ReduceOp::sum && options.op != ReduceOp::mean) {
    throw Unimplemented("gradient: a minimum over axes has none here");
  }
  const Tensor scaled =
      options.op == ReduceOp::mean ? g.dy * (1.0 / static_cast<double>(count)) : g.dy;
  return {spread(scaled)};
}

}  // namespace pipette
