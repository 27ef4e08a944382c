// What networks apply to their values, made of other operators.
#include <fmt/format.h>

#include <numbers>

#include "graph/operands.h"

namespace pipette {

using kernels::BinaryOp;
using kernels::UnaryOp;

Tensor gelu(const Tensor& x, bool approximate) {
  require_floating("gelu", x);
  if (!approximate) {
    return x * (unary(UnaryOp::erf, x * (1 / std::numbers::sqrt2)) + 1.0) * 0.5;
  }
  const Tensor cubed = (x + x * square(x) * 0.044715) * 0.7978845608028654;  // sqrt(2 / pi)
  return x * (tanh(cubed) + 1.0) * 0.5;
}

Tensor gelu(const Tensor& x) { return gelu(x, false); }

Tensor leaky_relu(const Tensor& x, double alpha) {
  require_floating("leaky_relu", x);
  return select(number_like(x, 0) < x, x, x * alpha);
}

Tensor leaky_relu(const Tensor& x) { return leaky_relu(x, 0.2); }

Tensor elu(const Tensor& x, double alpha) {
  require_floating("elu", x);
  // Bounded, so that the branch that is not taken is finite and so has a gradient.
  const Tensor below = binary(BinaryOp::minimum, x, number_like(x, 0));
  return select(number_like(x, 0) < x, x, (exp(below) - 1.0) * alpha);
}

Tensor elu(const Tensor& x) { return elu(x, 1.0); }

Tensor softplus(const Tensor& x) {
  require_floating("softplus", x);
  return relu(x) + log(exp(-unary(UnaryOp::abs, x)) + 1.0);
}

Moments moments(const Tensor& x, const std::vector<int>& axes) {
  require_floating("moments", x);
  if (axes.empty()) return {x, fill(x.shape(), x.spec(), 0.0f)};
  std::vector<std::int64_t> kept = x.shape().sizes();
  const Tensor mean = reduce_mean(x, axes);
  for (const int axis : axes)
    kept.at(static_cast<std::size_t>(axis < 0 ? axis + x.shape().rank() : axis)) = 1;
  const Tensor centred = x - reshape(mean, Shape(std::move(kept)));
  return {mean, reduce_mean(square(centred), axes)};
}

Tensor group_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, std::int64_t groups,
                  double epsilon) {
  require_floating("group_norm", x);
  const Shape& shape = x.shape();
  if (shape.rank() < 2 || groups < 1 || shape[-1] % groups != 0) {
    throw InvalidArgument(fmt::format("group_norm: {} has no channels that {} groups would share",
                                      shape.to_string(), groups));
  }
  const std::int64_t batch = shape[0], channels = shape[-1];
  if (!(gamma.shape() == Shape{channels}) || !(beta.shape() == Shape{channels})) {
    throw InvalidArgument(
        fmt::format("group_norm: gamma and beta must have shape [{}], not {} and {}", channels,
                    gamma.shape().to_string(), beta.shape().to_string()));
  }
  const Tensor grouped = reshape(x, Shape{batch, Shape::kUnknown, groups, channels / groups});
  const Moments of = moments(grouped, {1, 3});
  const Shape row{batch, 1, groups, 1};
  const Tensor scale = unary(UnaryOp::rsqrt, of.variance + epsilon);
  const Tensor normed = (grouped - reshape(of.mean, row)) * reshape(scale, row);
  return reshape(normed, shape) * gamma + beta;
}

}  // namespace pipette
