#include "program/memory_accounting.h"

#include <algorithm>
#include <set>

#include "core/item.h"

namespace pipette {

namespace {

MemoryKind kind_of_variable(const Graph& graph, const Variable& variable) {
  bool floating_read = false;
  for (const Node& node : graph.nodes()) {
    const Variable* assigned = assigned_variable(node);
    if (node.kind == OpKind::accumulate && *assigned == variable) return MemoryKind::accumulators;
    const std::vector<Variable>& state = assigned_state(node);
    if (std::find(state.begin(), state.end(), variable) != state.end()) {
      return MemoryKind::optimizer_state;
    }
    floating_read =
        floating_read || (node.kind == OpKind::read && node.phase != Phase::weight_update &&
                          std::get<VariableAttributes>(node.attributes).variable == variable);
  }
  return floating_read ? MemoryKind::weights : MemoryKind::optimizer_state;
}

std::int64_t bytes_of(const Buffer& buffer) {
  return static_cast<std::int64_t>(buffer.spec.num_bytes());
}

// Of a variable or constant, always.
std::int64_t kept_bytes(const StreamedMemory& streamed, const ReplicaLayout& layout,
                        const std::vector<Buffer>& buffers, BufferId id) {
  if (streamed.offloaded.count(id) > 0) return 0;
  const std::int64_t bytes = bytes_of(item(buffers, id));
  return streamed.shared.count(id) > 0 ? layout.share_of(bytes) : bytes;
}

}  // namespace

void count_stage_variables(const StreamedMemory& streamed, const ReplicaLayout& layout,
                           const std::vector<Buffer>& buffers, Instruction& root) {
  if (auto* stage = std::get_if<StageProgram>(&root.what)) {
    for (const BufferId id : stage->variables) {
      stage->variable_bytes += kept_bytes(streamed, layout, buffers, id);
    }
  }
  for (Instruction& child : root.children) {
    count_stage_variables(streamed, layout, buffers, child);
  }
}

std::vector<MemoryReport> account_memory(const Graph& graph, const Architecture& arch,
                                         const Executable& executable, const MemoryNeeds& needs) {
  const ReplicaLayout layout{executable.num_replicas, executable.num_ipus};
  std::vector<MemoryAccount> accounts(static_cast<std::size_t>(executable.num_ipus),
                                      MemoryAccount(arch));
  const auto account_of = [&](int ipu) -> MemoryAccount& { return item(accounts, ipu); };
  const auto kind_of = [&](const Buffer& buffer) {
    if (buffer.kind != BufferKind::variable) return buffer.memory_kind;
    return kind_of_variable(graph, item(executable.variables, buffer.variable));
  };
  std::set<BufferId> elsewhere = needs.streamed.stash_buffers;
  for (const Residence& again : needs.recomputed) elsewhere.insert(again.buffer);
  for (std::size_t i = 0; i < executable.buffers.size(); ++i) {
    const Buffer& b = executable.buffers[i];
    const auto id = static_cast<BufferId>(i);
    if (b.kind != BufferKind::arena && b.kind != BufferKind::bound) {
      account_of(b.ipu).add_always_live(
          b.name, kept_bytes(needs.streamed, layout, executable.buffers, id), kind_of(b));
    } else if (elsewhere.count(id) == 0) {
      account_of(b.ipu).add_live(b.name, bytes_of(b) * b.held, b.first_step, b.last_step,
                                 b.memory_kind);
    }
  }
  const auto add_residences = [&](const std::vector<Residence>& residences) {
    for (const Residence& residence : residences) {
      const Buffer& b = item(executable.buffers, residence.buffer);
      const std::int64_t bytes = residence.shared ? layout.share_of(bytes_of(b)) : bytes_of(b);
      account_of(b.ipu).add_live(b.name, bytes, residence.first_step, residence.last_step,
                                 kind_of(b));
    }
  };
  add_residences(needs.streamed.residences);
  add_residences(needs.recomputed);
  const auto add = [&](const std::vector<Held>& all, MemoryKind kind) {
    for (const Held& held : all) {
      account_of(held.ipu).add_live(held.name, held.bytes, held.first_step, held.last_step, kind);
    }
  };
  add(needs.stage_copies, MemoryKind::stash);
  add(needs.brought, MemoryKind::other);
  add(needs.streamed.stash, MemoryKind::other);
  std::vector<MemoryReport> reports;
  for (const MemoryAccount& account : accounts) reports.push_back(account.report());
  return reports;
}

}  // namespace pipette
