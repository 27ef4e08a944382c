// An optimizer wrapper that applies a function to the gradients first.
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

class MapGradientOptimizer : public OptimizerWrapper {
 public:
  using Map = std::function<Tensor(const Tensor& gradient, const Variable& variable)>;

  MapGradientOptimizer(std::shared_ptr<Optimizer> optimizer, Map map)
      : OptimizerWrapper(std::move(optimizer)), map_(std::move(map)) {}
  GradientsAndVariables compute_gradients(const Tensor& loss,
                                          const std::vector<Variable>& variables) override;

 private:
  Map map_;
};

}  // namespace pipette
