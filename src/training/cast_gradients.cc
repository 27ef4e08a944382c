#include "training/cast_gradients.h"

#include "graph/ops.h"

namespace pipette {

Operation CastGradients::apply_gradients(const GradientsAndVariables& gradients_and_variables) {
  GradientsAndVariables cast_back;
  for (const auto& [gradient, variable] : gradients_and_variables) {
    const bool same = gradient.dtype() == variable.dtype();
    cast_back.emplace_back(same ? gradient : cast(gradient, variable.dtype()), variable);
  }
  return OptimizerWrapper::apply_gradients(cast_back);
}

}  // namespace pipette
