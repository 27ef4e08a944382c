// Flatten, dense layers with ReLU, Dense(10, softmax): the network of the infeed and outfeed
// tutorial has one hidden layer, those of the pipelining tutorials two.
//
//   MnistNetwork network({28, 28}, {128}, seed);
//   Tensor probabilities = network(images);             // f32 [batch, 28, 28] -> [batch, 10]
//   Tensor loss = network.train_step(images, labels, optimizer);
//
// For pipelines the network is a chain of pieces: its dense layers and then the loss. The pieces do
// in parts what operator() and loss() do, so the numbers are the same however the chain is cut.
//
// The first layer may itself be cut into parts with separate units, computed by concurrent stages:
// MnistNetwork({28, 28}, {128}, seed, 2).part(1, images) has 64 units. Their kernels are slices of
// the whole kernel, and so are their gradients: the numbers stay the same here too.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "training/optimizer.h"

namespace pipette {

class MnistNetwork {
 public:
  static constexpr std::int64_t kClasses = 10;

  using Watcher = std::function<void(const std::string& name, const Tensor& value)>;

  MnistNetwork(const Shape& image_shape, const std::vector<std::int64_t>& hidden_units,
               std::uint64_t seed, std::int64_t parts = 1);

  Tensor operator()(const Tensor& images) const;  // f32 [batch, h, w] -> probabilities [batch, 10]
  // The loss on f32 images [batch, h, w] and i32 labels [batch], a scalar.
  Tensor loss(const Tensor& images, const Tensor& labels) const;
  // Does one training step and returns its loss.
  Tensor train_step(const Tensor& images, const Tensor& labels, Optimizer& optimizer) const;

  // Called with the result of each piece while it is traced, and the name of its layer or "loss".
  void watch(Watcher watcher) { watcher_ = std::move(watcher); }

  // The dense layers, as numbered by Keras, and the outputs of the first `count` of them for
  // images.
  std::vector<std::string> layer_names() const;
  std::vector<Tensor> outputs_of(std::size_t count, const Tensor& images) const;

  std::size_t num_pieces() const { return num_layers() + 1; }
  std::string piece_name(std::size_t piece) const;  // "dense 784 × 256", "loss"
  // Turns images, or the result of the previous piece, into the input of the next piece; the last
  // piece returns the loss.
  Tensor piece(std::size_t piece, const Tensor& x, const Tensor& labels) const;
  std::size_t num_parts() const { return num_parts_; }
  Tensor part(std::size_t part, const Tensor& images) const;  // of the first piece
  Tensor joined(const std::vector<Tensor>& parts) const;      // the result of the first piece

  const std::vector<Variable>& trainable_variables() const { return variables_; }
  void reset();  // to the initial weights

 private:
  std::size_t num_layers() const { return variables_.size() / 2 - (num_parts_ - 1); }
  Tensor layer(std::size_t index, const Tensor& x) const;
  Tensor product(std::size_t pair, const Tensor& x) const;

  std::size_t num_parts_;
  std::vector<Variable> variables_;  // kernel and bias of each layer, and of each part of the first
  Watcher watcher_ = nullptr;
};

}  // namespace pipette
