// The convolution of images.
//
//   conv2d(8, {3, 3}, relu, "Conv_1", {.padding = Padding::same});
#pragma once

#include "keras/layers/layer_field.h"

namespace pipette::keras {

struct Conv2dOptions {
  Window strides{1, 1};
  Padding padding = Padding::valid;
  bool use_bias = true;
  Initializer kernel_initializer = Initializer::glorot_uniform;
  double kernel_l2 = 0;  // as for dense()

  friend bool operator==(const Conv2dOptions&, const Conv2dOptions&) = default;
};
// [batch, height, width, in] -> [batch, height, width, filters]: activation(the convolution +
// bias), sizes by graph/window.h. kernel [height, width, in, filters] is Glorot uniform by default,
// bias [filters] zero. Called again on images with a multiple of the channels it was built for, it
// is a grouped convolution, as in XLA for a kernel with fewer channels: its filters are in groups,
// each of which sees as many channels as the kernel has. It is computed, and costs, as a
// convolution with zeros.
LayerPtr conv2d(std::int64_t filters, const Window& kernel_size,
                const ActivationFunction& activation = linear, const std::string& name = "",
                const Conv2dOptions& options = {});

// In an experiment images keep their size unless it says otherwise.
struct Conv2dSpec {
  static constexpr LayerNames kNames = {.word = "conv2d", .label = "Conv2D", .takes_images = true};
  static constexpr char kHelp[] = "[batch, height, width, in] -> [batch, height, width, filters]";
  std::int64_t filters = 10;
  Window kernel_size{3, 3};
  Activation activation = Activation::linear;
  Conv2dOptions options = {.padding = Padding::same};

  std::vector<LayerField> fields();
  LayerPtr make(const std::string& name) const;
  static Conv2dSpec suggested(bool last);
  friend bool operator==(const Conv2dSpec&, const Conv2dSpec&) = default;
};

}  // namespace pipette::keras
