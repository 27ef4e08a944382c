#include "training/map_gradient.h"

namespace pipette {

GradientsAndVariables MapGradientOptimizer::compute_gradients(
    const Tensor& loss, const std::vector<Variable>& variables) {
  GradientsAndVariables pairs = inner().compute_gradients(loss, variables);
  const Graph::PhaseScope phase(loss.graph(), Phase::backward);
  for (auto& [gradient, variable] : pairs) gradient = map_(gradient, variable);
  return pairs;
}

}  // namespace pipette
