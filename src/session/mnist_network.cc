#include "session/mnist_network.h"

#include <fmt/format.h>

#include "graph/gradient.h"
#include "graph/ops.h"
#include "training/initializers.h"

namespace pipette {

namespace {

std::string layer_name(std::size_t index) {  // as Keras numbers them
  return index == 0 ? "dense" : fmt::format("dense_{}", index);
}

void add_dense(std::vector<Variable>& variables, const std::string& name, std::int64_t inputs,
               std::int64_t units, std::uint64_t seed) {
  const std::string kernel = name + "/kernel";
  variables.emplace_back(kernel, glorot_uniform(Shape{inputs, units}, RandomStream(seed, kernel)));
  variables.emplace_back(name + "/bias", Array::zeros(DType::f32, Shape{units}));
}

}  // namespace

MnistNetwork::MnistNetwork(const Shape& image_shape, const std::vector<std::int64_t>& hidden_units,
                           std::uint64_t seed) {
  std::int64_t inputs = image_shape.num_elements();
  for (const std::int64_t units : hidden_units) {
    add_dense(variables_, layer_name(num_layers()), inputs, units, seed);
    inputs = units;
  }
  add_dense(variables_, layer_name(num_layers()), inputs, kClasses, seed);
}

// The last layer gives logits.
Tensor MnistNetwork::layer(std::size_t index, const Tensor& x) const {
  const Tensor inputs = index == 0 ? flatten(x) : x;
  const auto sum = [&] {
    const Graph::NameScope scope(layer_name(index));
    return matmul(inputs, variables_[2 * index]) + variables_[2 * index + 1];
  };
  return index + 1 == num_layers() ? sum() : relu(sum());
}

std::vector<std::string> MnistNetwork::layer_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < num_layers(); ++i) names.push_back(layer_name(i));
  return names;
}

Tensor MnistNetwork::output_of(const std::string& wanted, const Tensor& images) const {
  Tensor x = images;
  for (std::size_t i = 0; i < num_layers(); ++i) {
    x = layer(i, x);
    if (layer_name(i) == wanted) break;
  }
  return x;
}

Tensor MnistNetwork::operator()(const Tensor& images) const {
  Tensor x = images;
  for (std::size_t i = 0; i < num_layers(); ++i) x = layer(i, x);
  return softmax(x);
}

Tensor MnistNetwork::loss(const Tensor& images, const Tensor& labels) const {
  Tensor x = images;
  for (std::size_t i = 0; i < num_pieces(); ++i) x = piece(i, x, labels);
  return x;
}

std::string MnistNetwork::piece_name(std::size_t piece) const {
  if (piece == num_layers()) return "loss";
  const Shape& shape = variables_[2 * piece].shape();
  return fmt::format("dense {}x{}", shape[0], shape[1]);
}

Tensor MnistNetwork::piece(std::size_t piece, const Tensor& x, const Tensor& labels) const {
  if (piece < num_layers()) return layer(piece, x);
  return reduce_mean(sparse_categorical_crossentropy(labels, softmax(x)));
}

Tensor MnistNetwork::train_step(const Tensor& images, const Tensor& labels,
                                Optimizer& optimizer) const {
  const Tensor loss = this->loss(images, labels);
  optimizer.minimize(loss, variables_);
  return loss;
}

void MnistNetwork::reset() {
  for (Variable& variable : variables_) variable.reset();
}

}  // namespace pipette
