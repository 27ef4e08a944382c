#include "bindings/layer_builder.h"

#include <fmt/format.h>

#include "bindings/options.h"
#include "core/camel_case.h"
#include "core/choices.h"
#include "inspect/outfeed_layers.h"
#include "inspect/outfeed_optimizer.h"
#include "keras/optimizers.h"

namespace pipette::bindings {

namespace {

using keras::LayerPtr;

// A pointer to `object` that keeps `other` alive too.
template <class T, class U>
std::shared_ptr<T> keeping(const std::shared_ptr<U>& other, std::shared_ptr<T> object) {
  const auto both =
      std::make_shared<std::pair<std::shared_ptr<U>, std::shared_ptr<T>>>(other, std::move(object));
  return {both, both->second.get()};
}

keras::LayerKind layer_kind(const std::string& type) {
  for (const keras::LayerKind& kind : keras::layer_kinds()) {
    if (camel_case(keras::names_of(kind).word) == type) return keras::keras_defaults_of(kind);
  }
  throw InvalidArgument(fmt::format("there is no layer \"{}\"", type));
}

}  // namespace

QueuePtr make_queue(const std::string& text) {
  inspect::MaybeOutfeedOptions made;
  made.name = "outfeed";
  Options options("outfeedQueue()", text);
  options.read("mode", made.mode).read("filters", made.filters).read("name", made.name);
  options.read("bufferDepth", made.buffer_depth).read("deviceOrdinal", made.device_ordinal).done();
  return std::make_shared<inspect::MaybeOutfeedQueue>(made);
}

LayerPtr make_layer(const std::string& type, const std::string& text, const QueuePtr& queue) {
  Options options(type + "()", text);
  std::string name;
  if (type == "outfeed" || type == "maybeOutfeed") {
    bool final_outfeed = true;
    options.read("name", name).read("finalOutfeed", final_outfeed).done();
    if (queue == nullptr) throw InvalidArgument(type + "() needs a queue");
    return keeping(queue, inspect::maybe_outfeed(*queue, final_outfeed, name).shared());
  }
  keras::LayerKind kind = layer_kind(type);
  keras::visit_fields(kind, [&](const keras::LayerField& field, auto& member) {
    const auto read = [&](auto& to) {
      const std::string option = camel_case(field.name);
      field.positional == keras::Positional::everywhere ? options.require(option, to)
                                                        : options.read(option, to);
    };
    if constexpr (std::is_same_v<decltype(member), keras::Activation&>) {
      std::string word = to_word(member);
      read(word);
      member = keras::parse_activation(word);  // a ValueError, as in Keras
    } else {
      read(member);
    }
  });
  options.read("name", name).done();
  return keras::make_layer(kind, name);
}

namespace {

LearningRateSchedule read_schedule(Options options) {
  std::string type;
  double initial = 0;
  std::int64_t decay_steps = 0;
  LearningRateSchedule schedule;
  options.require("schedule", type);
  if (type == "exponentialDecay") {
    double decay_rate = 0;
    bool staircase = false;
    options.require("initialLearningRate", initial).require("decaySteps", decay_steps);
    options.require("decayRate", decay_rate).read("staircase", staircase);
    schedule = exponential_decay(initial, decay_steps, decay_rate, staircase);
  } else if (type == "cosineDecay") {
    double alpha = 0;
    options.require("initialLearningRate", initial).require("decaySteps", decay_steps);
    options.read("alpha", alpha);
    schedule = cosine_decay(initial, decay_steps, alpha);
  } else if (type == "piecewiseConstantDecay") {
    std::vector<std::int64_t> boundaries;
    std::vector<double> values;
    options.require("boundaries", boundaries).require("values", values);
    schedule = piecewise_constant_decay(boundaries, values);
  } else {
    throw InvalidArgument(fmt::format("there is no learning-rate schedule \"{}\"", type));
  }
  options.done();
  return schedule;
}

}  // namespace

OptimizerPtr make_optimizer(const std::string& type, const std::string& text,
                            const std::optional<LearningRate>& learning_rate) {
  Options options(type + "()", text);
  const auto read_rate = [&](LearningRate& rate) {
    float number = 0;
    if (learning_rate) {
      rate = *learning_rate;
    } else if (options.has_object("learningRate")) {
      rate = read_schedule(options.inner("learningRate"));
    } else if (options.has("learningRate")) {
      options.read("learningRate", number);
      rate = number;
    }
  };
  if (type == "sgd") {
    keras::SgdOptions o;
    read_rate(o.learning_rate);
    options.read("aggregateGradients", o.aggregate_gradients);
    options.read("momentum", o.momentum).read("nesterov", o.nesterov).done();
    return keras::sgd(o);
  }
  if (type == "adam") {
    keras::AdamOptions o;
    read_rate(o.learning_rate);
    options.read("aggregateGradients", o.aggregate_gradients);
    options.read("beta1", o.beta_1).read("beta2", o.beta_2).read("epsilon", o.epsilon).done();
    return keras::adam(o);
  }
  if (type == "adamW") {
    keras::AdamWOptions o;
    read_rate(o.learning_rate);
    options.read("aggregateGradients", o.aggregate_gradients);
    options.read("weightDecay", o.weight_decay).read("beta1", o.beta_1).read("beta2", o.beta_2);
    options.read("epsilon", o.epsilon).done();
    return keras::adamw(o);
  }
  if (type == "rmsprop") {
    keras::RmspropOptions o;
    read_rate(o.learning_rate);
    options.read("aggregateGradients", o.aggregate_gradients);
    options.read("rho", o.rho).read("momentum", o.momentum).read("epsilon", o.epsilon).done();
    return keras::rmsprop(o);
  }
  return keras::make_optimizer(type);  // throws
}

OptimizerPtr with_gradients_to(const QueuePtr& queue, const std::string& mode,
                               const OptimizerPtr& optimizer, const keras::Model* model) {
  inspect::OutfeedOptimizerMode when{};
  read_field("gradientMode", mode, when);
  const auto wrapped = std::make_shared<inspect::OutfeedOptimizer>(optimizer, *queue, when, model);
  return keeping(queue, std::shared_ptr<Optimizer>(wrapped));
}

keras::Loss make_loss(const std::string& name, bool from_logits) {
  if (from_logits && name == "sparse_categorical_crossentropy") {
    return keras::losses::sparse_categorical_crossentropy(true);
  }
  if (from_logits && name == "categorical_crossentropy") {
    return keras::losses::categorical_crossentropy(true);
  }
  if (from_logits && name == "binary_crossentropy") return keras::losses::binary_crossentropy(true);
  if (from_logits) {
    throw InvalidArgument(
        fmt::format("fromLogits is for the cross-entropies, not for \"{}\"", name));
  }
  return keras::Loss(name);
}

}  // namespace pipette::bindings
