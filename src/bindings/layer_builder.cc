#include "bindings/layer_builder.h"

#include <fmt/format.h>

#include "bindings/options.h"
#include "inspect/outfeed_layers.h"
#include "inspect/outfeed_optimizer.h"
#include "keras/optimizers.h"

namespace pipette {

namespace experiment {

template <>
struct Choices<Padding> {
  static constexpr Choice<Padding> kChoices[] = {{Padding::valid, "valid", "Valid"},
                                                 {Padding::same, "same", "Same"}};
};
template <>
struct Choices<inspect::OutfeedOptimizerMode> {
  using Mode = inspect::OutfeedOptimizerMode;
  static constexpr Choice<Mode> kChoices[] = {
      {Mode::after_compute, "after_compute", "After compute"},
      {Mode::before_apply, "before_apply", "Before apply"}};
};
template <>
struct Choices<keras::Activation> {
  using Name = Choice<keras::Activation>;
  static constexpr Name kChoices[] = {{keras::Activation::linear, "linear", "Linear"},
                                      {keras::Activation::relu, "relu", "ReLU"},
                                      {keras::Activation::softmax, "softmax", "Softmax"},
                                      {keras::Activation::sigmoid, "sigmoid", "Sigmoid"},
                                      {keras::Activation::tanh, "tanh", "Tanh"}};
};

}  // namespace experiment

namespace bindings {

namespace {

using keras::LayerPtr;

// A pointer to `object` that keeps `other` alive too.
template <class T, class U>
std::shared_ptr<T> keeping(const std::shared_ptr<U>& other, std::shared_ptr<T> object) {
  const auto both =
      std::make_shared<std::pair<std::shared_ptr<U>, std::shared_ptr<T>>>(other, std::move(object));
  return {both, both->second.get()};
}

// One size stands for both axes.
Window window_of(const char* name, const std::vector<std::int64_t>& sizes) {
  if (sizes.size() == 1) return {sizes[0], sizes[0]};
  if (sizes.size() == 2) return {sizes[0], sizes[1]};
  throw InvalidArgument(
      fmt::format("{} must be one size or [height, width], but has {} sizes", name, sizes.size()));
}

LayerPtr make_dense(Options& options, keras::Activation activation, const std::string& name) {
  std::int64_t units = 0;
  keras::DenseOptions rest;
  options.require("units", units).read("useBias", rest.use_bias).done();
  return keras::dense(units, activation, name, rest);
}

LayerPtr make_max_pooling2d(Options& options, const std::string& name) {
  std::vector<std::int64_t> pool_size{2};
  std::optional<std::vector<std::int64_t>> strides;
  Padding padding = Padding::valid;
  options.read("poolSize", pool_size).read("strides", strides).read("padding", padding).done();
  return keras::max_pooling2d(
      window_of("poolSize", pool_size),
      strides ? std::optional(window_of("strides", *strides)) : std::nullopt, padding, name);
}

LayerPtr make_conv2d(Options& options, keras::Activation activation, const std::string& name) {
  std::int64_t filters = 0;
  std::vector<std::int64_t> kernel_size, strides{1};
  keras::Conv2dOptions rest;
  options.require("filters", filters).require("kernelSize", kernel_size).read("strides", strides);
  options.read("padding", rest.padding).read("useBias", rest.use_bias).done();
  rest.strides = window_of("strides", strides);
  return keras::conv2d(filters, window_of("kernelSize", kernel_size), activation, name, rest);
}

}  // namespace

QueuePtr make_queue(const std::string& text) {
  inspect::MaybeOutfeedOptions made;
  made.name = "outfeed";
  Options options("outfeedQueue()", text);
  options.read("mode", made.mode).read("filters", made.filters).read("name", made.name).done();
  return std::make_shared<inspect::MaybeOutfeedQueue>(made);
}

LayerPtr make_layer(const std::string& type, const std::string& text, const QueuePtr& queue) {
  Options options(type + "()", text);
  std::string name;
  options.read("name", name);
  if (type == "outfeed") {
    bool final_outfeed = true;
    options.read("finalOutfeed", final_outfeed).done();
    if (queue == nullptr) throw InvalidArgument("outfeed() needs a queue");
    return keeping(queue, inspect::maybe_outfeed(*queue, final_outfeed, name).shared());
  }
  if (type == "flatten" || type == "add") {
    options.done();
    return type == "add" ? keras::add(name) : keras::flatten(name);
  }
  if (type == "reshape") {
    std::vector<std::int64_t> shape;
    options.require("shape", shape).done();
    return keras::reshape(Shape(shape), name);
  }
  if (type == "dropout") {
    double rate = 0;
    options.require("rate", rate).done();
    return keras::dropout(rate, name);
  }
  if (type == "maxPooling2d") return make_max_pooling2d(options, name);
  keras::Activation activation = keras::linear;
  options.read("activation", activation);
  if (type == "activation") {
    options.done();
    return keras::activation(activation, name);
  }
  if (type == "dense") return make_dense(options, activation, name);
  if (type == "conv2d") return make_conv2d(options, activation, name);
  throw InvalidArgument(fmt::format("there is no layer \"{}\"", type));
}

OptimizerPtr make_optimizer(const std::string& type, const std::string& text) {
  Options options(type + "()", text);
  if (type == "sgd") {
    keras::SgdOptions o;
    options.read("learningRate", o.learning_rate).read("momentum", o.momentum);
    options.read("nesterov", o.nesterov).done();
    return keras::sgd(o);
  }
  if (type == "adam") {
    keras::AdamOptions o;
    options.read("learningRate", o.learning_rate).read("beta1", o.beta_1).read("beta2", o.beta_2);
    options.read("epsilon", o.epsilon).done();
    return keras::adam(o);
  }
  if (type == "rmsprop") {
    keras::RmspropOptions o;
    options.read("learningRate", o.learning_rate).read("rho", o.rho).read("momentum", o.momentum);
    options.read("epsilon", o.epsilon).done();
    return keras::rmsprop(o);
  }
  return keras::make_optimizer(type);  // throws
}

OptimizerPtr with_gradients_to(const QueuePtr& queue, const std::string& mode,
                               const OptimizerPtr& optimizer) {
  inspect::OutfeedOptimizerMode when{};
  experiment::read_field("gradientMode", mode, when);
  const auto wrapped = std::make_shared<inspect::OutfeedOptimizer>(optimizer, *queue, when);
  return keeping(queue, std::shared_ptr<Optimizer>(wrapped));
}

keras::Loss make_loss(const std::string& name, bool from_logits) {
  if (from_logits && name == "sparse_categorical_crossentropy") {
    return keras::losses::sparse_categorical_crossentropy(true);
  }
  if (from_logits && name == "categorical_crossentropy") {
    return keras::losses::categorical_crossentropy(true);
  }
  if (from_logits) {
    throw InvalidArgument(
        fmt::format("fromLogits is for the cross-entropies, not for \"{}\"", name));
  }
  return keras::Loss(name);
}

}  // namespace bindings

}  // namespace pipette
