// The layers of models.
//
//   Sequential model({flatten(), dense(128, relu, "Dense_128"), dense(10, softmax, "Dense_10")});
//
// Shapes are written with the batch first. Each factory throws ValueError for sizes below 1 and
// rates out of range; building throws ValueError for inputs of another rank.
#pragma once

#include "graph/window.h"
#include "keras/activation.h"
#include "keras/layer.h"
#include "keras/layers/merge.h"
#include "keras/layers/normalization.h"
#include "training/initializers.h"

namespace pipette::keras {

struct DenseOptions {
  bool use_bias = true;
  Initializer kernel_initializer = Initializer::glorot_uniform;
  // Adds this times the sum of the kernel's squares to the loss (Keras' regularizers.L2). In a
  // pipeline only layers of the last stage may have it (Unimplemented).
  double kernel_l2 = 0;
};
struct Conv2dOptions {
  Window strides{1, 1};
  Padding padding = Padding::valid;
  bool use_bias = true;
  Initializer kernel_initializer = Initializer::glorot_uniform;
  double kernel_l2 = 0;
};

// [batch, ...] -> [batch, rest]
LayerPtr flatten(const std::string& name = "");
// [batch, ..., in] -> [batch, ..., units]: activation(x kernel + bias). kernel [in, units] is
// Glorot uniform by default, bias [units] zero.
LayerPtr dense(std::int64_t units, const ActivationFunction& activation = linear,
               const std::string& name = "", const DenseOptions& options = {});
// [batch, ...] -> [batch, *shape]; one size may be Shape::kUnknown (-1): inferred.
LayerPtr reshape(const Shape& shape, const std::string& name = "");
// Upstream's Activation layer.
LayerPtr activation(const ActivationFunction& function, const std::string& name = "");
// [batch, height, width, in] -> [batch, height, width, filters]: activation(the convolution +
// bias), sizes by graph/window.h. kernel [height, width, in, filters] is Glorot uniform by default,
// bias [filters] zero. Called again on images with a multiple of the channels it was built for, it
// is a grouped convolution, as in XLA for a kernel with fewer channels: its filters are in groups,
// each of which sees as many channels as the kernel has. It is computed, and costs, as a
// convolution with zeros.
LayerPtr conv2d(std::int64_t filters, const Window& kernel_size,
                const ActivationFunction& activation = linear, const std::string& name = "",
                const Conv2dOptions& options = {});
// [batch, height, width, channels] -> the maximum of each window; `strides` default to the size of
// the window.
LayerPtr max_pooling2d(const Window& pool_size = {2, 2},
                       const std::optional<Window>& strides = std::nullopt,
                       Padding padding = Padding::valid, const std::string& name = "");
// The same with the mean of each window; padding does not count.
LayerPtr average_pooling2d(const Window& pool_size = {2, 2},
                           const std::optional<Window>& strides = std::nullopt,
                           Padding padding = Padding::valid, const std::string& name = "");
// [batch, height, width, channels] -> [batch, channels]
LayerPtr global_average_pooling2d(const std::string& name = "");
LayerPtr global_max_pooling2d(const std::string& name = "");
// In fit(), each element is dropped with probability `rate` (at least 0, below 1) and the others
// are divided by 1 - rate, with a new mask for every mini-batch and every replica. Otherwise it is
// the identity.
LayerPtr dropout(double rate, const std::string& name = "");

}  // namespace pipette::keras
