#include "session/mnist_network.h"

#include <fmt/format.h>

#include <array>

#include "core/format_sizes.h"
#include "graph/gradient.h"
#include "graph/ops.h"
#include "training/initializers.h"

namespace pipette {

namespace {

std::string layer_name(std::size_t index) {  // as Keras numbers them
  return index == 0 ? "dense" : fmt::format("dense_{}", index);
}

// Columns [begin, end) of a matrix.
Array columns(const Array& whole, std::int64_t begin, std::int64_t end) {
  const std::int64_t rows = whole.shape()[0], width = whole.shape()[1];
  Array part({whole.dtype(), {rows, end - begin}});
  const float* from = whole.span<float>().data();
  float* to = part.span<float>().data();
  for (std::int64_t row = 0; row < rows; ++row) {
    to = std::copy(from + row * width + begin, from + row * width + end, to);
  }
  return part;
}

void add_dense(std::vector<Variable>& variables, const std::string& name, std::int64_t inputs,
               std::int64_t units, std::uint64_t seed, std::int64_t parts) {
  const std::string kernel = name + "/kernel";
  const Array whole = glorot_uniform(Shape{inputs, units}, RandomStream(seed, kernel));
  for (std::int64_t p = 0; p < parts; ++p) {
    const std::int64_t begin = p * units / parts, end = (p + 1) * units / parts;
    const std::string part = parts == 1 ? name : fmt::format("{}/part_{}", name, p);
    variables.emplace_back(part + "/kernel", parts == 1 ? whole : columns(whole, begin, end));
    variables.emplace_back(part + "/bias", Array::zeros(DType::f32, Shape{end - begin}));
  }
}

}  // namespace

MnistNetwork::MnistNetwork(const Shape& image_shape, const std::vector<std::int64_t>& hidden_units,
                           std::uint64_t seed, std::int64_t parts)
    : num_parts_(static_cast<std::size_t>(parts)) {
  std::vector<std::int64_t> widths = hidden_units;
  widths.push_back(kClasses);
  std::int64_t inputs = image_shape.num_elements();
  for (std::size_t i = 0; i < widths.size(); ++i) {
    add_dense(variables_, layer_name(i), inputs, widths[i], seed, i == 0 ? parts : 1);
    inputs = widths[i];
  }
}

Tensor MnistNetwork::product(std::size_t pair, const Tensor& x) const {
  return matmul(x, variables_[2 * pair]) + variables_[2 * pair + 1];
}

Tensor MnistNetwork::part(std::size_t part, const Tensor& images) const {
  const Tensor inputs = flatten(images);
  const auto sum = [&] {
    const Graph::NameScope scope(num_parts_ == 1 ? layer_name(0)
                                                 : fmt::format("{}/part_{}", layer_name(0), part));
    return product(part, inputs);
  };
  return relu(sum());
}

Tensor MnistNetwork::joined(const std::vector<Tensor>& parts) const {
  const Tensor whole = concatenate(parts, -1);
  if (watcher_) watcher_(layer_name(0), whole);
  return whole;
}

// The last layer gives logits.
Tensor MnistNetwork::layer(std::size_t index, const Tensor& x) const {
  if (index == 0) {
    std::vector<Tensor> parts;
    for (std::size_t p = 0; p < num_parts_; ++p) parts.push_back(part(p, x));
    return num_parts_ == 1 ? parts[0] : concatenate(parts, -1);
  }
  const auto sum = [&] {
    const Graph::NameScope scope(layer_name(index));
    return product(index + num_parts_ - 1, x);
  };
  return index + 1 == num_layers() ? sum() : relu(sum());
}

std::vector<std::string> MnistNetwork::layer_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < num_layers(); ++i) names.push_back(layer_name(i));
  return names;
}

std::vector<Tensor> MnistNetwork::outputs_of(std::size_t count, const Tensor& images) const {
  std::vector<Tensor> outputs;
  for (std::size_t i = 0; i < count; ++i) {
    outputs.push_back(layer(i, outputs.empty() ? images : outputs.back()));
  }
  return outputs;
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
  if (piece == 0 && num_parts_ > 1) {
    std::int64_t units = 0;
    for (std::size_t p = 0; p < num_parts_; ++p) units += variables_[2 * p].shape()[1];
    return fmt::format("dense {} in {} parts",
                       format_sizes(std::array{variables_[0].shape()[0], units}), num_parts_);
  }
  const Shape& shape = variables_[2 * (piece == 0 ? 0 : piece + num_parts_ - 1)].shape();
  return "dense " + format_sizes(shape.sizes());
}

Tensor MnistNetwork::piece(std::size_t piece, const Tensor& x, const Tensor& labels) const {
  const bool last = piece == num_layers();
  const Tensor result =
      last ? reduce_mean(sparse_categorical_crossentropy(labels, softmax(x))) : layer(piece, x);
  if (watcher_) watcher_(last ? "loss" : layer_name(piece), result);
  return result;
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
