// An optimizer whose gradients go through a function first.
//
//   MapGradientOptimizer clipped(std::make_shared<Sgd>(0.01f),
//                                [](const Tensor& g, const Variable&) { return minimum(g, one); });
//
// The function runs in compute_gradients, so with gradient accumulation or in a pipeline it sees
// the gradient of each mini-batch.
#pragma once

#include <functional>
#include <memory>

#include "training/optimizer.h"

namespace pipette {

class MapGradientOptimizer : public Optimizer {
 public:
  using Map = std::function<Tensor(const Tensor& gradient, const Variable& variable)>;

  MapGradientOptimizer(std::shared_ptr<Optimizer> optimizer, Map map)
      : optimizer_(std::move(optimizer)), map_(std::move(map)) {}
  GradientsAndVariables compute_gradients(const Tensor& loss,
                                          const std::vector<Variable>& variables) override;
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override {
    return optimizer_->apply_gradients(gradients_and_variables);
  }
  std::vector<Variable> slots(const Variable& variable) const override {
    return optimizer_->slots(variable);
  }

 private:
  std::shared_ptr<Optimizer> optimizer_;
  Map map_;
};

}  // namespace pipette
