// Elementwise operators.
#include <fmt/format.h>

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

bool needs_floating(UnaryOp op) {
  switch (op) {
    case UnaryOp::reciprocal:
    case UnaryOp::sqrt:
    case UnaryOp::rsqrt:
    case UnaryOp::exp:
    case UnaryOp::log:
    case UnaryOp::tanh:
    case UnaryOp::sigmoid:
    case UnaryOp::floor:
    case UnaryOp::cos:
    case UnaryOp::sin:
    case UnaryOp::erf:
      return true;
    default:
      return false;
  }
}

const char* binary_name(BinaryOp op) {
  constexpr const char* kNames[] = {"add", "subtract", "multiply", "divide", "maximum", "minimum"};
  return kNames[static_cast<int>(op)];
}

const char* comparison_name(Comparison op) {
  constexpr const char* kNames[] = {"equal",      "not_equal", "less",
                                    "less_equal", "greater",   "greater_equal"};
  return kNames[static_cast<int>(op)];
}

}  // namespace

Tensor unary(UnaryOp op, const Tensor& x) {
  const bool is_bool = x.dtype() == DType::boolean;
  if (is_bool != (op == UnaryOp::logical_not)) {
    throw TypeError(
        fmt::format("{}: not defined for {}", kernels::name_of(op), dtype_name(x.dtype())));
  }
  if (needs_floating(op)) require_floating(kernels::name_of(op), x);
  Graph& graph = x.graph();
  return graph.output(
      graph.add(OpKind::unary, UnaryAttributes{op}, {x}, {x.spec()}, kernels::name_of(op)));
}

Tensor binary(BinaryOp op, const Tensor& a, const Tensor& b) {
  require_same_dtype(binary_name(op), a, b);
  if (a.dtype() == DType::boolean &&
      (op == BinaryOp::add || op == BinaryOp::subtract || op == BinaryOp::divide)) {
    throw TypeError(fmt::format("{}: not defined for bool", binary_name(op)));
  }
  Graph& graph = a.graph();
  return graph.output(graph.add(OpKind::binary, BinaryAttributes{op}, {a, b},
                                {{a.dtype(), broadcast(a.shape(), b.shape())}}, binary_name(op)));
}

Tensor compare(Comparison op, const Tensor& a, const Tensor& b) {
  require_same_dtype(comparison_name(op), a, b);
  Graph& graph = a.graph();
  return graph.output(graph.add(OpKind::compare, CompareAttributes{op}, {a, b},
                                {{DType::boolean, broadcast(a.shape(), b.shape())}},
                                comparison_name(op)));
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

Tensor of_bools(const char* op, BinaryOp how, const Tensor& a, const Tensor& b) {
  if (a.dtype() != DType::boolean || b.dtype() != DType::boolean) {
    throw TypeError(fmt::format("{}: needs two bools, not {} and {}", op, dtype_name(a.dtype()),
                                dtype_name(b.dtype())));
  }
  return binary(how, a, b);
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

}  // namespace pipette
