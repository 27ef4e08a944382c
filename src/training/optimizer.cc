#include "training/optimizer.h"

#include <fmt/format.h>

#include <optional>

#include "core/item.h"
#include "graph/gradient.h"
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

namespace {

// Marks what a value depends on; a node with regions depends on all they hold.
class Ancestors {
 public:
  explicit Ancestors(const Tensor& value)
      : graph_(value.graph()), reached_(graph_.nodes().size(), false) {
    visit_value(value.id());
    while (!pending_.empty()) {
      const NodeId id = pending_.back();
      pending_.pop_back();
      const Node& node = graph_.node(id);
      for (const ValueId input : node.inputs) visit_value(input);
      for (const RegionId region : node.regions) {
        for (const NodeId inner : graph_.region(region).nodes) visit(inner);
      }
    }
  }
  bool contain(NodeId id) const { return item(reached_, id); }

 private:
  void visit_value(ValueId id) {
    if (graph_.value(id).producer >= 0) visit(graph_.value(id).producer);
  }
  void visit(NodeId id) {
    if (item(reached_, id)) return;
    item(reached_, id) = true;
    pending_.push_back(id);
  }

  const Graph& graph_;
  std::vector<bool> reached_;
  std::vector<NodeId> pending_;
};

}  // namespace

GradientsAndVariables Optimizer::compute_gradients(const Tensor& loss,
                                                   const std::vector<Variable>& variables) {
  const Ancestors of_loss(loss);
  return zip(gradients(loss, variables, [&](NodeId id) { return of_loss.contain(id); }), variables);
}

RuleOptimizer::RuleOptimizer(std::string name, kernels::OptimizerRule rule,
                             LearningRate learning_rate)
    : name_(std::move(name)),
      rule_(kernels::with_learning_rate(rule, learning_rate.number().value_or(0))),
      learning_rate_(std::move(learning_rate)) {}

void RuleOptimizer::hold_tensors(const TensorHolder& hold) {
  if (learning_rate_.is_tensor()) held_rate_ = hold(learning_rate_.tensor());
}

std::vector<Variable> RuleOptimizer::state(const Variable& variable) const {
  for (const State& each : states_) {
    if (each.variable == variable) return each.variables;
  }
  return {};
}

const std::vector<Variable>& RuleOptimizer::state_for(const Variable& variable) {
  for (const State& each : states_) {
    if (each.variable == variable) return each.variables;
  }
  State made{variable, {}};
  const Array zeros = Array::zeros(variable.dtype(), variable.shape());
  for (int i = 0; i < kernels::num_state_arrays(rule_); ++i) {
    const std::string suffix = i == 0 ? "" : fmt::format("_{}", i);
    made.variables.emplace_back(fmt::format("{}/{}{}", variable.name(), name_, suffix), zeros);
  }
  states_.push_back(std::move(made));
  return states_.back().variables;
}

RuleOptimizer::Steps RuleOptimizer::count_step() {
  if (!kernels::counts_steps(rule_) && !learning_rate_.is_schedule()) return {};
  if (iterations_.empty()) {
    iterations_.emplace_back(name_ + "/iterations", Array::scalar(std::int32_t{0}));
  }
  const Tensor before = read(iterations_[0]);
  const Tensor after = before + constant(Array::scalar(std::int32_t{1}));
  assign(iterations_[0], after);
  return {before, after};
}

std::optional<Tensor> RuleOptimizer::current_rate(const Steps& steps) const {
  if (learning_rate_.number()) return std::nullopt;
  if (held_rate_) return held_rate_();
  if (learning_rate_.is_tensor()) return learning_rate_.tensor();
  return learning_rate_.tensor(cast(*steps.before, DType::f32));
}

Operation RuleOptimizer::apply_gradients(const GradientsAndVariables& gradients_and_variables) {
  if (gradients_and_variables.empty()) throw ValueError("No variables to optimize.");
  const Graph::PhaseScope phase(gradients_and_variables[0].first.graph(), Phase::weight_update);
  const Steps steps = count_step();
  const std::optional<Tensor> rate = current_rate(steps);
  const std::optional<Tensor> step = kernels::counts_steps(rule_) ? steps.after : std::nullopt;
  Operation last;
  for (const auto& [gradient, variable] : gradients_and_variables) {
    const auto* sgd = std::get_if<kernels::SgdParameters>(&rule_);
    if (sgd != nullptr && !rate) {
      last = apply_sgd(variable, gradient, sgd->learning_rate);
    } else {
      last = apply_optimizer(variable, state_for(variable), gradient, rule_, step, rate);
    }
  }
  return last;
}

}  // namespace pipette
