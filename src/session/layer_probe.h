// What the layers of a network make of images, with the weights as they are.
//
//   LayerProbe probe(workload.layers());
//   Array activations = probe.output("Dense_128", images);   // f32 [n, 28, 28] -> [n, 128]
//   inspect::Projection p = inspect::project(activations);
//   ImageWay way = probe.way(image, 7);               // and back: how its loss depends on them
//
// As an Evaluator has, a probe has a machine of its own: looking takes no modelled time and changes
// no number. It is made when it is first asked. Layers work as when the network predicts: dropout
// passes everything on, and batch normalization uses what it has seen in training.
//
// Errors: NotFound for a layer that is not there, which lists those that are, and what the layers
// throw for what they cannot take. One thread, and none while an instruction of the program that
// trains is under way.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "keras/model.h"
#include "program/strategy.h"

namespace pipette {

// A network's layers in order, and the tensors that the first of them give for a batch of images.
struct LayerOutputs {
  std::vector<std::string> names;
  std::function<std::vector<Tensor>(std::size_t count, const Tensor& images)> outputs;
  bool logits = false;  // what the last one gives; else probabilities
  // The pipeline stage of each layer, and then that of the loss; empty: one IPU does all.
  std::vector<std::int64_t> stages = {};
};

// What a network makes of one image with its weights as they are, and how the loss of that image
// alone depends on what its layers give and on their weights: one step of the training for a
// mini-batch of one, without the weight update.
struct ImageWay {
  struct Layer {
    std::string name;
    Array output, gradient;  // f32 [1, ...]; the second: of the loss, by the first
    std::string kernel;      // "dense/kernel"; empty: the layer has no matrix of weights
    Array kernel_gradient;   // f32, of the kernel's shape
    bool rectified = false;  // the output is that of a ReLU
  };
  std::vector<Layer> layers;
  Array probabilities;  // f32 [1, classes]
  float loss = 0;       // -log of the label's probability
};

// All layers but those that only bring in or show tensors.
LayerOutputs outputs_of(const std::shared_ptr<const keras::Model>& model, bool logits = false);

// One of several by its name. NotFound lists the names.
Variable variable_named(const std::string& name, const std::vector<Variable>& variables);

class LayerProbe {
 public:
  explicit LayerProbe(LayerOutputs layers) : layers_(std::move(layers)) {}

  const std::vector<std::string>& names() const { return layers_.names; }
  bool gives_logits() const { return layers_.logits; }
  // The pipeline stage of a layer, or of the loss, which comes after the last one.
  std::int64_t stage_of(std::size_t layer) const {
    return layers_.stages.empty() ? 0 : layers_.stages[layer];
  }
  Array output(const std::string& layer, const Array& images) const;  // f32 [n, ...] -> [n, ...]
  // Of an image f32 [1, h, w]. Throws FailedPrecondition where there is no network, and
  // InvalidArgument for several images.
  ImageWay way(const Array& image, std::int32_t label) const;

 private:
  struct Workbench {
    Machine machine{{}, 1};
    Strategy strategy{machine};
    std::map<std::string, Function> functions;  // by layer
    std::optional<Function> way;
    std::vector<std::string> kernels;  // by layer; what that function gives the gradients of
    std::vector<bool> rectified;       // by layer
  };
  Workbench& workbench() const;
  Nest<Tensor> traced_way(const Tensor& image, const Tensor& label) const;

  LayerOutputs layers_;
  mutable std::unique_ptr<Workbench> workbench_;  // says nothing of the network
};

}  // namespace pipette
