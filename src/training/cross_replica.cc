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

namespace {

thread_local int exchanges_around = 0;

GradientsAndVariables reduced(ReduceOp reduction, const GradientsAndVariables& pairs) {
  GradientsAndVariables all;
  for (const auto& [gradient, variable] : pairs) {
    const Graph::PhaseScope phase(gradient.graph(), Phase::weight_update);
    all.emplace_back(all_reduce(reduction, gradient), variable);
  }
  return all;
}

}  // namespace

GradientsExchanged::GradientsExchanged() { ++exchanges_around; }
GradientsExchanged::~GradientsExchanged() { --exchanges_around; }

Operation CrossReplicaOptimizer::apply_gradients(
    const GradientsAndVariables& gradients_and_variables) {
  const GradientsAndVariables all = reduced(reduction_, gradients_and_variables);
  const GradientsExchanged here;
  return inner().apply_gradients(all);
}

Operation AggregatingOptimizer::apply_gradients(
    const GradientsAndVariables& gradients_and_variables) {
  // A device of one IPU has one replica, whatever the program.
  const bool alone = gradients_and_variables.empty() || Graph::current().target().num_ipus == 1;
  if (alone || exchanges_around > 0) return inner().apply_gradients(gradients_and_variables);
  return inner().apply_gradients(reduced(ReduceOp::sum, gradients_and_variables));
}

Tensor CrossReplicaGradientAccumulationOptimizer::exchanged(const Tensor& sum) const {
  return all_reduce(ReduceOp::mean, sum);
}

}  // namespace pipette
