// Operators that write a variable.
#include "kernels/optimizer.h"
#include "program/lowering_rules.h"

namespace pipette {

Lowered kernel_of_accumulate(const Node& node, const std::vector<Operand>& in, const Operand& y) {
  const auto& how = std::get<AccumulateAttributes>(node.attributes);
  return {[y, g = in[0], index = in[1], reduction = how.reduction, mini_batches = how.count,
           momentum = how.momentum](BufferAddresses b) {
    kernels::accumulate(y.spec.dtype, b[y.buffer], b[g.buffer], y.spec.shape.num_elements(),
                        reduction, *i32(b, index), mini_batches, momentum);
  }};
}

Lowered kernel_of_apply_sgd(const Node& node, const std::vector<Operand>& in,
                            const Operand& variable) {
  const kernels::SgdParameters rule{std::get<SgdAttributes>(node.attributes).learning_rate};
  return {[=, gradient = in[0]](BufferAddresses b) {
    kernels::optimizer_update(rule, variable.spec.dtype, b[variable.buffer], b[gradient.buffer],
                              nullptr, variable.spec.shape.num_elements(), 0);
  }};
}

// Inputs: the gradient, the step where steps count, the learning rate if it is a tensor, its state.
Lowered kernel_of_apply_optimizer(const Node& node, const std::vector<Operand>& in,
                                  const Operand& variable) {
  const auto& update = std::get<OptimizerAttributes>(node.attributes);
  const bool counts = kernels::counts_steps(update.rule), has_rate = update.rate_from_input;
  const std::size_t rate = counts ? 2 : 1;
  return {[=, rule = update.rule, first_state = rate + (has_rate ? 1 : 0)](BufferAddresses b) {
    void* states[kernels::kMaxStateArrays] = {};
    for (std::size_t i = first_state; i < in.size(); ++i) states[i - first_state] = b[in[i].buffer];
    kernels::optimizer_update(
        has_rate ? kernels::with_learning_rate(rule, *f32(b, in[rate])) : rule, variable.spec.dtype,
        b[variable.buffer], b[in[0].buffer], states, variable.spec.shape.num_elements(),
        counts ? *i32(b, in[1]) : 0);
  }};
}

namespace {

OptimizerKind kind_of(const kernels::OptimizerRule& rule) {
  if (std::holds_alternative<kernels::MomentumParameters>(rule)) return OptimizerKind::momentum;
  if (std::holds_alternative<kernels::AdamParameters>(rule)) return OptimizerKind::adam;
  if (std::holds_alternative<kernels::RmspropParameters>(rule)) return OptimizerKind::rmsprop;
  return OptimizerKind::sgd;
}

}  // namespace

Cost cost_of_apply_sgd(const OperatorCost& q) {
  return q.costs.optimizer_update(q.elements(), OptimizerKind::sgd, q.main().dtype);
}

Cost cost_of_apply_optimizer(const OperatorCost& q) {
  return q.costs.optimizer_update(q.elements(), kind_of(q.attributes<OptimizerAttributes>().rule),
                                  q.main().dtype);
}

}  // namespace pipette
