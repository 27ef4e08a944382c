#include "bindings/layer_builder.h"

#include <fmt/format.h>

#include "bindings/options.h"
#include "core/camel_case.h"
#include "core/choices.h"
#include "experiment/layer_spec.h"
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

LayerKind layer_kind(const std::string& type) {
  for (const auto& choice : kChoices<LayerKind>) {
    if (camel_case(choice.word) == type) return choice.value;
  }
  throw InvalidArgument(fmt::format("there is no layer \"{}\"", type));
}

// The words that Keras wants its caller to say.
bool is_required(const std::string& field) {
  return field == "units" || field == "filters" || field == "kernel_size" || field == "rate" ||
         field == "shape";
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
  if (type == "outfeed") {
    bool final_outfeed = true;
    options.read("name", name).read("finalOutfeed", final_outfeed).done();
    if (queue == nullptr) throw InvalidArgument("outfeed() needs a queue");
    return keeping(queue, inspect::maybe_outfeed(*queue, final_outfeed, name).shared());
  }
  if (type == "add") {
    options.read("name", name).done();
    return keras::add(name);
  }
  LayerSpec spec;
  spec.kind = layer_kind(type);
  spec.padding = "valid";  // as in Keras
  visit_layer_fields(spec, [&](const std::string& field, auto& member, bool) {
    if (field == "stage" || field == "outfeed") return;  // of experiments only
    const std::string option = camel_case(field);
    is_required(field) ? options.require(option, member) : options.read(option, member);
  });
  options.done();
  return pipette::make_layer(spec);
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
  read_field("gradientMode", mode, when);
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

}  // namespace pipette::bindings
