// The layers that models are made of.
//
//   Sequential model({flatten(), dense(128, relu, "Dense_128"), dense(10, softmax, "Dense_10")});
//
// Shapes are written with the batch in front. Each factory throws ValueError for sizes below 1 and
// rates out of range; building throws ValueError for inputs of another rank.
#pragma once

#include "graph/window.h"
#include "keras/activation.h"
#include "keras/layer.h"

namespace pipette::keras {

struct DenseOptions {
  bool use_bias = true;
};
struct Conv2dOptions {
  Window strides{1, 1};
  Padding padding = Padding::valid;
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
// [batch, height, width, in] -> [batch, height, width, filters]: activation(the convolution +
// bias), sizes by graph/window.h. kernel [height, width, in, filters] is Glorot uniform, bias
// [filters] zero.
LayerPtr conv2d(std::int64_t filters, const Window& kernel_size, Activation activation = linear,
                const std::string& name = "", const Conv2dOptions& options = {});
// [batch, height, width, channels] -> the largest of each window, which moves by its own size if
// `strides` are not given.
LayerPtr max_pooling2d(const Window& pool_size = {2, 2},
                       const std::optional<Window>& strides = std::nullopt,
                       Padding padding = Padding::valid, const std::string& name = "");
// While fitting, each element is dropped with probability `rate` (at least 0, below 1) and the
// others are divided by 1 - rate, with a new mask for every mini-batch and every replica. Otherwise
// it is the identity.
LayerPtr dropout(double rate, const std::string& name = "");
// The sum of several inputs of one shape.
LayerPtr add(const std::string& name = "");

}  // namespace pipette::keras
