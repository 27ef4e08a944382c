#include "keras/model_layers.h"

#include <fmt/format.h>

namespace pipette::keras {

ModelLayers::ModelLayers(std::string name, std::uint64_t seed, Network network)
    : name_(std::move(name)), seed_(seed), sequential_(false) {
  adopt(std::move(network));
}

ModelLayers::ModelLayers(std::string name, std::uint64_t seed, const std::vector<LayerPtr>& layers)
    : name_(std::move(name)), seed_(seed), sequential_(true) {
  for (const LayerPtr& layer : layers) {
    if (chain_.empty() && !chain_input_ && layer.input()) {
      chain_input_ = layer.input();
    } else {
      append(layer);
    }
  }
  rebuild();
}

const Network& ModelLayers::network() const {
  if (!network_) {
    throw ValueError(fmt::format(
        "Weights for model {} have not yet been created. "
        "They are created when the model is first run, or when build() is called with a shape",
        name_));
  }
  return *network_;
}

std::vector<std::shared_ptr<Layer>> ModelLayers::layers() const {
  if (!sequential_) return network_->layers();
  std::vector<std::shared_ptr<Layer>> layers;
  for (const LayerPtr& layer : chain_) layers.push_back(layer.shared());
  return layers;
}

std::shared_ptr<Layer> ModelLayers::layer(const std::string& name) const {
  std::string names;
  for (const auto& layer : layers()) {
    if (layer->name() == name) return layer;
    names += (names.empty() ? "" : ", ") + layer->name();
  }
  if (!built() && layers().size() > 0) {
    throw FailedPrecondition(
        fmt::format("the layers of model \"{}\" have names once it is built: call build() with the "
                    "shape of its input, or train it, before it is asked for \"{}\"",
                    name_, name));
  }
  throw NotFound(fmt::format("model \"{}\" has no layer \"{}\", only: {}", name_, name,
                             names.empty() ? "none" : names));
}

void ModelLayers::adopt(Network network) {
  network.build(seed_);
  network_.emplace(std::move(network));
}

void ModelLayers::append(const LayerPtr& layer) {
  if (layer->is_input()) {
    throw ValueError("an input() can only be the first of the layers of a Sequential model");
  }
  for (const LayerPtr& other : chain_) {
    const bool same_name = !layer->name().empty() && other->name() == layer->name();
    if (other.shared() == layer.shared() || !same_name) continue;  // a layer may stand twice
    throw ValueError(
        fmt::format("All layers added to a Sequential model should have unique names. "
                    "Name \"{}\" is already the name of a layer in this model",
                    layer->name()));
  }
  chain_.push_back(layer);
}

void ModelLayers::rebuild() {
  if (chain_input_ && !chain_.empty()) build(chain_input_->shape());
}

void ModelLayers::add(const LayerPtr& layer) {
  network_.reset();
  append(layer);
}

void ModelLayers::pop() {
  if (chain_.empty()) throw ValueError("There are no layers in the model");
  network_.reset();
  chain_.pop_back();
}

void ModelLayers::build(const Shape& input_with_batch) {
  if (chain_.empty()) throw ValueError(fmt::format("model \"{}\" has no layers", name_));
  if (input_with_batch.rank() < 1) {
    throw ValueError("build: the input needs a shape [batch, ...], not a scalar");
  }
  const std::int64_t batch = input_with_batch[0];
  SymbolicTensor x =
      chain_input_
          ? *chain_input_
          : input(input_with_batch.without_front(),
                  batch == Shape::kUnknown ? std::nullopt : std::optional<std::int64_t>(batch));
  const std::vector<SymbolicTensor> inputs{x};
  for (const LayerPtr& layer : chain_) x = layer(x);
  adopt(Network(inputs, x));
}

void ModelLayers::build_for(const Dataset& dataset) {
  if (network_ && (!sequential_ || chain_input_)) return;
  const ElementSpec& element = dataset.element_spec();
  const ElementSpec& x = element.is_tuple() && element.size() > 0 ? element[0] : element;
  if (!x.is_leaf()) {
    throw RuntimeError(
        "Layers in a Sequential model should only have a single input, "
        "but the dataset gives several; write the model with input() and Model instead");
  }
  Shape shape = x.leaf().shape;
  if (shape.rank() == 1) shape = Shape{shape[0], 1};  // as Keras: rows of one number are columns
  if (!network_) return build(shape);
  const Shape& built_for = network_->calls()[0].spec.shape;
  const bool other_batch = shape.rank() > 0 && built_for[0] != shape[0];
  if (!other_batch || built_for[0] == Shape::kUnknown) return;
  build(built_for.without_front().with_front(Shape::kUnknown));
}

}  // namespace pipette::keras
