#include "graph/gradient_rules.h"

#include <fmt/format.h>

#include "core/item.h"
#include "graph/ops.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::ReduceOp;
using kernels::UnaryOp;

namespace {

Tensor column(const Tensor& x) { return reshape(x, Shape{x.shape()[0], 1}); }

Tensor unary_gradient(UnaryOp op, const Tensor& x, const Tensor& y, const Tensor& dy) {
  switch (op) {
    case UnaryOp::negate:
      return -dy;
    case UnaryOp::abs:
      return dy * unary(UnaryOp::sign, x);
    case UnaryOp::square:
      return dy * (x * 2.0);
    case UnaryOp::relu:
      return relu_gradient(y, dy);
    case UnaryOp::reciprocal:
      return -(dy * square(y));
    case UnaryOp::sqrt:
      return dy / (y * 2.0);
    case UnaryOp::rsqrt:
      return dy * (y * square(y)) * -0.5;
    case UnaryOp::exp:
      return dy * y;
    case UnaryOp::log:
      return dy / x;
    case UnaryOp::tanh:
      return dy * (-square(y) + 1.0);
    case UnaryOp::sigmoid:
      return dy * (y * (-y + 1.0));
    case UnaryOp::cos:
      return -(dy * unary(UnaryOp::sin, x));
    case UnaryOp::sin:
      return dy * unary(UnaryOp::cos, x);
    case UnaryOp::erf:  // 2 / sqrt(pi) * exp(-x^2)
      return dy * exp(-square(x)) * 1.1283791670955126;
    case UnaryOp::sign:
    case UnaryOp::floor:
      return dy * 0.0;
    case UnaryOp::logical_not:
      break;
  }
  throw Unimplemented("gradient: logical_not has none");
}

Gradients binary_gradient(BinaryOp op, const Tensor& a, const Tensor& b, const Tensor& y,
                          const Tensor& dy) {
  const auto pair = [&](const Tensor& da, const Tensor& db) {
    return Gradients{sum_to(da, a.shape()), sum_to(db, b.shape())};
  };
  switch (op) {
    case BinaryOp::add:
      return pair(dy, dy);
    case BinaryOp::subtract:
      return pair(dy, -dy);
    case BinaryOp::multiply:
      return pair(dy * b, dy * a);
    case BinaryOp::divide:
      return pair(dy / b, -(dy * y) / b);
    case BinaryOp::maximum:
    case BinaryOp::minimum: {
      // Where a is the result it takes the gradient, also when both are equal.
      const Tensor takes_a =
          cast(compare(kernels::Comparison::equal, broadcast_to(a, y.shape()), y), dy.dtype());
      return pair(dy * takes_a, dy * (-takes_a + 1.0));
    }
  }
  throw Internal("binary_gradient");
}

Gradients matmul_gradient(const MatmulAttributes& options, const Tensor& a, const Tensor& b,
                          const Tensor& dy) {
  const bool ta = options.transpose_a;
  const bool tb = options.transpose_b;
  return {ta ? matmul(b, dy, tb, true) : matmul(dy, b, false, !tb),
          tb ? matmul(dy, a, true, ta) : matmul(a, dy, !ta, false)};
}

Gradients reduce_gradient(const ReduceAttributes& options, const Tensor& x, const Tensor& y,
                          const Tensor& dy) {
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
    const Tensor largest = cast(compare(kernels::Comparison::equal, x, spread(y)), dy.dtype());
    return {largest * spread(dy / reduce_sum(largest, options.axes))};
  }
  if (options.op != ReduceOp::sum && options.op != ReduceOp::mean) {
    throw Unimplemented("gradient: a minimum over axes has none here");
  }
  const Tensor scaled = options.op == ReduceOp::mean ? dy * (1.0 / static_cast<double>(count)) : dy;
  return {spread(scaled)};
}

Gradients select_gradient(const Tensor& condition, const Tensor& a, const Tensor& dy) {
  const Tensor zero = fill(a.shape(), a.spec(), 0.0f);
  return {std::nullopt, select(condition, dy, zero), select(condition, zero, dy)};
}

Gradients concatenate_gradient(const Node& node, ForwardValues& values, const Tensor& dy) {
  const int axis = std::get<AxisAttributes>(node.attributes).axis;
  Gradients parts;
  std::int64_t begin = 0;
  for (const ValueId input : node.inputs) {
    const std::int64_t size = values(input).shape()[axis];
    parts.push_back(slice(dy, axis, begin, size));
    begin += size;
  }
  return parts;
}

Gradients slice_gradient(const SliceAttributes& options, const Tensor& x, const Tensor& dy) {
  const auto zeros = [&](std::int64_t size) {
    std::vector<std::int64_t> sizes = x.shape().sizes();
    item(sizes, options.axis) = size;
    return fill(Shape(std::move(sizes)), x.spec(), 0.0f);
  };
  const std::int64_t end = options.begin + dy.shape()[options.axis];
  std::vector<Tensor> parts;
  if (options.begin > 0) parts.push_back(zeros(options.begin));
  parts.push_back(dy);
  if (end < x.shape()[options.axis]) parts.push_back(zeros(x.shape()[options.axis] - end));
  return {concatenate(parts, options.axis)};
}

}  // namespace

Gradients node_gradient(ForwardValues& values, const Node& node, const Tensor& dy) {
  const auto in = [&](std::size_t i) { return values(node.inputs[i]); };
  const auto out = [&] { return values(node.outputs[0]); };
  switch (node.kind) {
    case OpKind::unary:
      return {unary_gradient(std::get<UnaryAttributes>(node.attributes).op, in(0), out(), dy)};
    case OpKind::binary:
      return binary_gradient(std::get<BinaryAttributes>(node.attributes).op, in(0), in(1), out(),
                             dy);
    case OpKind::cast:
      if (!is_floating(in(0).dtype())) return {std::nullopt};
      return {cast(dy, in(0).dtype())};
    case OpKind::select:
      return select_gradient(in(0), in(1), dy);
    case OpKind::concatenate:
      return concatenate_gradient(node, values, dy);
    case OpKind::slice:
      return slice_gradient(std::get<SliceAttributes>(node.attributes), in(0), dy);
    case OpKind::reshape:
      if (std::get<ViewAttributes>(node.attributes).stops_gradient) return {std::nullopt};
      return {reshape(dy, in(0).shape())};
    case OpKind::broadcast_to:
      return {sum_to(dy, in(0).shape())};
    case OpKind::transpose:
      return {transpose(dy)};
    case OpKind::stage_copy:
      return {stage_copy(dy)};
    case OpKind::all_reduce:
      return {all_reduce(std::get<AllReduceAttributes>(node.attributes).op, dy)};
    case OpKind::matmul:
      return matmul_gradient(std::get<MatmulAttributes>(node.attributes), in(0), in(1), dy);
    case OpKind::conv2d: {
      const WindowOptions& options = std::get<Conv2dAttributes>(node.attributes).options;
      return {conv2d_input_gradient(dy, in(1), in(0).shape(), options),
              conv2d_filter_gradient(in(0), dy, in(1).shape(), options)};
    }
    case OpKind::max_pool2d: {
      const auto& [pool, options] = std::get<PoolAttributes>(node.attributes);
      return {max_pool2d_gradient(in(0), dy, pool, options)};
    }
    case OpKind::avg_pool2d: {
      const auto& [pool, options] = std::get<PoolAttributes>(node.attributes);
      return {avg_pool2d_gradient(dy, in(0).shape(), pool, options)};
    }
    case OpKind::dropout: {
      const auto& [rate, seed] = std::get<DropoutAttributes>(node.attributes).mask;
      return {dropout(dy, rate, seed, in(1)), std::nullopt};
    }
    case OpKind::reduce:
      return reduce_gradient(std::get<ReduceAttributes>(node.attributes), in(0), out(), dy);
    case OpKind::softmax:
      return {softmax_gradient(out(), dy)};
    case OpKind::softmax_cross_entropy:
      return {softmax_cross_entropy_gradient(in(0), in(1)) * column(dy), std::nullopt};
    case OpKind::crossentropy:
      return {crossentropy_gradient(in(0), in(1)) * column(dy), std::nullopt};
    default:
      throw Unimplemented(
          fmt::format("gradient: {} (\"{}\") has none", op_name(node.kind), node.name));
  }
}

}  // namespace pipette
