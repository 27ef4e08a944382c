// The layers that models are made of.
//
//   Sequential model({flatten(), dense(128, relu, "Dense_128"), dense(10, softmax, "Dense_10")});
//
// Shapes are written with the batch in front. Each factory throws ValueError for sizes below 1 and
// rates out of range; building throws ValueError for inputs of another rank.
#pragma once

#include <vector>

#include "keras/activation.h"
#include "keras/layer.h"

namespace pipette::keras {

struct DenseOptions {
  bool use_bias = true;
};

// [batch, ...] -> [batch, rest]
LayerPtr flatten(const std::string& name = "");
// [batch, ..., in] -> [batch, ..., units]: activation(x kernel + bias). kernel [in, units] is
// Glorot uniform, bias [units] zero.
LayerPtr dense(std::int64_t units, Activation activation = linear, const std::string& name = "",
               const DenseOptions& options = {});
// [batch, ...] -> [batch, *shape]; one size may be Shape::kUnknown (-1): inferred.
LayerPtr reshape(const Shape& shape, const std::string& name = "");
// Upstream's Activation layer.
LayerPtr activation(Activation function, const std::string& name = "");
// The sum of several inputs of one shape.
LayerPtr add(const std::string& name = "");

}  // namespace pipette::keras
