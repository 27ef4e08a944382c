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
      return pipette::sigmoid(x);
    case Activation::tanh:
      return pipette::tanh(x);
    case Activation::gelu:
      return pipette::gelu(x);
    case Activation::leaky_relu:
      return pipette::leaky_relu(x);
    case Activation::elu:
      return pipette::elu(x);
    case Activation::softplus:
      return pipette::softplus(x);
  }
  throw Internal("apply_activation");
}

}  // namespace pipette::keras
