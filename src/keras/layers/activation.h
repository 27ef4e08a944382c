// The layer that is an activation function.
//
//   activation(relu, "Relu_1");
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

// Upstream's Activation layer.
LayerPtr activation(const ActivationFunction& function, const std::string& name = "");

struct ActivationSpec {
  static constexpr LayerNames kNames = {.word = "activation", .label = "Activation"};
  static constexpr char kHelp[] = "The activation function by itself.";
  Activation activation = Activation::linear;

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  static ActivationSpec suggested(bool last);
  friend bool operator==(const ActivationSpec&, const ActivationSpec&) = default;
};

}  // namespace pipette::keras
