// Gradient accumulation: one weight update for several mini-batches.
//
//   GradientAccumulationOptimizerV2 optimizer(std::make_shared<Adam>(), 16,
//                                             {.reduction_method = Reduction::mean});
//   loops::repeat(160, [&] { optimizer.minimize(loss_of(next(iterator)), variables); });
//
// Each iteration of the loop adds its gradients to accumulators; every num_mini_batches-th then
// hands the result to the inner optimizer. Accumulators start anew after each update.
// FailedPrecondition is thrown outside of a loop, and in a loop whose number of iterations is not
// fixed or, when the loop ends, not a multiple of num_mini_batches.
//
// The inner optimizer gets gradients of the accumulators' dtype. A dtype wider than the variable's
// is a TypeError of the inner optimizer unless that casts the gradient back first.
//
// ValueError around an optimizer that accumulates already, and as the optimizer of a pipeline,
// which accumulates by its gradient_accumulation_count.
//
// Inaccuracies: accumulators are always kept on the device.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "training/optimizer.h"

namespace pipette {

// Takes "sum", "mean" or "running_mean", in any case. Throws ValueError for others, and for
// nothing, Python's None.
Reduction parse_reduction_method(const std::optional<std::string>& text);

// The dtype of an accumulator: that of its variable (std::monostate), one for all, or one for each.
using AccumulationDType =
    std::variant<std::monostate, DType, std::function<DType(const Variable&)>>;
// Throws TypeError unless the result is f32 or f16.
DType accumulation_dtype(const AccumulationDType& dtype, const Variable& variable);

// The accumulators of a set of variables, each made when first asked for: "<variable>/<suffix>".
class Accumulators {
 public:
  explicit Accumulators(std::string suffix = "GradientAccumulator") : suffix_(std::move(suffix)) {}
  const Variable& get(const Variable& variable, DType dtype);
  std::optional<Variable> find(const Variable& variable) const;

 private:
  std::string suffix_;
  std::vector<std::pair<Variable, Variable>> accumulators_;
};

struct GradientAccumulationOptions {
  AccumulationDType dtype = {};
  Reduction reduction_method = Reduction::sum;
  // What only the update uses (the inner optimizer's state) is kept in remote buffers, and loaded
  // and stored around the update. None: where the machine has them; true where it has none throws
  // FailedPrecondition.
  std::optional<bool> offload_weight_update_variables = std::nullopt;
  // Each replica keeps, moves and updates its share of that. ValueError when offloading is off.
  bool replicated_optimizer_state_sharding = false;
};

class GradientAccumulationOptimizerV2 : public OptimizerWrapper {
 public:
  // Throws ValueError for num_mini_batches < 1.
  GradientAccumulationOptimizerV2(std::shared_ptr<Optimizer> optimizer,
                                  std::int64_t num_mini_batches,
                                  GradientAccumulationOptions options = {});
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override;
  std::optional<std::int64_t> accumulated_mini_batches() const override {
    return num_mini_batches_;
  }
  std::optional<Variable> accumulator(const Variable& variable) const {
    return accumulators_.find(variable);
  }
  std::int64_t num_mini_batches() const { return num_mini_batches_; }
  const GradientAccumulationOptions& options() const { return options_; }

 private:
  std::int64_t num_mini_batches_;
  GradientAccumulationOptions options_;
  Accumulators accumulators_;
};

// The operators of upstream's own tests (ipu_stateful_gradient_accumulate): each gives the sum of a
// cycle of num_mini_batches iterations of the loop around it in its last one, and zeros in the
// others. FailedPrecondition as for the optimizers. The one with momentum adds to `accumulator`, of
// the gradient's spec, which it scales by the momentum when a cycle starts.
Tensor stateful_gradient_accumulate(const Tensor& gradient, std::int64_t num_mini_batches);
Tensor stateful_gradient_accumulate_with_momentum(const Variable& accumulator,
                                                  const Tensor& gradient, float momentum,
                                                  std::int64_t num_mini_batches);

// The older form, for Sgd and for Momentum without Nesterov only (ValueError for others). It sums
// mini-batches, and leaves replicas alone whatever kind of optimizer it wraps (cross_replica.h).
// Momentum needs no accumulators: its state, here the decaying sum of gradients, takes them one by
// one, and is scaled by the momentum when a cycle starts:
//   a = momentum * a + g_0;  a = a + g_k;  after the last  w = w - learning_rate * a
// The newer form adds the gradients first, and lets momentum see them times the learning
// rate: the same terms in another order, so that the two differ by roundings.
class GradientAccumulationOptimizer : public OptimizerWrapper {
 public:
  GradientAccumulationOptimizer(std::shared_ptr<Optimizer> optimizer,
                                std::int64_t num_mini_batches);
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override;
  std::vector<Variable> state(const Variable& variable) const override;
  std::optional<std::int64_t> accumulated_mini_batches() const override {
    return num_mini_batches_;
  }

 protected:
  // What is applied for the sum (with momentum, the decaying one) that a cycle has made.
  virtual Tensor exchanged(const Tensor& sum) const { return sum; }

 private:
  const kernels::MomentumParameters* momentum_;  // null: plain Sgd
  std::int64_t num_mini_batches_;
  Accumulators accumulators_;
};

}  // namespace pipette
