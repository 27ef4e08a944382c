// The fully connected layer.
//
//   dense(128, relu, "Dense_128");
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

struct DenseOptions {
  bool use_bias = true;
  Initializer kernel_initializer = Initializer::glorot_uniform;
  // Adds this times the sum of the kernel's squares to the loss (Keras' regularizers.L2). In a
  // pipeline only layers of the last stage may have it (Unimplemented).
  double kernel_l2 = 0;

  friend bool operator==(const DenseOptions&, const DenseOptions&) = default;
};
// [batch, ..., in] -> [batch, ..., units]: activation(x kernel + bias). kernel [in, units] is
// Glorot uniform by default, bias [units] zero.
LayerPtr dense(std::int64_t units, const ActivationFunction& activation = linear,
               const std::string& name = "", const DenseOptions& options = {});

struct DenseSpec {
  static constexpr LayerNames kNames = {.word = "dense", .label = "Dense"};
  static constexpr char kHelp[] = "[batch, ..., in] -> [batch, ..., units]";
  std::int64_t units = 10;
  Activation activation = Activation::linear;
  DenseOptions options = {};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  static DenseSpec suggested(bool last);
  friend bool operator==(const DenseSpec&, const DenseSpec&) = default;
};

}  // namespace pipette::keras
