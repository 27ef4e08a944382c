#include "keras/layers/activation.h"

namespace pipette::keras {

namespace {

class ActivationLayer : public Layer {
 public:
  ActivationLayer(ActivationFunction function, const std::string& name)
      : Layer("Activation", name), function_(std::move(function)) {}
  Tensor call(const Tensor& x, const CallContext&) override { return function_(x); }

 private:
  ActivationFunction function_;
};

}  // namespace

LayerPtr activation(const ActivationFunction& function, const std::string& name) {
  return std::make_shared<ActivationLayer>(function, name);
}

std::vector<LayerField> ActivationSpec::fields() {
  LayerField field = activation_field(activation);
  field.positional = Positional::everywhere;
  return {field};
}

LayerPtr ActivationSpec::make(const std::string& name) const {
  return keras::activation(activation, name);
}

ActivationSpec ActivationSpec::suggested(bool) { return {.activation = Activation::relu}; }

}  // namespace pipette::keras
