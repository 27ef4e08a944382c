#include "keras/activation.h"

#include <fmt/format.h>

#include "graph/ops.h"

namespace pipette::keras {

const char* activation_name(Activation activation) {
  switch (activation) {
    case Activation::linear:
      return "linear";
    case Activation::relu:
      return "relu";
    case Activation::softmax:
      return "softmax";
    case Activation::sigmoid:
      return "sigmoid";
    case Activation::tanh:
      return "tanh";
  }
  throw Internal("activation_name");
}

Activation parse_activation(std::string_view name) {
  for (const Activation activation : {linear, relu, softmax, sigmoid, tanh}) {
    if (name == activation_name(activation)) return activation;
  }
  throw ValueError(fmt::format(
      "unknown activation \"{}\"; there are linear, relu, softmax, sigmoid and tanh", name));
}

Tensor apply_activation(Activation activation, const Tensor& x) {
  switch (activation) {
    case Activation::linear:
      return x;
    case Activation::relu:
      return pipette::relu(x);
    case Activation::softmax:
      return pipette::softmax(x);
    case Activation::sigmoid:
      return unary(kernels::UnaryOp::sigmoid, x);
    case Activation::tanh:
      return unary(kernels::UnaryOp::tanh, x);
  }
  throw Internal("apply_activation");
}

}  // namespace pipette::keras
