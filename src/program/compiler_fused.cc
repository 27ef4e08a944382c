#include "program/compiler.h"

namespace pipette {

void Compiler::lower_fused(const FusedProduct& product, NodeId at, Instruction& sequence) {
  const Node& node = graph_.node(product.product);
  ProductOperands operands{
      operand(node.inputs[0]), operand(node.inputs[1]), {}, graph_.value(node.outputs[0]).spec};
  if (product.bias) operands.bias = buffer_for(*product.bias);
  if (product.mask) operands.mask = buffer_for(*product.mask);
  Instruction& instruction = append(sequence, node);
  StoreMode store;
  if (product.update) {
    store = store_mode(graph_.node(at), operands.output, instruction.id);
  } else {
    const ValueId output = graph_.node(at).outputs[0];
    operands.output = {define(output, instruction.id), graph_.value(output).spec};
  }
  Compute compute{lower_product(product, node, operands, store), {}};
  for (const NodeId member : fusion_.members(at)) add_superstep(compute.supersteps, member);
  instruction.what = std::move(compute);
  for (const BufferId id : {operands.a.buffer, operands.b.buffer, operands.bias, operands.mask}) {
    if (id >= 0) liveness_.use(id, instruction.id);
  }
}

StoreMode Compiler::store_mode(const Node& update, Operand& output, std::int64_t step) {
  const Variable& variable = *assigned_variable(update);
  output = {variable_buffer(variable, update.placement.ipu), variable.spec()};
  StoreMode mode;
  if (update.kind == OpKind::apply_sgd) {
    mode.store = kernels::Epilogue::Store::sgd;
    mode.learning_rate = std::get<SgdAttributes>(update.attributes).learning_rate;
  } else {
    mode.store = kernels::Epilogue::Store::add;
    mode.index = buffer_for(update.inputs[1]);
    liveness_.use(mode.index, step);
  }
  return mode;
}

void Compiler::lower_fused(const FusedColumnSum& sum, NodeId at, Instruction& sequence) {
  const Operand x = operand(graph_.node(sum.reduce).inputs[0]);
  Instruction& instruction = append(sequence, graph_.node(sum.reduce));
  Operand variable;
  const StoreMode store = store_mode(graph_.node(at), variable, instruction.id);
  Compute compute{lower_column_sum(x, variable, store), {}};
  for (const NodeId member : fusion_.members(at)) add_superstep(compute.supersteps, member);
  instruction.what = std::move(compute);
  liveness_.use(x.buffer, instruction.id);
}

void Compiler::lower_fused(const FusedCrossEntropy& loss, NodeId at, Instruction& sequence) {
  const Node& losses = graph_.node(loss.losses);
  CrossEntropyOperands operands{operand(losses.inputs[0]), buffer_for(losses.inputs[1])};
  Instruction& instruction = append(sequence, losses);
  const auto output = [&](NodeId id) { return define(graph_.node(id).outputs[0], instruction.id); };
  if (loss.losses_used || !loss.mean) operands.losses = output(loss.losses);
  if (loss.mean) operands.mean = output(*loss.mean);
  if (loss.gradient) operands.gradient = output(loss.scaled.value_or(*loss.gradient));
  Compute compute{lower_cross_entropy(operands, loss.scale), {}};
  for (const NodeId member : fusion_.members(at)) add_superstep(compute.supersteps, member);
  instruction.what = std::move(compute);
  liveness_.use(operands.logits.buffer, instruction.id);
  liveness_.use(operands.labels, instruction.id);
}

}  // namespace pipette
