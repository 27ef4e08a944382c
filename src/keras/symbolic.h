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
// A symbolic tensor remembers the layer that made it, that layer's inputs and the pipeline stage of
// the call. Nothing is built before a Model is made from it. One thread.
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
    int call_index = 0;  // index among the calls of the layer
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

// The input of a model: [batch, *shape]. Without a batch size, any size is accepted. Throws
// ValueError for a batch size below 1.
SymbolicTensor input(const Shape& shape, std::optional<std::int64_t> batch_size = std::nullopt,
                     DType dtype = DType::f32, const std::string& name = "");

// Layers constructed or called during its lifetime belong to that pipeline stage; if the two
// differ, the stage of the call counts. Throws ValueError for a negative stage, RuntimeError if one
// is open already.
class PipelineStage {
 public:
  explicit PipelineStage(int stage);
  ~PipelineStage();
  PipelineStage(const PipelineStage&) = delete;
  PipelineStage& operator=(const PipelineStage&) = delete;

  static std::optional<int> current();
};

}  // namespace pipette::keras
