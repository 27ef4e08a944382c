// Optimizers for data-parallel training: replicas exchange their gradients before they apply them,
// so that all replicas keep bit-identical weights.
//
//   CrossReplicaOptimizer optimizer(std::make_shared<Sgd>(0.01f));
//   optimizer.minimize(loss, variables);                     // one exchange per gradient
//
//   CrossReplicaGradientAccumulationOptimizerV2 accumulated(std::make_shared<Adam>(), 16);
//   loops::repeat(160, [&] { accumulated.minimize(loss_of(next(iterator)), variables); });
//
// The exchange is an all-reduce over the links (all_reduce in graph/ops.h) in apply_gradients. With
// gradient accumulation, and as the optimizer of a pipeline, it happens once per weight update, not
// once per mini-batch. With one replica it is free and changes nothing.
//
// CrossReplicaOptimizer takes the mean over replicas; ReduceOp::sum makes it the sum. It throws
// ValueError for other reductions.
//
// Upstream has two kinds of optimizers, which differ in what they do without a wrapper:
//   Sgd, Momentum, Adam, AdamW, Rmsprop     TensorFlow 1's: each replica applies its own gradients,
//                                           and the weights of the replicas drift apart
//   keras::sgd(), keras::adam(), ...        Keras' (V2): each replica applies the sum over all, so
//                                           at the same learning rate steps are larger by a factor
//                                           of the number of replicas
// AggregatingOptimizer turns the first kind into the second. Inside a CrossReplicaOptimizer it
// leaves the exchange to the latter.
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

class AggregatingOptimizer : public OptimizerWrapper {
 public:
  explicit AggregatingOptimizer(std::shared_ptr<Optimizer> optimizer)
      : OptimizerWrapper(std::move(optimizer)) {}
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override;
  const kernels::OptimizerRule* rule() const override { return inner().rule(); }
  bool is_v2() const override { return true; }
};

// During its lifetime, on its thread, optimizers apply gradients that are already exchanged or that
// someone else exchanges: an AggregatingOptimizer leaves them alone.
class GradientsExchanged {
 public:
  GradientsExchanged();
  ~GradientsExchanged();
  GradientsExchanged(const GradientsExchanged&) = delete;
  GradientsExchanged& operator=(const GradientsExchanged&) = delete;
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

// The older form. With momentum, the replicas exchange the decaying sum of gradients and keep the
// exchanged sum.
class CrossReplicaGradientAccumulationOptimizer : public GradientAccumulationOptimizer {
 public:
  using GradientAccumulationOptimizer::GradientAccumulationOptimizer;

 protected:
  Tensor exchanged(const Tensor& sum) const override;  // the mean
};

}  // namespace pipette
