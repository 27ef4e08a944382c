#include "keras/layers/normalization.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "graph/ops.h"

namespace pipette::keras {

namespace {

// gamma and beta of each channel, which begin as 1 and 0.
class Normalization : public Layer {
 public:
  Normalization(const char* type_name, double epsilon, const std::string& name)
      : Layer(type_name, name), epsilon_(epsilon) {
    if (std::isfinite(epsilon) && epsilon > 0) return;
    throw ValueError(
        fmt::format("{}: epsilon must be above 0, but it is {}", snake_case(type_name), epsilon));
  }

  Shape output_shape(const Shape& input) const override {
    channels_of(input);
    return input;
  }
  std::vector<Shape> variable_shapes(const Shape& input) const override {
    return {2, Shape{channels_of(input)}};
  }
  void build(const Shape& input) override {
    const Shape shape{channels_of(input)};
    add_variable("gamma", Array::filled<float>(shape, 1.0f));
    add_variable("beta", Array::zeros(DType::f32, shape));
  }

 protected:
  std::int64_t channels_of(const Shape& input) const {
    if (input.rank() < 2 || input[-1] < 1) {
      throw ValueError(fmt::format(
          "Layer \"{}\" ({}) needs inputs [batch, ..., channels] with a known number of "
          "channels, not {}",
          name(), type_name(), input.to_string()));
    }
    return input[-1];
  }
  // `mean` and `variance` broadcast to x.
  Tensor normalized(const Tensor& x, const Tensor& mean, const Tensor& variance) const {
    const Tensor scale = unary(kernels::UnaryOp::rsqrt, variance + epsilon_);
    return (x - mean) * scale * variables()[0] + variables()[1];
  }
  double epsilon() const { return epsilon_; }

 private:
  double epsilon_;
};

class BatchNormalization : public Normalization {
 public:
  BatchNormalization(const std::string& name, const BatchNormalizationOptions& options)
      : Normalization("BatchNormalization", options.epsilon, name), momentum_(options.momentum) {
    if (momentum_ >= 0 && momentum_ <= 1) return;
    throw ValueError(fmt::format(
        "batch_normalization: momentum must be between 0 and 1, but it is {}", momentum_));
  }

  std::vector<Shape> variable_shapes(const Shape& input) const override {
    return {4, Shape{channels_of(input)}};
  }
  void build(const Shape& input) override {
    Normalization::build(input);
    const Shape shape{channels_of(input)};
    add_untrained_variable("moving_mean", Array::zeros(DType::f32, shape));
    add_untrained_variable("moving_variance", Array::filled<float>(shape, 1.0f));
  }
  Tensor call(const Tensor& x, const CallContext& context) override {
    const Variable& moving_mean = variables()[2];
    const Variable& moving_variance = variables()[3];
    if (!context.training || !trainable()) return normalized(x, moving_mean, moving_variance);
    std::vector<int> axes(static_cast<std::size_t>(x.shape().rank() - 1));
    std::iota(axes.begin(), axes.end(), 0);
    const Moments of = moments(x, axes);
    const auto follow = [&](const Variable& moving, const Tensor& now) {
      assign(moving, read(moving) * momentum_ + stop_gradient(now) * (1 - momentum_));
    };
    follow(moving_mean, of.mean);
    follow(moving_variance, of.variance);
    return normalized(x, of.mean, of.variance);
  }

 private:
  double momentum_;
};

class LayerNormalization : public Normalization {
 public:
  LayerNormalization(const std::string& name, const LayerNormalizationOptions& options)
      : Normalization("LayerNormalization", options.epsilon, name) {}
  Tensor call(const Tensor& x, const CallContext&) override {
    const Moments of = moments(x, {-1});
    std::vector<std::int64_t> sizes = x.shape().sizes();
    sizes.back() = 1;
    const Shape columns(std::move(sizes));
    return normalized(x, pipette::reshape(of.mean, columns),
                      pipette::reshape(of.variance, columns));
  }
};

class GroupNormalization : public Normalization {
 public:
  GroupNormalization(const std::string& name, const GroupNormalizationOptions& options)
      : Normalization("GroupNormalization", options.epsilon, name), groups_(options.groups) {
    if (groups_ >= 1) return;
    throw ValueError(fmt::format(
        "group_normalization: groups must be at least 1, but it is {}; the nearest valid value is 1",
        groups_));
  }
  Shape output_shape(const Shape& input) const override {
    if (channels_of(input) % groups_ != 0) {
      throw ValueError(
          fmt::format("Layer \"{}\" (GroupNormalization): {} channels cannot be shared "
                      "by {} groups",
                      name(), input[-1], groups_));
    }
    return input;
  }
  Tensor call(const Tensor& x, const CallContext&) override {
    return group_norm(x, variables()[0], variables()[1], groups_, epsilon());
  }

 private:
  std::int64_t groups_;
};

}  // namespace

LayerPtr batch_normalization(const std::string& name, const BatchNormalizationOptions& options) {
  return std::make_shared<BatchNormalization>(name, options);
}

LayerPtr layer_normalization(const std::string& name, const LayerNormalizationOptions& options) {
  return std::make_shared<LayerNormalization>(name, options);
}

LayerPtr group_normalization(const std::string& name, const GroupNormalizationOptions& options) {
  return std::make_shared<GroupNormalization>(name, options);
}

std::vector<LayerField> BatchNormalizationSpec::fields() {
  const BatchNormalizationOptions usual;
  return {{.name = "momentum",
           .member = &options.momentum,
           .left_out = options.momentum == usual.momentum},
          {.name = "epsilon",
           .member = &options.epsilon,
           .left_out = options.epsilon == usual.epsilon}};
}

LayerPtr BatchNormalizationSpec::make(const std::string& name) const {
  return batch_normalization(name, options);
}

std::vector<LayerField> LayerNormalizationSpec::fields() {
  const LayerNormalizationOptions usual;
  return {{.name = "epsilon",
           .member = &options.epsilon,
           .left_out = options.epsilon == usual.epsilon}};
}

LayerPtr LayerNormalizationSpec::make(const std::string& name) const {
  return layer_normalization(name, options);
}

std::vector<LayerField> GroupNormalizationSpec::fields() {
  const GroupNormalizationOptions usual;
  return {{.name = "groups", .member = &options.groups, .label = "Groups"},
          {.name = "epsilon",
           .member = &options.epsilon,
           .left_out = options.epsilon == usual.epsilon}};
}

LayerPtr GroupNormalizationSpec::make(const std::string& name) const {
  return group_normalization(name, options);
}

}  // namespace pipette::keras
