#include "program/transfer_costs.h"

#include <algorithm>
#include <deque>
#include <map>

namespace pipette {

namespace {

RemoteTransfer* transfer_of(Instruction& instruction) {
  if (auto* load = std::get_if<RemoteLoad>(&instruction.what)) return load;
  return std::get_if<RemoteStore>(&instruction.what);
}

// Transfers that are taken to happen at the same time: those of a pipeline's weight update, of its
// stage programs, or of all the rest.
struct Group {
  std::vector<Instruction*> transfers;
  std::set<int> ipus;
};

void collect(Instruction& instruction, Group* group, std::deque<Group>& groups) {
  if (transfer_of(instruction) != nullptr) {
    group->transfers.push_back(&instruction);
    group->ipus.insert(instruction.ipu);
  }
  if (instruction.kind() != InstructionKind::pipeline) {
    for (Instruction& child : instruction.children) collect(child, group, groups);
    return;
  }
  Group& stages = groups.emplace_back();
  for (Instruction& child : instruction.children) {
    const bool update = &child == &instruction.children.back();
    collect(child, update ? &groups.emplace_back() : &stages, groups);
  }
}

// The most IPUs of one machine, of those of all replicas.
int most_in_machine(const std::set<int>& ipus, const ReplicaLayout& layout, int machine) {
  const int stride = ipus_per_replica(layout.num_ipus);
  std::map<int, int> count;
  int most = 1;
  for (int r = 0; r < layout.num_replicas; ++r) {
    for (const int ipu : ipus) most = std::max(most, ++count[(r * stride + ipu) / machine]);
  }
  return most;
}

void cost_gathers(int num_replicas, const CostModel& costs, Instruction& instruction) {
  if (auto* gather = std::get_if<GatherShares>(&instruction.what)) {
    gather->superstep = {instruction.name, instruction.phase,
                         costs.allgather(num_replicas, gather->bytes)};
  }
  for (Instruction& child : instruction.children) cost_gathers(num_replicas, costs, child);
}

}  // namespace

void cost_transfers(const ReplicaLayout& layout, const std::set<std::int32_t>& shared_transfers,
                    const CostModel& costs, Instruction& root) {
  std::deque<Group> groups(1);
  collect(root, &groups.front(), groups);
  for (const Group& group : groups) {
    const int sharing = most_in_machine(group.ipus, layout, costs.arch().ipus_per_machine);
    for (Instruction* instruction : group.transfers) {
      RemoteTransfer& transfer = *transfer_of(*instruction);
      if (shared_transfers.count(instruction->id) > 0) {
        transfer.bytes = layout.share_of(transfer.bytes);
      }
      transfer.superstep = {instruction->name, instruction->phase,
                            costs.remote_transfer(transfer.bytes, sharing)};
    }
  }
  if (layout.num_replicas > 1) cost_gathers(layout.num_replicas, costs, root);
}

}  // namespace pipette
