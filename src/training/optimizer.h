// Optimizers: rules that update variables from their gradients.
//
//   Adam optimizer(0.001f);
//   optimizer.minimize(loss, variables);             // or, in two steps, as with a tape:
//   optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables));
//   optimizer.state(kernel);               // {"dense/kernel/Adam", "dense/kernel/Adam_1"}
//
// Optimizers are called while a function is traced; the nodes of an update have
// Phase::weight_update. The state of an optimizer (TensorFlow 1 calls it slots) lives on the device
// in variables of its own, created at a variable's first update and kept as long as the optimizer,
// so every function that uses the optimizer shares it.
//
// Throws ValueError if there is nothing to update, and whatever the operators throw for shapes and
// dtypes that differ: a gradient must have its variable's dtype.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "training/learning_rate.h"

namespace pipette {

using GradientsAndVariables = std::vector<std::pair<Tensor, Variable>>;

// Throws InvalidArgument if the numbers differ.
GradientsAndVariables zip(const std::vector<Tensor>& gradients,
                          const std::vector<Variable>& variables);

class Optimizer {
 public:
  virtual ~Optimizer() = default;

  // Gradients through every read of a variable that `loss` depends on; zeros if there is none.
  // Throws what gradients() (graph/gradient.h) throws.
  virtual GradientsAndVariables compute_gradients(const Tensor& loss,
                                                  const std::vector<Variable>& variables);
  virtual Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) = 0;
  Operation minimize(const Tensor& loss, const std::vector<Variable>& variables) {
    return apply_gradients(compute_gradients(loss, variables));
  }

  // The state kept for a variable; empty before the variable's first update.
  virtual std::vector<Variable> state(const Variable& variable) const = 0;

  // The update rule, if it is one of the rules of kernels/optimizer.h with a number as learning
  // rate; otherwise null.
  virtual const kernels::OptimizerRule* rule() const { return nullptr; }

  // True for Keras' optimizers (upstream's OptimizerV2) and for wrappers of them: see
  // cross_replica.h.
  virtual bool is_v2() const { return false; }
  // The number of mini-batches for which it makes one update; none if it does not accumulate
  // gradients itself.
  virtual std::optional<std::int64_t> accumulated_mini_batches() const { return std::nullopt; }

  // Holds a learning rate that is a tensor of a pipeline's stages until the weight update, which is
  // traced after them: `hold` returns a function that reads the tensor there, used until
  // release_tensors().
  using TensorHolder = std::function<std::function<Tensor()>(const Tensor&)>;
  virtual void hold_tensors(const TensorHolder& /*hold*/) {}
  virtual void release_tensors() {}
};

// A wrapper of another optimizer. Functions that it does not override are forwarded.
class OptimizerWrapper : public Optimizer {
 public:
  GradientsAndVariables compute_gradients(const Tensor& loss,
                                          const std::vector<Variable>& variables) override {
    return inner_->compute_gradients(loss, variables);
  }
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override {
    return inner_->apply_gradients(gradients_and_variables);
  }
  std::vector<Variable> state(const Variable& variable) const override {
    return inner_->state(variable);
  }
  bool is_v2() const override { return inner_->is_v2(); }
  std::optional<std::int64_t> accumulated_mini_batches() const override {
    return inner_->accumulated_mini_batches();
  }
  void hold_tensors(const TensorHolder& hold) override { inner_->hold_tensors(hold); }
  void release_tensors() override { inner_->release_tensors(); }

 protected:
  explicit OptimizerWrapper(std::shared_ptr<Optimizer> inner) : inner_(std::move(inner)) {}
  Optimizer& inner() const { return *inner_; }

 private:
  std::shared_ptr<Optimizer> inner_;
};

// Updates each variable by one of the rules of kernels/optimizer.h, which has the formulas (those
// of Keras 2), in one pass over variable, gradient and state. f16 variables have f16 state.
class RuleOptimizer : public Optimizer {
 public:
  const std::string& name() const { return name_; }  // "Adam"
  const kernels::OptimizerRule* rule() const override {
    return learning_rate_.number() ? &rule_ : nullptr;
  }
  const LearningRate& learning_rate() const { return learning_rate_; }
  void hold_tensors(const TensorHolder& hold) override;
  void release_tensors() override { held_rate_ = nullptr; }
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override;
  std::vector<Variable> state(const Variable& variable) const override;
  // The number of updates so far, an i32 scalar on the device, for rules and schedules that need
  // it: "Adam/iterations". Empty for other optimizers and before the first update.
  const std::vector<Variable>& iterations() const { return iterations_; }

 protected:
  // If `learning_rate` is a number, it becomes the learning rate of the rule, which is otherwise
  // unused.
  RuleOptimizer(std::string name, kernels::OptimizerRule rule, LearningRate learning_rate);

 private:
  struct Steps {
    std::optional<Tensor> before, after;  // updates, i32 []
  };
  const std::vector<Variable>& state_for(const Variable& variable);
  Steps count_step();
  std::optional<Tensor> current_rate(const Steps& steps) const;

  struct State {
    Variable variable;
    std::vector<Variable> variables;
  };
  std::string name_;
  kernels::OptimizerRule rule_;
  LearningRate learning_rate_;
  std::function<Tensor()> held_rate_;
  std::vector<State> states_;  // in the order of the variables' first updates
  std::vector<Variable> iterations_;
};

// Hyper-parameters out of range throw ValueError: rates, decays and epsilons are finite and at
// least 0, momentum and rho lie in [0, 1], betas in [0, 1).
class Sgd : public RuleOptimizer {
 public:
  explicit Sgd(const LearningRate& learning_rate = 0.01f);
};

// State variable "<variable>/Momentum".
class Momentum : public RuleOptimizer {
 public:
  explicit Momentum(const LearningRate& learning_rate = 0.01f, float momentum = 0.9f,
                    bool nesterov = false);
};

// State variables "<variable>/Adam" (m) and "<variable>/Adam_1" (v).
class Adam : public RuleOptimizer {
 public:
  explicit Adam(const LearningRate& learning_rate = 0.001f, float beta_1 = 0.9f,
                float beta_2 = 0.999f, float epsilon = 1e-7f);
};

// Adam with weight decay that bypasses the moments. State variables "<variable>/AdamW" and
// "<variable>/AdamW_1".
class AdamW : public RuleOptimizer {
 public:
  explicit AdamW(const LearningRate& learning_rate = 0.001f, float weight_decay = 0.004f,
                 float beta_1 = 0.9f, float beta_2 = 0.999f, float epsilon = 1e-7f);
};

// State variables "<variable>/RMSProp" (mean square) and, with momentum, "<variable>/RMSProp_1".
class Rmsprop : public RuleOptimizer {
 public:
  explicit Rmsprop(const LearningRate& learning_rate = 0.001f, float rho = 0.9f,
                   float momentum = 0.0f, float epsilon = 1e-7f);
  const kernels::RmspropParameters& parameters() const {
    return std::get<kernels::RmspropParameters>(*rule());
  }
};

}  // namespace pipette
