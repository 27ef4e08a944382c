#include "training/optimizer.h"

#include <fmt/format.h>

#include <cmath>

#include "graph/ops.h"

namespace pipette {

GradientsAndVariables zip(const std::vector<Tensor>& gradients,
                          const std::vector<Variable>& variables) {
  if (gradients.size() != variables.size()) {
    throw InvalidArgument(fmt::format("{} gradients cannot be paired with {} variables",
                                      gradients.size(), variables.size()));
  }
  GradientsAndVariables pairs;
  for (std::size_t i = 0; i < gradients.size(); ++i) pairs.emplace_back(gradients[i], variables[i]);
  return pairs;
}

Operation Optimizer::apply_gradients(const GradientsAndVariables& gradients_and_variables) {
  if (gradients_and_variables.empty()) throw ValueError("No variables to optimize.");
  const Graph::PhaseScope phase(gradients_and_variables[0].first.graph(), Phase::weight_update);
  Operation last;
  for (const auto& [gradient, variable] : gradients_and_variables) last = apply(variable, gradient);
  return last;
}

Sgd::Sgd(float learning_rate) : learning_rate_(learning_rate) {
  if (!std::isfinite(learning_rate) || learning_rate < 0) {
    throw ValueError(
        fmt::format("learning_rate must be a number of at least 0, but it is {}", learning_rate));
  }
}

Operation Sgd::apply(const Variable& variable, const Tensor& gradient) {
  return apply_sgd(variable, gradient, learning_rate_);
}

}  // namespace pipette
