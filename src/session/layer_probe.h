// What the layers of a network make of images, with the weights as they are.
//
//   LayerProbe probe(workload.layers());
//   Array activations = probe.output("Dense_128", images);   // f32 [n, 28, 28] -> [n, 128]
//   inspect::Projection p = inspect::project(activations);
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
#include <string>
#include <vector>

#include "keras/model.h"
#include "program/strategy.h"

namespace pipette {

// A network's layers in order, and the tensor that one of them gives for a batch of images.
struct LayerOutputs {
  std::vector<std::string> names;
  std::function<Tensor(const std::string& layer, const Tensor& images)> output;
};

// All layers but those that only bring in or show tensors.
LayerOutputs outputs_of(const std::shared_ptr<const keras::Model>& model);

// One of several by its name. NotFound lists the names.
Variable variable_named(const std::string& name, const std::vector<Variable>& variables);

class LayerProbe {
 public:
  explicit LayerProbe(LayerOutputs layers) : layers_(std::move(layers)) {}

  const std::vector<std::string>& names() const { return layers_.names; }
  Array output(const std::string& layer, const Array& images) const;  // f32 [n, ...] -> [n, ...]

 private:
  struct Workbench {
    Machine machine{{}, 1};
    Strategy strategy{machine};
    std::map<std::string, Function> functions;  // by layer
  };

  LayerOutputs layers_;
  mutable std::unique_ptr<Workbench> workbench_;  // says nothing of the network
};

}  // namespace pipette
