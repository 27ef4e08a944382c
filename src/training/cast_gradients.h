// An optimizer wrapper that casts gradients back to the dtypes of their variables.
//
//   CastGradients optimizer(std::make_shared<Sgd>(0.1f));
//   options.gradient_accumulation_dtype = DType::f32;    // of f16 weights
//
// An accumulator may have another dtype than its variable: a wider one to lose less precision, a
// narrower one to save memory. The optimizer then gets gradients of that dtype, and an optimizer
// that does not cast them throws TypeError. This wrapper does for any optimizer what
// CastGradientsSGD does in the training guide.
#pragma once

#include "training/optimizer.h"

namespace pipette {

class CastGradients : public OptimizerWrapper {
 public:
  explicit CastGradients(std::shared_ptr<Optimizer> optimizer)
      : OptimizerWrapper(std::move(optimizer)) {}
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override;
};

}  // namespace pipette
