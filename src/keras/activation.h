// Activation functions of layers, by value or by the name that Keras gives them.
//
//   dense(128, relu, "Dense_128");                 // inside namespace keras
//   keras::dense(10, keras::parse_activation("softmax"));
#pragma once

#include <functional>
#include <string_view>
#include <type_traits>

#include "core/choices.h"
#include "graph/ops.h"

namespace pipette::keras {

enum class Activation { linear, relu, softmax, sigmoid, tanh, gelu, leaky_relu, elu, softplus };

constexpr auto choices_of(Activation) {
  return std::to_array<Choice<Activation>>({{Activation::linear, "linear", "Linear"},
                                            {Activation::relu, "relu", "ReLU"},
                                            {Activation::softmax, "softmax", "Softmax"},
                                            {Activation::sigmoid, "sigmoid", "Sigmoid"},
                                            {Activation::tanh, "tanh", "Tanh"},
                                            {Activation::gelu, "gelu", "GELU"},
                                            {Activation::leaky_relu, "leaky_relu", "Leaky ReLU"},
                                            {Activation::elu, "elu", "ELU"},
                                            {Activation::softplus, "softplus", "Softplus"}});
}

// Short names for use in layers. All but linear are the operators of graph/ops.h, so that both
// namespaces can be used at once.
inline constexpr Activation linear = Activation::linear;
using pipette::elu;
using pipette::gelu;
using pipette::leaky_relu;
using pipette::relu;
using pipette::sigmoid;
using pipette::softmax;
using pipette::softplus;
using pipette::tanh;

// Throws ValueError, which lists the names.
Activation parse_activation(std::string_view name);
// Softmax is over the last axis of a matrix (InvalidArgument for other ranks).
Tensor apply_activation(Activation activation, const Tensor& x);

// The function that a layer applies to its sums: one of the above, an operator, or any function of
// a tensor.
class ActivationFunction {
 public:
  ActivationFunction(Activation activation)
      : function_([activation](const Tensor& x) { return apply_activation(activation, x); }) {}
  ActivationFunction(Tensor (*activation)(const Tensor&)) : function_(activation) {}
  template <class F, class = std::enable_if_t<std::is_invocable_r_v<Tensor, F&, const Tensor&> &&
                                              !std::is_same_v<std::decay_t<F>, ActivationFunction>>>
  ActivationFunction(F activation) : function_(std::move(activation)) {}

  Tensor operator()(const Tensor& x) const { return function_(x); }

 private:
  std::function<Tensor(const Tensor&)> function_;
};

}  // namespace pipette::keras
