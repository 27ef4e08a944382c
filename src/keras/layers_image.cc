// Layers of images: [batch, height, width, channels].
#include <fmt/format.h>

#include "graph/ops.h"
#include "keras/layers.h"
#include "keras/regularization.h"

namespace pipette::keras {

namespace {

void check_window(const char* what, const Window& window) {
  if (window[0] >= 1 && window[1] >= 1) return;
  throw ValueError(fmt::format("{} must be at least 1 along both axes, but it is {} x {}", what,
                               window[0], window[1]));
}

// Height and width after a window has moved over images of this shape.
Shape windowed(const Layer& layer, const Shape& input, const Window& window,
               const WindowOptions& options, std::int64_t channels) {
  if (input.rank() != 4 || input[-1] < 1) {
    throw ValueError(
        fmt::format("Layer \"{}\" ({}) needs images [batch, height, width, channels], not {}; "
                    "put reshape() before it",
                    layer.name(), layer.type_name(), input.to_string()));
  }
  std::vector<std::int64_t> sizes{input[0]};
  for (std::size_t axis = 0; axis < window.size(); ++axis) {
    const std::int64_t size = input[static_cast<int>(axis) + 1];
    sizes.push_back(
        window_axis(size, window[axis], options.strides[axis], options.padding).outputs);
    if (sizes.back() < 1) {
      throw ValueError(
          fmt::format("Layer \"{}\" ({}): a window of {} does not fit into {} pixels of images {}",
                      layer.name(), layer.type_name(), window[axis], size, input.to_string()));
    }
  }
  sizes.push_back(channels);
  return Shape(std::move(sizes));
}

// The kernel [height, width, in, filters] of a grouped convolution of images with more channels:
// the filters stand in as many groups as `in` divides the channels into, and each group sees its
// own channels only. What lies outside of the groups is zero, and costs what the rest does.
Tensor spread_over_groups(const Tensor& kernel, std::int64_t channels) {
  const std::int64_t in = kernel.shape()[2], filters = kernel.shape()[3];
  const std::int64_t groups = channels / in;
  Array own(ArraySpec{DType::f32, Shape{channels, filters}});
  float* value = own.data<float>();
  for (std::int64_t c = 0; c < channels; ++c) {
    for (std::int64_t f = 0; f < filters; ++f) *value++ = c / in == f / (filters / groups) ? 1 : 0;
  }
  const std::vector<Tensor> copies(static_cast<std::size_t>(groups), kernel);
  return concatenate(copies, 2) * constant(own);
}

class Conv2d : public Layer {
 public:
  Conv2d(std::int64_t filters, const Window& kernel_size, ActivationFunction function,
         const std::string& name, const Conv2dOptions& options)
      : Layer("Conv2D", name),
        filters_(filters),
        kernel_size_(kernel_size),
        activation_(std::move(function)),
        options_(options) {
    if (filters < 1) {
      throw ValueError(fmt::format(
          "conv2d: filters must be at least 1, but it is {}; the nearest valid value is 1",
          filters));
    }
    check_window("conv2d: kernel_size", kernel_size);
    check_window("conv2d: strides", options.strides);
    check_l2("conv2d", options.kernel_l2);
  }

  std::vector<Shape> variable_shapes(const Shape& input) const override {
    output_shape(input);
    std::vector<Shape> shapes = {Shape{kernel_size_[0], kernel_size_[1], input[-1], filters_}};
    if (options_.use_bias) shapes.push_back(Shape{filters_});
    return shapes;
  }
  void build(const Shape& input) override {
    const std::vector<Shape> shapes = variable_shapes(input);
    add_variable("kernel",
                 initial_values(options_.kernel_initializer, shapes[0], random_for("kernel")));
    if (options_.use_bias) add_variable("bias", Array::zeros(DType::f32, shapes[1]));
  }
  Shape output_shape(const Shape& input) const override {
    return windowed(*this, input, kernel_size_, options(), filters_);
  }
  bool also_takes(const Shape& input) const override {
    const std::int64_t in = variables()[0].shape()[2];
    return input.rank() == 4 && input[-1] % in == 0 && filters_ % (input[-1] / in) == 0;
  }
  Tensor call(const Tensor& x, const CallContext&) override {
    Tensor kernel = variables()[0];
    if (x.shape()[-1] != kernel.shape()[2]) kernel = spread_over_groups(kernel, x.shape()[-1]);
    const Tensor y = pipette::conv2d(x, kernel, options());
    return activation_(options_.use_bias ? y + variables()[1] : y);
  }
  std::optional<Tensor> regularization() const override {
    return l2_of(options_.kernel_l2, variables()[0]);
  }

 private:
  WindowOptions options() const { return {options_.strides, options_.padding}; }

  std::int64_t filters_;
  Window kernel_size_;
  ActivationFunction activation_;
  Conv2dOptions options_;
};

class Pooling2d : public Layer {
 public:
  using Operator = Tensor (*)(const Tensor& x, const Window& pool, const WindowOptions& options);

  Pooling2d(const char* type_name, Operator pool, const Window& pool_size, const Window& strides,
            Padding padding, const std::string& name)
      : Layer(type_name, name), pool_(pool), pool_size_(pool_size), how_{strides, padding} {
    const std::string factory = snake_case(type_name);
    check_window((factory + ": pool_size").c_str(), pool_size);
    check_window((factory + ": strides").c_str(), strides);
  }
  Shape output_shape(const Shape& input) const override {
    return windowed(*this, input, pool_size_, how_, input.rank() == 4 ? input[-1] : 0);
  }
  Tensor call(const Tensor& x, const CallContext&) override { return pool_(x, pool_size_, how_); }

 private:
  Operator pool_;
  Window pool_size_;
  WindowOptions how_;
};

class GlobalPooling2d : public Layer {
 public:
  using Reduction = Tensor (*)(const Tensor& x, std::vector<int> axes);

  GlobalPooling2d(const char* type_name, Reduction reduce, const std::string& name)
      : Layer(type_name, name), reduce_(reduce) {}
  Shape output_shape(const Shape& input) const override {
    const Shape whole = windowed(*this, input, {1, 1}, {}, input.rank() == 4 ? input[-1] : 0);
    return Shape{whole[0], whole[3]};
  }
  Tensor call(const Tensor& x, const CallContext&) override { return reduce_(x, {1, 2}); }

 private:
  Reduction reduce_;
};

}  // namespace

LayerPtr max_pooling2d(const Window& pool_size, const std::optional<Window>& strides,
                       Padding padding, const std::string& name) {
  return std::make_shared<Pooling2d>("MaxPooling2D", max_pool2d, pool_size,
                                     strides.value_or(pool_size), padding, name);
}

LayerPtr average_pooling2d(const Window& pool_size, const std::optional<Window>& strides,
                           Padding padding, const std::string& name) {
  return std::make_shared<Pooling2d>("AveragePooling2D", avg_pool2d, pool_size,
                                     strides.value_or(pool_size), padding, name);
}

LayerPtr global_average_pooling2d(const std::string& name) {
  return std::make_shared<GlobalPooling2d>("GlobalAveragePooling2D", reduce_mean, name);
}

LayerPtr global_max_pooling2d(const std::string& name) {
  return std::make_shared<GlobalPooling2d>("GlobalMaxPooling2D", reduce_max, name);
}

LayerPtr conv2d(std::int64_t filters, const Window& kernel_size,
                const ActivationFunction& activation, const std::string& name,
                const Conv2dOptions& options) {
  return std::make_shared<Conv2d>(filters, kernel_size, activation, name, options);
}

}  // namespace pipette::keras
