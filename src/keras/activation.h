// Activation functions of layers, by value or by the name that Keras gives them.
//
//   dense(128, relu, "Dense_128");                 // inside namespace keras
//   keras::dense(10, keras::parse_activation("softmax"));
#pragma once

#include <string_view>

#include "core/choices.h"
#include "graph/graph.h"

namespace pipette::keras {

enum class Activation { linear, relu, softmax, sigmoid, tanh };

constexpr auto choices_of(Activation) {
  return std::to_array<Choice<Activation>>({{Activation::linear, "linear", "Linear"},
                                            {Activation::relu, "relu", "ReLU"},
                                            {Activation::softmax, "softmax", "Softmax"},
                                            {Activation::sigmoid, "sigmoid", "Sigmoid"},
                                            {Activation::tanh, "tanh", "Tanh"}});
}

// Short names, as layers are written. In this namespace they hide the operators of graph/ops.h.
inline constexpr Activation linear = Activation::linear;
inline constexpr Activation relu = Activation::relu;
inline constexpr Activation softmax = Activation::softmax;
inline constexpr Activation sigmoid = Activation::sigmoid;
inline constexpr Activation tanh = Activation::tanh;

// Throws ValueError that lists the names.
Activation parse_activation(std::string_view name);
// Softmax is over the last axis of a matrix (InvalidArgument for other ranks).
Tensor apply_activation(Activation activation, const Tensor& x);

}  // namespace pipette::keras
