// Computes the outputs of a network's layers for images, with the current weights.
//
//   LayerProbe probe(workload.layers());
//   Array activations = probe.output("Dense_128", images);   // f32 [n, 28, 28] -> [n, 128]
//   inspect::Projection p = inspect::project(activations);
//   ImageWay way = probe.way(image, 7);               // forward and back: gradients of its loss
//
// Like an Evaluator, a probe has a machine of its own: it takes no modelled time and changes no
// number. The machine is created at the first request. Layers work as in prediction: dropout passes
// everything on, and batch normalization uses its moving statistics from training.
//
// Errors: NotFound for a layer that does not exist, which lists the existing ones, and what the
// layers throw for inputs they do not accept. One thread, and not while an instruction of the
// training program is under way.
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

// A network's layers in order, and a function that returns the outputs of the first `count` of them
// for a batch of images.
struct LayerOutputs {
  std::vector<std::string> names;
  std::function<std::vector<Tensor>(std::size_t count, const Tensor& images)> outputs;
  bool logits = false;  // the last layer gives logits; otherwise probabilities
  // The pipeline stage of each layer, then that of the loss; empty: everything runs on one IPU.
  std::vector<std::int64_t> stages = {};
};

// The outputs of a network for one image with the current weights, and the gradients of the loss of
// that image alone with respect to these outputs and the weights: one training step for a
// mini-batch of one, without the weight update.
struct ImageWay {
  struct Layer {
    std::string name;
    Array output, gradient;  // f32 [1, ...]; gradient of the loss with respect to output
    std::string kernel;      // "dense/kernel"; empty: the layer has no weight matrix
    Array kernel_gradient;   // f32, of the kernel's shape
    bool rectified = false;  // the output is that of a ReLU
  };
  std::vector<Layer> layers;
  Array probabilities;  // f32 [1, classes]
  float loss = 0;       // -log of the label's probability
};

// All layers except those that only bring in or show tensors.
LayerOutputs outputs_of(const std::shared_ptr<const keras::Model>& model, bool logits = false);

// The variable of that name. NotFound lists the names.
Variable variable_named(const std::string& name, const std::vector<Variable>& variables);

class LayerProbe {
 public:
  explicit LayerProbe(LayerOutputs layers) : layers_(std::move(layers)) {}

  const std::vector<std::string>& names() const { return layers_.names; }
  bool gives_logits() const { return layers_.logits; }
  // The pipeline stage of a layer, or of the loss, which comes after the last layer.
  std::int64_t stage_of(std::size_t layer) const {
    return layers_.stages.empty() ? 0 : layers_.stages[layer];
  }
  Array output(const std::string& layer, const Array& images) const;  // f32 [n, ...] -> [n, ...]
  // For an image f32 [1, h, w]. Throws FailedPrecondition if there is no network, and
  // InvalidArgument for several images.
  ImageWay way(const Array& image, std::int32_t label) const;

 private:
  struct Workbench {
    Machine machine{{}, 1};
    Strategy strategy{machine};
    std::map<std::string, Function> functions;  // by layer
    std::optional<Function> way;
    std::vector<std::string> kernels;  // by layer; gradients that `way` returns
    std::vector<bool> rectified;       // by layer
  };
  Workbench& workbench() const;
  Nest<Tensor> traced_way(const Tensor& image, const Tensor& label) const;

  LayerOutputs layers_;
  mutable std::unique_ptr<Workbench> workbench_;  // not part of the network's state
};

}  // namespace pipette
