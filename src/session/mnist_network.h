// The network of seed 000: Flatten, Dense(hidden, relu), Dense(10, softmax), trained by SGD.
//
//   MnistNetwork network({28, 28}, 128, seed);
//   Tensor probabilities = network(images);             // f32 [batch, 28, 28] -> [batch, 10]
//   Tensor loss = network.train_step(images, labels, optimizer);
#pragma once

#include <vector>

#include "graph/graph.h"
#include "training/optimizer.h"

namespace pipette {

class MnistNetwork {
 public:
  static constexpr std::int64_t kClasses = 10;

  MnistNetwork(const Shape& image_shape, std::int64_t hidden_units, std::uint64_t seed);

  Tensor operator()(const Tensor& images) const;  // f32 [batch, h, w] -> probabilities [batch, 10]
  // One training step on f32 images [batch, h, w] and i32 labels [batch]; the loss, a scalar.
  Tensor train_step(const Tensor& images, const Tensor& labels, Optimizer& optimizer) const;
  const std::vector<Variable>& trainable_variables() const { return variables_; }
  void reset();  // to the initial weights

 private:
  std::vector<Variable> variables_;  // kernel and bias of each layer
};

}  // namespace pipette
