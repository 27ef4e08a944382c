// Elementwise operators.
#include <fmt/format.h>

#include <cmath>

#include "graph/gradient_rules.h"
#include "graph/operands.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::Comparison;
using kernels::UnaryOp;

namespace {

void require_same_dtype(const char* op, const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype()) {
    throw TypeError(fmt::format("{}: operands have dtypes {} and {}; cast one of them", op,
                                dtype_name(a.dtype()), dtype_name(b.dtype())));
  }
}

}  // namespace

Tensor number_like(const Tensor& like, double value) {
  const Array number = Array::scalar(value).cast(like.dtype());
  const double kept = number.cast(DType::f64).span<double>()[0];
  const bool fits =
      is_floating(like.dtype()) ? std::isfinite(kept) || !std::isfinite(value) : kept == value;
  if (!fits) {
    throw TypeError(
        fmt::format("a number beside a tensor takes its dtype, but {} has no {}; cast the "
                    "tensor",
                    dtype_name(like.dtype()), value));
  }
  return constant(number);
}

Tensor unary(UnaryOp op, const Tensor& x) {
  const bool is_bool = x.dtype() == DType::boolean;
  if (is_bool != (kernels::operand_types(op) == kernels::OperandTypes::booleans)) {
    throw TypeError(
        fmt::format("{}: not defined for {}", kernels::name_of(op), dtype_name(x.dtype())));
  }
  if (kernels::operand_types(op) == kernels::OperandTypes::floats)
    require_floating(kernels::name_of(op), x);
  Graph& graph = x.graph();
  return graph.output(
      graph.add(OpKind::unary, UnaryAttributes{op}, {x}, {x.spec()}, kernels::name_of(op)));
}

Tensor binary(BinaryOp op, const Tensor& a, const Tensor& b) {
  require_same_dtype(kernels::name_of(op), a, b);
  if (a.dtype() == DType::boolean &&
      (op == BinaryOp::add || op == BinaryOp::subtract || op == BinaryOp::divide)) {
    throw TypeError(fmt::format("{}: not defined for bool", kernels::name_of(op)));
  }
  Graph& graph = a.graph();
  return graph.output(graph.add(OpKind::binary, BinaryAttributes{op}, {a, b},
                                {{a.dtype(), broadcast(a.shape(), b.shape())}},
                                kernels::name_of(op)));
}

Tensor compare(Comparison op, const Tensor& a, const Tensor& b) {
  require_same_dtype(kernels::name_of(op), a, b);
  Graph& graph = a.graph();
  return graph.output(graph.add(OpKind::compare, CompareAttributes{op}, {a, b},
                                {{DType::boolean, broadcast(a.shape(), b.shape())}},
                                kernels::name_of(op)));
}

Tensor select(const Tensor& condition, const Tensor& a, const Tensor& b) {
  if (condition.dtype() != DType::boolean) {
    throw TypeError(fmt::format("select: the condition must be bool, not {}; compare something",
                                dtype_name(condition.dtype())));
  }
  require_same_dtype("select", a, b);
  const Shape shape = broadcast(condition.shape(), broadcast(a.shape(), b.shape()));
  Graph& graph = a.graph();
  return graph.output(
      graph.add(OpKind::select, NoAttributes{},
                {broadcast_to(condition, shape), broadcast_to(a, shape), broadcast_to(b, shape)},
                {{a.dtype(), shape}}));
}

namespace {

Tensor of_bools(const char* name, BinaryOp op, const Tensor& a, const Tensor& b) {
  if (a.dtype() != DType::boolean || b.dtype() != DType::boolean) {
    throw TypeError(fmt::format("{}: needs two bools, not {} and {}", name, dtype_name(a.dtype()),
                                dtype_name(b.dtype())));
  }
  return binary(op, a, b);
}

}  // namespace

Tensor logical_and(const Tensor& a, const Tensor& b) {
  return of_bools("logical_and", BinaryOp::minimum, a, b);
}
Tensor logical_or(const Tensor& a, const Tensor& b) {
  return of_bools("logical_or", BinaryOp::maximum, a, b);
}
Tensor logical_not(const Tensor& x) { return unary(UnaryOp::logical_not, x); }

Tensor clip_by_value(const Tensor& x, const Tensor& least, const Tensor& most) {
  return binary(BinaryOp::minimum, binary(BinaryOp::maximum, x, least), most);
}
Tensor clip_by_value(const Tensor& x, double least, double most) {
  return clip_by_value(x, number_like(x, least), number_like(x, most));
}

Tensor operator+(const Tensor& a, const Tensor& b) { return binary(BinaryOp::add, a, b); }
Tensor operator-(const Tensor& a, const Tensor& b) { return binary(BinaryOp::subtract, a, b); }
Tensor operator*(const Tensor& a, const Tensor& b) { return binary(BinaryOp::multiply, a, b); }
Tensor operator/(const Tensor& a, const Tensor& b) { return binary(BinaryOp::divide, a, b); }
Tensor operator-(const Tensor& x) { return unary(UnaryOp::negate, x); }
Tensor operator+(const Tensor& a, double b) { return a + number_like(a, b); }
Tensor operator-(const Tensor& a, double b) { return a - number_like(a, b); }
Tensor operator*(const Tensor& a, double b) { return a * number_like(a, b); }
Tensor operator/(const Tensor& a, double b) { return a / number_like(a, b); }
Tensor operator+(double a, const Tensor& b) { return number_like(b, a) + b; }
Tensor operator*(double a, const Tensor& b) { return number_like(b, a) * b; }
Tensor operator<(const Tensor& a, const Tensor& b) { return compare(Comparison::less, a, b); }
Tensor operator<(const Tensor& a, double b) { return a < number_like(a, b); }

Tensor relu(const Tensor& x) { return unary(UnaryOp::relu, x); }
Tensor sigmoid(const Tensor& x) { return unary(UnaryOp::sigmoid, x); }
Tensor tanh(const Tensor& x) { return unary(UnaryOp::tanh, x); }
Tensor exp(const Tensor& x) { return unary(UnaryOp::exp, x); }
Tensor log(const Tensor& x) { return unary(UnaryOp::log, x); }
Tensor square(const Tensor& x) { return unary(UnaryOp::square, x); }

Tensor cast(const Tensor& x, DType dtype) {
  if (dtype == x.dtype()) return x;
  if (!is_device_dtype(dtype)) {
    throw TypeError(fmt::format("cast: the device has no {}", dtype_name(dtype)));
  }
  Graph& graph = x.graph();
  return graph.output(graph.add(OpKind::cast, NoAttributes{}, {x}, {{dtype, x.shape()}}));
}

Tensor relu_gradient(const Tensor& y, const Tensor& dy) {
  require_same_dtype("relu_gradient", y, dy);
  if (!(y.shape() == dy.shape())) {
    throw InvalidArgument(fmt::format("relu_gradient: shapes {} and {} differ",
                                      y.shape().to_string(), dy.shape().to_string()));
  }
  Graph& graph = y.graph();
  return graph.output(graph.add(OpKind::relu_gradient, NoAttributes{}, {y, dy}, {y.spec()}));
}

namespace {

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

}  // namespace

Gradients gradient_of_unary(const NodeGradient& g) {
  return {unary_gradient(g.attributes<UnaryAttributes>().op, g.in(0), g.out(), g.dy)};
}

Gradients gradient_of_binary(const NodeGradient& g) {
  return binary_gradient(g.attributes<BinaryAttributes>().op, g.in(0), g.in(1), g.out(), g.dy);
}

Gradients gradient_of_cast(const NodeGradient& g) {
  if (!is_floating(g.in(0).dtype())) return {std::nullopt};
  return {cast(g.dy, g.in(0).dtype())};
}

Gradients gradient_of_select(const NodeGradient& g) {
  const Tensor condition = g.in(0), a = g.in(1);
  const Tensor zero = fill(a.shape(), a.spec(), 0.0f);
  return {std::nullopt, select(condition, g.dy, zero), select(condition, zero, g.dy)};
}

}  // namespace pipette
