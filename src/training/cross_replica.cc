#include "training/cross_replica.h"

#include "graph/ops.h"

namespace pipette {

using kernels::ReduceOp;

CrossReplicaOptimizer::CrossReplicaOptimizer(std::shared_ptr<Optimizer> optimizer,
                                             ReduceOp reduction)
    : OptimizerWrapper(std::move(optimizer)), reduction_(reduction) {
  if (reduction != ReduceOp::sum && reduction != ReduceOp::mean) {
    throw ValueError("CrossReplicaOptimizer: gradients can be reduced by sum and mean only");
  }
}

Operation CrossReplicaOptimizer::apply_gradients(
    const GradientsAndVariables& gradients_and_variables) {
  GradientsAndVariables reduced;
  for (const auto& [gradient, variable] : gradients_and_variables) {
    const Graph::PhaseScope phase(gradient.graph(), Phase::weight_update);
    reduced.emplace_back(all_reduce(reduction_, gradient), variable);
  }
  return inner().apply_gradients(reduced);
}

Tensor CrossReplicaGradientAccumulationOptimizer::exchanged(const Tensor& sum) const {
  return all_reduce(ReduceOp::mean, sum);
}

}  // namespace pipette
