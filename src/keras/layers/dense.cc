#include "keras/layers/dense.h"

#include <fmt/format.h>

#include "graph/ops.h"
#include "keras/regularization.h"

namespace pipette::keras {

namespace {

class Dense : public Layer {
 public:
  Dense(std::int64_t units, ActivationFunction function, const std::string& name,
        const DenseOptions& options)
      : Layer("Dense", name), units_(units), activation_(std::move(function)), options_(options) {
    check_l2("dense", options.kernel_l2);
    if (units < 1) {
      throw ValueError(fmt::format(
          "dense: units must be at least 1, but it is {}; the nearest valid value is 1", units));
    }
  }

  std::vector<Shape> variable_shapes(const Shape& input) const override {
    std::vector<Shape> shapes = {Shape{width_of(input), units_}};
    if (options_.use_bias) shapes.push_back(Shape{units_});
    return shapes;
  }
  void build(const Shape& input) override {
    const std::vector<Shape> shapes = variable_shapes(input);
    add_variable("kernel",
                 initial_values(options_.kernel_initializer, shapes[0], random_for("kernel")));
    if (options_.use_bias) add_variable("bias", Array::zeros(DType::f32, shapes[1]));
  }

  Shape output_shape(const Shape& input) const override {
    width_of(input);
    std::vector<std::int64_t> sizes = input.sizes();
    sizes.back() = units_;
    return Shape(std::move(sizes));
  }

  Tensor call(const Tensor& x, const CallContext&) override {
    const bool matrix = x.shape().rank() == 2;
    const Tensor rows = matrix ? x : pipette::reshape(x, Shape{Shape::kUnknown, x.shape()[-1]});
    Tensor sum = matmul(rows, variables()[0]);
    if (options_.use_bias) sum = sum + variables()[1];
    if (!matrix) sum = pipette::reshape(sum, output_shape(x.shape()));
    return activation_(sum);
  }

  std::optional<Tensor> regularization() const override {
    return l2_of(options_.kernel_l2, variables()[0]);
  }

 private:
  std::int64_t width_of(const Shape& input) const {
    if (input.rank() < 2 || input[-1] < 1) {
      throw ValueError(
          fmt::format("Layer \"{}\" (Dense) needs inputs [batch, ..., "
                      "features] with a known number of features, not {}; put flatten() before it",
                      name(), input.to_string()));
    }
    return input[-1];
  }

  std::int64_t units_;
  ActivationFunction activation_;
  DenseOptions options_;
};

}  // namespace

LayerPtr dense(std::int64_t units, const ActivationFunction& activation, const std::string& name,
               const DenseOptions& options) {
  return std::make_shared<Dense>(units, activation, name, options);
}

std::vector<LayerField> DenseSpec::fields() {
  std::vector<LayerField> fields = {
      {.name = "units", .member = &units, .positional = Positional::everywhere, .label = "Units"},
      activation_field(activation)};
  add_kernel_fields(fields, options);
  return fields;
}

LayerPtr DenseSpec::make(const std::string& name) const {
  return dense(units, activation, name, options);
}

DenseSpec DenseSpec::suggested(bool last) {
  return last ? DenseSpec{.units = 10, .activation = Activation::softmax}
              : DenseSpec{.units = 64, .activation = Activation::relu};
}

}  // namespace pipette::keras
