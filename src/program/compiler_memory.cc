// What the program takes of each IPU's memory.
#include <algorithm>

#include "program/compiler.h"

namespace pipette {

MemoryKind Compiler::kind_of(const Buffer& buffer) const {
  if (buffer.kind != BufferKind::variable) return buffer.memory_kind;
  const Variable& variable = program_.variables[static_cast<std::size_t>(buffer.variable)];
  bool floating_read = false;
  for (const Node& node : graph_.nodes()) {
    const Variable* assigned = assigned_variable(node);
    if (node.kind == OpKind::accumulate && *assigned == variable) return MemoryKind::accumulators;
    const std::vector<Variable>& state = assigned_state(node);
    if (std::find(state.begin(), state.end(), variable) != state.end()) {
      return MemoryKind::optimizer_state;
    }
    floating_read = floating_read ||
                    (node.kind == OpKind::variable_read && node.phase != Phase::weight_update &&
                     std::get<VariableAttributes>(node.attributes).variable == variable);
  }
  return floating_read ? MemoryKind::weights : MemoryKind::optimizer_state;
}

std::int64_t Compiler::kept_bytes(BufferId id) const {
  if (offloaded_.count(id) > 0) return 0;
  const Buffer& s = program_.buffers[static_cast<std::size_t>(id)];
  const auto bytes = static_cast<std::int64_t>(s.spec.num_bytes());
  return shared_.count(id) > 0 ? share_of(bytes) : bytes;
}

void Compiler::set_variable_bytes(Instruction& instruction) const {
  if (auto* stage = std::get_if<StageProgram>(&instruction.what)) {
    for (const BufferId id : stage->variables) stage->variable_bytes += kept_bytes(id);
  }
  for (Instruction& child : instruction.children) set_variable_bytes(child);
}

void Compiler::account_memory() {
  set_variable_bytes(program_.root);
  std::vector<MemoryAccount> accounts(static_cast<std::size_t>(program_.num_ipus),
                                      MemoryAccount(costs_.arch()));
  const auto account_of = [&](int ipu) -> MemoryAccount& {
    return accounts[static_cast<std::size_t>(ipu)];
  };
  for (BufferId id = 0; id < static_cast<BufferId>(program_.buffers.size()); ++id) {
    const Buffer& s = buffer(id);
    if (s.kind != BufferKind::arena && s.kind != BufferKind::bound) {
      account_of(s.ipu).add_always_live(s.name, kept_bytes(id), kind_of(s));
    } else if (streamed_buffers_.count(id) == 0) {
      const std::int64_t bytes = static_cast<std::int64_t>(s.spec.num_bytes()) * s.held;
      account_of(s.ipu).add_live(s.name, bytes, s.first_step, s.last_step, s.memory_kind);
    }
  }
  for (const Residence& residence : residences_) {
    const Buffer& s = buffer(residence.buffer);
    const auto bytes = static_cast<std::int64_t>(s.spec.num_bytes());
    account_of(s.ipu).add_live(s.name, residence.shared ? share_of(bytes) : bytes,
                               residence.first_step, residence.last_step, kind_of(s));
  }
  const auto add_held = [&](const Held& held, MemoryKind kind) {
    account_of(held.ipu).add_live(held.name, held.bytes, held.first_step, held.last_step, kind);
  };
  for (const Held& copy : copies_) add_held(copy, MemoryKind::stash);
  for (const Brought& copy : brought_) add_held(copy.held, MemoryKind::other);
  for (const Held& value : streamed_) add_held(value, MemoryKind::other);
  for (const MemoryAccount& account : accounts) program_.memory.push_back(account.report());
  program_.remedies.offload = graph_.remote_memory().available;
  program_.remedies.pipelined = pipeline_step_ >= 0;
}

void require_fit(const Executable& executable) {
  for (std::size_t ipu = 0; ipu < executable.memory.size(); ++ipu) {
    const MemoryReport& report = executable.memory[ipu];
    if (!report.fits()) throw out_of_memory(report, static_cast<int>(ipu), executable.remedies);
  }
}

}  // namespace pipette
