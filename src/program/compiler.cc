#include "program/compiler.h"

#include <algorithm>

namespace pipette {

Compiler::Compiler(const Graph& graph, const CostModel& costs, const CompileOptions& options)
    : graph_(graph),
      costs_(costs),
      options_(options),
      facts_(graph),
      fusion_(graph, facts_, options.fuse),
      buffer_of_(graph.num_values(), -1),
      liveness_(program_.buffers),
      entries_(graph.num_values(), 0),
      held_(graph.num_values(), 1) {}

std::shared_ptr<const Executable> Compiler::run() {
  program_.name = graph_.name();
  program_.root.name = graph_.name();
  program_.root.id = static_cast<std::int32_t>(next_step_++);
  lower_region(0, program_.root);
  if (options_.device_ipus > 0) {
    program_.num_replicas = std::max(1, options_.device_ipus / ipus_per_replica(program_.num_ipus));
  }
  cost_transfers(program_.root);
  program_.num_instructions = static_cast<int>(next_step_);
  program_.num_fused_operators = fusion_.num_absorbed();
  program_.arena_bytes =
      options_.reuse_memory ? place(program_.buffers) : place_apart(program_.buffers);
  account_memory();
  if (!options_.allow_out_of_memory) require_fit(program_);
  return std::make_shared<const Executable>(std::move(program_));
}

Instruction Compiler::make(const Node& node, std::string name) {
  Instruction instruction;
  instruction.name = std::move(name);
  instruction.phase = node.phase;
  instruction.id = static_cast<std::int32_t>(next_step_++);
  instruction.ipu = node.placement.ipu;
  program_.num_ipus = std::max(program_.num_ipus, instruction.ipu + 1);
  return instruction;
}

Instruction& Compiler::append(Instruction& parent, const Node& node) {
  parent.children.push_back(make(node, node.name));
  return parent.children.back();
}

void Compiler::add_superstep(std::vector<Superstep>& steps, NodeId id) const {
  Superstep step = superstep_of(graph_, graph_.node(id), costs_);
  if (step.cost.total_cycles() > 0) steps.push_back(std::move(step));
}

void Compiler::lower_region(RegionId region, Instruction& sequence) {
  for (const NodeId id : graph_.region(region).nodes) {
    if (!facts_.is_live(id) || fusion_.is_absorbed(id)) continue;
    lower_node(id, sequence);
    send_outputs(id, sequence);
  }
}

void Compiler::lower_node(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const FusedGroup& group = fusion_.at(id);
  bring_inputs(id, sequence);
  if (const auto* product = std::get_if<FusedProduct>(&group)) {
    move_variable(id, false, sequence);
    lower_fused(*product, id, sequence);
    move_variable(id, true, sequence);
  } else if (const auto* sum = std::get_if<FusedColumnSum>(&group)) {
    move_variable(id, false, sequence);
    lower_fused(*sum, id, sequence);
    move_variable(id, true, sequence);
  } else if (const auto* loss = std::get_if<FusedCrossEntropy>(&group)) {
    lower_fused(*loss, id, sequence);
  } else if (node.kind == OpKind::stream_in || node.kind == OpKind::stream_out) {
    lower_stream(node, sequence);
  } else if (node.kind == OpKind::repeat || node.kind == OpKind::while_loop) {
    lower_loop(node, sequence);
  } else if (node.kind == OpKind::every) {
    lower_every(node, sequence);
  } else if (node.kind == OpKind::pipeline) {
    lower_pipeline(node, sequence);
  } else if (node.kind == OpKind::stage_copy) {
    lower_stage_copy(node);
  } else if (node.kind == OpKind::mini_batch_index) {
    note_counter(node);
  } else if (node.kind == OpKind::replica_index) {
    buffer_of_[static_cast<std::size_t>(node.outputs[0])] =
        add_buffer(BufferKind::replica_index, {DType::i32, Shape{}}, node.name);
  } else if (node.kind == OpKind::all_reduce) {
    lower_all_reduce(node, sequence);
  } else if (std::holds_alternative<RemoteAttributes>(node.attributes)) {
    lower_remote(node, sequence);
  } else if (node.kind == OpKind::variable_read) {
    lower_read(id, sequence);
  } else if (node.kind == OpKind::reshape && !facts_.uniform(node.outputs[0])) {
    buffer_of_[static_cast<std::size_t>(node.outputs[0])] = buffer_for(node.inputs[0]);
  } else if (!node.outputs.empty() &&
             (node.kind == OpKind::constant || facts_.uniform(node.outputs[0]))) {
    return;  // made when asked for
  } else {
    lower_plain(id, sequence);
  }
}

void Compiler::lower_plain(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const int ipu = ipu_of(node);
  std::vector<Operand> inputs;
  for (const ValueId input : node.inputs) inputs.push_back(operand(input));
  for (const Variable& state : assigned_state(node)) {
    inputs.push_back({variable_buffer(state, ipu), state.spec()});
  }
  Instruction& instruction = append(sequence, node);
  instruction.ipu = ipu;
  const std::int64_t step = instruction.id;
  Operand output;
  if (const Variable* variable = assigned_variable(node)) {
    output = {variable_buffer(*variable, ipu), variable->spec()};
  } else {
    output = {define(node.outputs[0], step), graph_.value(node.outputs[0]).spec};
  }
  Lowered lowered = lower_operator(node, inputs, output);
  Compute compute{std::move(lowered.kernel), {}};
  add_superstep(compute.supersteps, id);
  instruction.what = std::move(compute);
  for (const Operand& input : inputs) {
    const bool in_place = lowered.in_place && input.spec == output.spec;
    liveness_.use(input.buffer, step, in_place);
  }
}

void Compiler::lower_read(NodeId id, Instruction& sequence) {
  const Node& node = graph_.node(id);
  const Variable& variable = std::get<VariableAttributes>(node.attributes).variable;
  const BufferId storage = variable_buffer(variable, node.placement.ipu);
  if (!is_overwritten_before_use(id, variable)) {
    buffer_of_[static_cast<std::size_t>(node.outputs[0])] = storage;
    return;
  }
  Instruction& instruction = append(sequence, node);
  const Operand copy{define(node.outputs[0], instruction.id), variable.spec()};
  instruction.ipu = buffer(copy.buffer).ipu = buffer(storage).ipu;
  Compute compute{lower_operator(node, {{storage, variable.spec()}}, copy).kernel, {}};
  add_superstep(compute.supersteps, id);
  instruction.what = std::move(compute);
}

bool Compiler::is_overwritten_before_use(NodeId read, const Variable& variable) const {
  std::vector<NodeId> uses;
  collect_uses(graph_.node(read).outputs[0], uses);
  for (NodeId id = 0; id < static_cast<NodeId>(graph_.nodes().size()); ++id) {
    const Node& node = graph_.node(id);
    if (!facts_.is_live(id) || !assigns(node, variable)) continue;
    for (const NodeId use : uses) {
      if (use < 0) return true;  // leaves the function or loop as a result
      if (id > read && fusion_.emitted_at(use) > id) return true;
      // The update reads its gradient while it writes the variable.
      if (use == id && node.kind != OpKind::variable_assign) return true;
      // Inside a loop that the read stands before, the next iteration uses it again.
      for (RegionId loop = node.region; loop > 0; loop = graph_.region(loop).parent) {
        const bool read_outside = !graph_.encloses(loop, graph_.node(read).region);
        if (read_outside && graph_.encloses(loop, graph_.node(use).region)) return true;
      }
    }
  }
  return false;
}

void Compiler::collect_uses(ValueId value, std::vector<NodeId>& uses) const {
  for (const NodeId user : facts_.users(value)) {
    if (user >= 0 && graph_.node(user).kind == OpKind::reshape) {
      collect_uses(graph_.node(user).outputs[0], uses);
    } else {
      uses.push_back(user);
    }
  }
}

std::shared_ptr<const Executable> compile(const Graph& graph, const CostModel& costs,
                                          const CompileOptions& options) {
  return Compiler(graph, costs, options).run();
}

}  // namespace pipette
