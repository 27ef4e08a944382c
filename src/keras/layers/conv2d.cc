#include "keras/layers/conv2d.h"

#include <fmt/format.h>

#include "graph/ops.h"
#include "keras/layers/windows.h"
#include "keras/regularization.h"

namespace pipette::keras {

namespace {

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

}  // namespace

LayerPtr conv2d(std::int64_t filters, const Window& kernel_size,
                const ActivationFunction& activation, const std::string& name,
                const Conv2dOptions& options) {
  return std::make_shared<Conv2d>(filters, kernel_size, activation, name, options);
}

std::vector<LayerField> Conv2dSpec::fields() {
  std::vector<LayerField> fields = {{.name = "filters",
                                     .member = &filters,
                                     .positional = Positional::everywhere,
                                     .label = "Filters"},
                                    {.name = "kernel_size",
                                     .member = &kernel_size,
                                     .positional = Positional::everywhere,
                                     .label = "Kernel",
                                     .help = "Height and width of the kernel"},
                                    {.name = "strides",
                                     .member = &options.strides,
                                     .label = "Strides",
                                     .help = "How far the window moves",
                                     .more = true},
                                    padding_field(options.padding),
                                    activation_field(activation)};
  add_kernel_fields(fields, options);
  return fields;
}

LayerPtr Conv2dSpec::make(const std::string& name) const {
  return conv2d(filters, kernel_size, activation, name, options);
}

Conv2dSpec Conv2dSpec::suggested(bool) { return {.filters = 8, .activation = Activation::relu}; }

}  // namespace pipette::keras
