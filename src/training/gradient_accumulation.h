// Gradient accumulation: one weight update for several mini-batches.
//
//   GradientAccumulationOptimizerV2 optimizer(std::make_shared<Adam>(), 16,
//                                             {.reduction_method = Reduction::mean});
//   loops::repeat(160, [&] { optimizer.minimize(loss_of(next(iterator)), variables); });
//
// Each iteration of the loop adds its gradients to accumulators; every num_mini_batches-th
// iteration then passes the result to the inner optimizer. Accumulators start anew after each
// update. Throws FailedPrecondition outside a loop, and in a loop whose number of iterations is not
// fixed or, when the loop ends, not a multiple of num_mini_batches.
//
// The inner optimizer gets gradients of the accumulators' dtype. If that dtype is wider than the
// variable's, the inner optimizer throws TypeError unless it casts the gradient back first.
//
// Throws ValueError around an optimizer that accumulates already, and as the optimizer of a
// pipeline, which accumulates by its gradient_accumulation_count.
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

// Accepts "sum", "mean" or "running_mean", in any case. Throws ValueError for other texts and for
// no value (Python's None).
Reduction parse_reduction_method(const std::optional<std::string>& text);

// The dtype of an accumulator: that of its variable (std::monostate), one for all variables, or one
// for each variable.
using AccumulationDType =
    std::variant<std::monostate, DType, std::function<DType(const Variable&)>>;
// Throws TypeError unless the result is f32 or f16.
DType accumulation_dtype(const AccumulationDType& dtype, const Variable& variable);

// The accumulators of a set of variables, each created when first requested: "<variable>/<suffix>".
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
  // Keeps the variables that only the update uses (the inner optimizer's state) in remote buffers,
  // and loads and stores them around the update. No value: if the machine has remote buffers; true
  // without them throws FailedPrecondition.
  std::optional<bool> offload_weight_update_variables = std::nullopt;
  // Each replica keeps, moves and updates its share of these variables. ValueError if offloading is
  // off.
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

// The operators of upstream's own tests (ipu_stateful_gradient_accumulate). Each returns the sum of
// a cycle of num_mini_batches iterations of the enclosing loop in the cycle's last iteration, and
// zeros in the others. FailedPrecondition as for the optimizers. The operator with momentum adds to
// `accumulator`, of the gradient's spec, which it scales by the momentum when a cycle starts.
Tensor stateful_gradient_accumulate(const Tensor& gradient, std::int64_t num_mini_batches);
Tensor stateful_gradient_accumulate_with_momentum(const Variable& accumulator,
                                                  const Tensor& gradient, float momentum,
                                                  std::int64_t num_mini_batches);

// The older form, for Sgd and for Momentum without Nesterov only (ValueError for others). It sums
// mini-batches, and does not exchange gradients between replicas whatever kind of optimizer it
// wraps (cross_replica.h). Momentum needs no accumulators: its state, here the decaying sum of
// gradients, takes the gradients one by one, and is scaled by the momentum when a cycle starts:
//   a = momentum * a + g_0;  a = a + g_k;  after the last  w = w - learning_rate * a
// The newer form adds up the gradients first, and momentum gets the sum times the learning rate:
// the same terms in another order, so that the two forms differ by rounding.
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
  // The value to apply for the sum (with momentum, the decaying sum) of a completed cycle.
  virtual Tensor exchanged(const Tensor& sum) const { return sum; }

 private:
  const kernels::MomentumParameters* momentum_;  // null: plain Sgd
  std::int64_t num_mini_batches_;
  Accumulators accumulators_;
};

}  // namespace pipette
