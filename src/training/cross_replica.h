// Optimizers for data-parallel training: replicas exchange their gradients before they apply them,
// so that all keep the same weights, bit by bit.
//
//   CrossReplicaOptimizer optimizer(std::make_shared<Sgd>(0.01f));
//   optimizer.minimize(loss, variables);                     // one exchange a gradient
//
//   CrossReplicaGradientAccumulationOptimizerV2 accumulated(std::make_shared<Adam>(), 16);
//   loops::repeat(160, [&] { accumulated.minimize(loss_of(next(iterator)), variables); });
//
// The exchange is an all-reduce over the links (all_reduce in graph/ops.h) in apply_gradients. With
// gradient accumulation, and as the optimizer of a pipeline, that is once a weight update, not once
// a mini-batch. With one replica it is free and changes nothing.
//
// CrossReplicaOptimizer takes the mean over replicas. Upstream's Keras V2 optimizers, used inside a
// strategy, take the sum instead, so the same learning rate makes steps larger by a factor of the
// number of replicas: ReduceOp::sum does what they do. Throws ValueError for other reductions.
//
// Effective batch of an update: mini-batch * accumulation count * replicas.
#pragma once

#include <memory>

#include "training/gradient_accumulation.h"

namespace pipette {

class CrossReplicaOptimizer : public OptimizerWrapper {
 public:
  explicit CrossReplicaOptimizer(std::shared_ptr<Optimizer> optimizer,
                                 kernels::ReduceOp reduction = kernels::ReduceOp::mean);
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override;

 private:
  kernels::ReduceOp reduction_;
};

// Accumulates as GradientAccumulationOptimizerV2 does, then exchanges the result.
class CrossReplicaGradientAccumulationOptimizerV2 : public GradientAccumulationOptimizerV2 {
 public:
  CrossReplicaGradientAccumulationOptimizerV2(std::shared_ptr<Optimizer> optimizer,
                                              std::int64_t num_mini_batches,
                                              GradientAccumulationOptions options = {},
                                              kernels::ReduceOp reduction = kernels::ReduceOp::mean)
      : GradientAccumulationOptimizerV2(
            std::make_shared<CrossReplicaOptimizer>(std::move(optimizer), reduction),
            num_mini_batches, std::move(options)) {}
};

// The older form. With momentum the replicas exchange the decaying sum of gradients, and keep what
// they agreed on.
class CrossReplicaGradientAccumulationOptimizer : public GradientAccumulationOptimizer {
 public:
  using GradientAccumulationOptimizer::GradientAccumulationOptimizer;

 protected:
  Tensor exchanged(const Tensor& sum) const override;
};

}  // namespace pipette
