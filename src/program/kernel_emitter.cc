#include "program/kernel_emitter.h"

namespace pipette {

KernelEmitter::KernelEmitter(const Graph& graph, const Analysis& facts, const Fusion& fusion,
                             const CostModel& costs, TreeBuilder& builder, ValueBuffers& buffers,
                             IpuPlacement& placement)
    : graph_(graph),
      facts_(facts),
      fusion_(fusion),
      costs_(costs),
      builder_(builder),
      buffers_(buffers),
      placement_(placement) {}

Compute KernelEmitter::with_supersteps(Kernel kernel, const std::vector<NodeId>& operators) const {
  Compute compute{std::move(kernel), {}};
  for (const NodeId id : operators) {
    Superstep step = superstep_of(graph_, graph_.node(id), costs_);
    if (step.cost.total_cycles() > 0) compute.supersteps.push_back(std::move(step));
  }
  return compute;
}

bool KernelEmitter::emit_group(NodeId id, Instruction& sequence) {
  const FusedGroup& group = fusion_.at(id);
  if (const auto* loss = std::get_if<FusedCrossEntropy>(&group)) {
    emit(*loss, id, sequence);
    return true;
  }
  const auto* product = std::get_if<FusedProduct>(&group);
  const auto* sum = std::get_if<FusedColumnSum>(&group);
  if (product == nullptr && sum == nullptr) return false;
  placement_.move_variable(id, false, sequence);
  if (product != nullptr) {
    emit(*product, id, sequence);
  } else {
    emit(*sum, id, sequence);
  }
  placement_.move_variable(id, true, sequence);
  return true;
}

void KernelEmitter::emit_plain(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const int ipu = placement_.ipu_of(node);
  std::vector<Operand> inputs;
  for (const ValueId input : node.inputs) inputs.push_back(buffers_.operand(input));
  for (const Variable& state : assigned_state(node)) {
    inputs.push_back({buffers_.variable(state, ipu), state.spec()});
  }
  Instruction& instruction = builder_.append(sequence, node);
  instruction.ipu = ipu;
  const std::int64_t step = instruction.id;
  Operand output;
  if (const Variable* variable = assigned_variable(node)) {
    output = {buffers_.variable(*variable, ipu), variable->spec()};
  } else {
    output = {buffers_.define(node.outputs[0], step), graph_.value(node.outputs[0]).spec};
  }
  Lowered lowered = lower_operator(node, inputs, output);
  instruction.what = with_supersteps(std::move(lowered.kernel), {id});
  for (const Operand& input : inputs) {
    const bool in_place = lowered.in_place && input.spec == output.spec;
    buffers_.alive().use(input.buffer, step, in_place);
  }
}

void KernelEmitter::emit_read(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const Variable& variable = std::get<VariableAttributes>(node.attributes).variable;
  const BufferId storage = buffers_.variable(variable, node.placement.ipu);
  if (!is_overwritten_before_use(id, variable)) {
    buffers_.alias(node.outputs[0], storage);
    return;
  }
  Instruction& instruction = builder_.append(sequence, node);
  const Operand copy{buffers_.define(node.outputs[0], instruction.id), variable.spec()};
  instruction.ipu = buffers_[copy.buffer].ipu = buffers_[storage].ipu;
  Lowered lowered = lower_operator(node, {{storage, variable.spec()}}, copy);
  instruction.what = with_supersteps(std::move(lowered.kernel), {id});
}

bool KernelEmitter::is_overwritten_before_use(NodeId read, const Variable& variable) const {
  std::vector<NodeId> uses;
  collect_uses(graph_.node(read).outputs[0], uses);
  for (NodeId id = 0; id < static_cast<NodeId>(graph_.nodes().size()); ++id) {
    const Node& node = graph_.node(id);
    if (!facts_.is_live(id) || !assigns(node, variable)) continue;
    for (const NodeId use : uses) {
      if (use < 0) return true;  // leaves the function or loop as a result
      if (id > read && fusion_.emitted_at(use) > id) return true;
      // On I/O tiles it leaves when the next mini-batch may have assigned the variable again.
      if (graph_.node(use).kind == OpKind::stream_out && node.region == graph_.node(read).region &&
          buffers_.leaves_its_part(graph_.node(read).outputs[0])) {
        return true;
      }
      // The update reads its gradient while it writes the variable.
      if (use == id && node.kind != OpKind::assign) return true;
      // Inside a loop that the read stands before, the next iteration uses it again.
      for (RegionId loop = node.region; loop > 0; loop = graph_.region(loop).parent) {
        const bool read_outside = !graph_.encloses(loop, graph_.node(read).region);
        if (read_outside && graph_.encloses(loop, graph_.node(use).region)) return true;
      }
    }
  }
  return false;
}

void KernelEmitter::collect_uses(ValueId value, std::vector<NodeId>& uses) const {
  for (const NodeId user : facts_.users(value)) {
    if (user >= 0 && graph_.node(user).kind == OpKind::reshape) {
      collect_uses(graph_.node(user).outputs[0], uses);
    } else {
      uses.push_back(user);
    }
  }
}

void KernelEmitter::emit(const FusedProduct& product, NodeId at, Instruction& sequence) {
  const Node& node = graph_.node(product.product);
  ProductOperands operands{buffers_.operand(node.inputs[0]),
                           buffers_.operand(node.inputs[1]),
                           {},
                           graph_.value(node.outputs[0]).spec};
  if (product.bias) operands.bias = buffers_.of(*product.bias);
  if (product.mask) operands.mask = buffers_.of(*product.mask);
  Instruction& instruction = builder_.append(sequence, node);
  StoreMode store;
  if (product.update) {
    store = store_mode(graph_.node(at), operands.output, instruction.id);
  } else {
    const ValueId output = graph_.node(at).outputs[0];
    operands.output = {buffers_.define(output, instruction.id), graph_.value(output).spec};
  }
  instruction.what =
      with_supersteps(lower_product(product, node, operands, store), fusion_.members(at));
  for (const BufferId id : {operands.a.buffer, operands.b.buffer, operands.bias, operands.mask}) {
    if (id >= 0) buffers_.alive().use(id, instruction.id);
  }
}

StoreMode KernelEmitter::store_mode(const Node& update, Operand& output, std::int64_t step) {
  const Variable& variable = *assigned_variable(update);
  output = {buffers_.variable(variable, update.placement.ipu), variable.spec()};
  StoreMode mode;
  if (update.kind == OpKind::apply_sgd) {
    mode.store = kernels::Epilogue::Store::sgd;
    mode.learning_rate = std::get<SgdAttributes>(update.attributes).learning_rate;
  } else {
    mode.store = kernels::Epilogue::Store::add;
    mode.index = buffers_.of(update.inputs[1]);
    buffers_.alive().use(mode.index, step);
  }
  return mode;
}

void KernelEmitter::emit(const FusedColumnSum& sum, NodeId at, Instruction& sequence) {
  const Operand x = buffers_.operand(graph_.node(sum.reduce).inputs[0]);
  Instruction& instruction = builder_.append(sequence, graph_.node(sum.reduce));
  Operand variable;
  const StoreMode store = store_mode(graph_.node(at), variable, instruction.id);
  instruction.what = with_supersteps(lower_column_sum(x, variable, store), fusion_.members(at));
  buffers_.alive().use(x.buffer, instruction.id);
}

void KernelEmitter::emit(const FusedCrossEntropy& loss, NodeId at, Instruction& sequence) {
  const Node& losses = graph_.node(loss.losses);
  CrossEntropyOperands operands{buffers_.operand(losses.inputs[0]), buffers_.of(losses.inputs[1])};
  Instruction& instruction = builder_.append(sequence, losses);
  const auto output = [&](NodeId id) {
    return buffers_.define(graph_.node(id).outputs[0], instruction.id);
  };
  if (loss.losses_used || !loss.mean) operands.losses = output(loss.losses);
  if (loss.mean) operands.mean = output(*loss.mean);
  if (loss.gradient) operands.gradient = output(loss.scaled.value_or(*loss.gradient));
  instruction.what =
      with_supersteps(lower_cross_entropy(operands, loss.scale), fusion_.members(at));
  buffers_.alive().use(operands.logits.buffer, instruction.id);
  buffers_.alive().use(operands.labels, instruction.id);
}

}  // namespace pipette
