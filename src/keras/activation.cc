#include "keras/activation.h"

#include <fmt/format.h>

#include "graph/ops.h"

namespace pipette::keras {

Activation parse_activation(std::string_view name) {
  for (const Choice<Activation>& choice : kChoices<Activation>) {
    if (name == choice.word) return choice.value;
  }
  throw ValueError(
      fmt::format("unknown activation \"{}\"; there are {}", name, all_words<Activation>("")));
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
