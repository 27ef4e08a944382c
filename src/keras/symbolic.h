// Functional models: layers called on symbolic tensors, which know a shape but no values.
//
//   SymbolicTensor in = input({28, 28, 1}, 32);
//   SymbolicTensor x = flatten()(in);
//   {
//     const PipelineStage stage(0);                        // upstream: with PipelineStage(0)
//     x = dense(256, relu)(x);
//   }
//   Model model(in, dense(10, softmax)(x));
//
// A symbolic tensor remembers the layer that made it, that layer's inputs and the pipeline stage it
// was called in. Nothing is built before a Model is made of it. One thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "keras/layer.h"

namespace pipette::keras {

class SymbolicTensor {
 public:
  struct Node {
    std::shared_ptr<Layer> layer;
    std::vector<SymbolicTensor> inputs;
    ArraySpec spec;
    int call_index = 0;  // which call of the layer, from 0
    std::optional<int> stage;
    std::uint64_t order = 0;  // of calls, in the process
  };

  explicit SymbolicTensor(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  const Shape& shape() const { return node_->spec.shape; }  // [batch, ...]
  const Node& node() const { return *node_; }
  friend bool operator==(const SymbolicTensor&, const SymbolicTensor&) = default;

 private:
  std::shared_ptr<const Node> node_;
};

// Where a model's data enters: [batch, *shape]. Without a batch size any will do. Throws ValueError
// for a batch size below 1.
SymbolicTensor input(const Shape& shape, std::optional<std::int64_t> batch_size = std::nullopt,
                     DType dtype = DType::f32, const std::string& name = "");

// Layers made or called while one of these lives belong to that pipeline stage; where the two
// differ, the call counts. Throws ValueError for a negative stage, RuntimeError when one is open.
class PipelineStage {
 public:
  explicit PipelineStage(int stage);
  ~PipelineStage();
  PipelineStage(const PipelineStage&) = delete;
  PipelineStage& operator=(const PipelineStage&) = delete;

  static std::optional<int> current();
};

}  // namespace pipette::keras
