#include "keras/layers.h"

#include <fmt/format.h>

#include "graph/ops.h"
#include "keras/regularization.h"

namespace pipette::keras {

namespace {

class Flatten : public Layer {
 public:
  explicit Flatten(const std::string& name) : Layer("Flatten", name) {}
  Shape output_shape(const Shape& input) const override {
    return Shape{input[0], input.without_front().num_elements()};
  }
  Tensor call(const Tensor& x, const CallContext&) override { return pipette::flatten(x); }
};

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

class Reshape : public Layer {
 public:
  Reshape(const Shape& shape, const std::string& name) : Layer("Reshape", name), shape_(shape) {}

  Shape output_shape(const Shape& input) const override {
    const std::int64_t elements = input.without_front().num_elements();
    std::vector<std::int64_t> sizes = shape_.sizes();
    const std::int64_t known = shape_.num_elements();  // an unknown size counts as 1
    int unknown = 0;
    for (std::int64_t& size : sizes) {
      if (size != Shape::kUnknown) continue;
      ++unknown;
      size = known == 0 ? 0 : elements / known;
    }
    const Shape result(std::move(sizes));
    if (unknown > 1 || result.num_elements() != elements) {
      throw ValueError(
          fmt::format("Layer \"{}\" (Reshape) cannot give inputs {} the shape {}: "
                      "the number of elements must stay the same",
                      name(), input.to_string(), shape_.to_string()));
    }
    return result.with_front(input[0]);
  }

  Tensor call(const Tensor& x, const CallContext&) override {
    return pipette::reshape(x, output_shape(x.shape()));
  }

 private:
  Shape shape_;
};

class ActivationLayer : public Layer {
 public:
  ActivationLayer(ActivationFunction function, const std::string& name)
      : Layer("Activation", name), function_(std::move(function)) {}
  Tensor call(const Tensor& x, const CallContext&) override { return function_(x); }

 private:
  ActivationFunction function_;
};

class Dropout : public Layer {
 public:
  Dropout(double rate, const std::string& name) : Layer("Dropout", name), rate_(rate) {
    if (!(rate >= 0 && rate < 1)) {
      throw ValueError(
          fmt::format("dropout: the rate must be at least 0 and below 1, but it is {}", rate));
    }
  }
  void build(const Shape&) override {
    RandomStream random = random_for("mask");
    seed_ = std::uint64_t{random.next_u32()} << 32 | random.next_u32();
    // Not a weight: neither saved nor counted.
    mini_batches_.emplace(name() + "/mini_batches:0", Array::scalar(std::int32_t{0}));
  }
  Tensor call(const Tensor& x, const CallContext& context) override {
    if (!context.training) return x;
    Tensor step = count_up(*mini_batches_);
    if (context.replicas > 1) step = step + replica_index() * kMasksOfReplica;
    return pipette::dropout(x, rate_, seed_, step);
  }

 private:
  // 64 replicas (DeviceConfig::kMaxIpus) of them fit into 31 bits.
  static constexpr double kMasksOfReplica = 1 << 25;

  double rate_;
  std::uint64_t seed_ = 0;
  std::optional<Variable> mini_batches_;
};

}  // namespace

LayerPtr flatten(const std::string& name) { return std::make_shared<Flatten>(name); }

LayerPtr dense(std::int64_t units, const ActivationFunction& activation, const std::string& name,
               const DenseOptions& options) {
  return std::make_shared<Dense>(units, activation, name, options);
}

LayerPtr reshape(const Shape& shape, const std::string& name) {
  return std::make_shared<Reshape>(shape, name);
}

LayerPtr activation(const ActivationFunction& function, const std::string& name) {
  return std::make_shared<ActivationLayer>(function, name);
}

LayerPtr dropout(double rate, const std::string& name) {
  return std::make_shared<Dropout>(rate, name);
}

}  // namespace pipette::keras
