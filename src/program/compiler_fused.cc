#include "program/compiler.h"

namespace pipette {

void Compiler::lower_fused(const FusedProduct& product, NodeId at, Instruction& sequence) {
  const Node& matmul = graph_.node(product.matmul);
  ProductOperands operands{operand(matmul.inputs[0]), operand(matmul.inputs[1]), {}};
  if (product.bias) operands.bias = slot_for(*product.bias);
  if (product.mask) operands.mask = slot_for(*product.mask);
  Instruction& instruction = append(sequence, InstructionKind::compute, matmul);
  float learning_rate = 0;
  if (product.sgd) {
    const auto& sgd = std::get<SgdAttributes>(graph_.node(at).attributes);
    operands.output = {variable_slot(sgd.variable), sgd.variable.spec()};
    learning_rate = sgd.learning_rate;
  } else {
    const ValueId output = graph_.node(at).outputs[0];
    operands.output = {define(output, instruction.id), graph_.value(output).spec};
  }
  instruction.kernel = lower_product(product, std::get<MatmulAttributes>(matmul.attributes),
                                     operands, learning_rate);
  for (const NodeId member : fusion_.members(at)) add_superstep(instruction, member);
  for (const SlotId id : {operands.a.slot, operands.b.slot, operands.bias, operands.mask}) {
    if (id >= 0) liveness_.use(id, instruction.id);
  }
}

void Compiler::lower_fused(const FusedColumnSum& sum, NodeId at, Instruction& sequence) {
  const Operand x = operand(graph_.node(sum.reduce).inputs[0]);
  const auto& sgd = std::get<SgdAttributes>(graph_.node(sum.sgd).attributes);
  const SlotId variable = variable_slot(sgd.variable);
  Instruction& instruction = append(sequence, InstructionKind::compute, graph_.node(sum.reduce));
  instruction.kernel = [x, variable, learning_rate = sgd.learning_rate](Buffers b) {
    kernels::column_sum(reinterpret_cast<const float*>(b[x.slot]), x.spec.shape[0], x.spec.shape[1],
                        reinterpret_cast<float*>(b[variable]), kernels::Epilogue::Store::sgd,
                        learning_rate);
  };
  for (const NodeId member : fusion_.members(at)) add_superstep(instruction, member);
  liveness_.use(x.slot, instruction.id);
}

void Compiler::lower_fused(const FusedCrossEntropy& loss, NodeId at, Instruction& sequence) {
  const Node& losses = graph_.node(loss.losses);
  CrossEntropyOperands operands{operand(losses.inputs[0]), slot_for(losses.inputs[1])};
  Instruction& instruction = append(sequence, InstructionKind::compute, losses);
  const auto output = [&](NodeId id) { return define(graph_.node(id).outputs[0], instruction.id); };
  if (loss.losses_used || !loss.mean) operands.losses = output(loss.losses);
  if (loss.mean) operands.mean = output(*loss.mean);
  if (loss.gradient) operands.gradient = output(loss.scaled.value_or(*loss.gradient));
  instruction.kernel = lower_cross_entropy(operands, loss.scale);
  for (const NodeId member : fusion_.members(at)) add_superstep(instruction, member);
  liveness_.use(operands.logits.slot, instruction.id);
  liveness_.use(operands.labels, instruction.id);
}

}  // namespace pipette
