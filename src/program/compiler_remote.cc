// What moves to and from streaming memory.
//
// Inaccuracies: IPUs that stream at all in the same part of a program (weight updates, stage
// programs) are taken to do so at the same time; one transfer never runs beside computation; the
// whole of a gathered variable is counted beside no share of its own.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>

#include "device/integer.h"
#include "program/compiler.h"

namespace pipette {

int ipus_per_replica(int num_ipus) {
  int ipus = 1;
  while (ipus < num_ipus) ipus *= 2;
  return ipus;
}

BufferId Compiler::variable_buffer_of(const Node& remote) {
  const Variable& variable = std::get<RemoteAttributes>(remote.attributes).variable;
  const auto& known = program_.variables;
  if (std::find(known.begin(), known.end(), variable) != known.end()) {
    return variable_buffer(variable, 0);
  }
  for (const Node& node : graph_.nodes()) {
    if (assigns(node, variable)) return variable_buffer(variable, ipu_of(node));
  }
  return variable_buffer(variable, remote.placement.ipu);
}

void Compiler::begin_residence(BufferId id, bool shared, std::int64_t step) {
  resident_[id] = residences_.size();
  constexpr std::int64_t kToTheEnd = std::numeric_limits<std::int64_t>::max();
  residences_.push_back({id, shared, step, kToTheEnd});
}

void Compiler::end_residence(BufferId id, std::int64_t step) {
  const auto found = resident_.find(id);
  if (found == resident_.end()) return;
  Residence& residence = residences_[found->second];
  residence.last_step = std::max(residence.first_step, step);
  resident_.erase(found);
}

void Compiler::lower_remote(const Node& node, Instruction& sequence) {
  const BufferId id = variable_buffer_of(node);
  const bool shared = std::get<RemoteAttributes>(node.attributes).shared;
  if (node.kind == OpKind::remote_release) {
    end_residence(id, released_at(next_step_ - 1, false));
    return;
  }
  Instruction& instruction = append(sequence, node);
  instruction.ipu = buffer(id).ipu;
  const auto bytes = static_cast<std::int64_t>(buffer(id).spec.num_bytes());
  const std::int64_t step = instruction.id;
  if (node.kind == OpKind::gather_shares) {
    instruction.what = GatherShares{bytes, {}};
    if (!shared) return;  // the variable stays where it is
    shared_.insert(id);
    end_residence(id, released_at(step, true));
    begin_residence(id, false, defined_at(step));
    return;
  }
  if (shared) shared_transfers_.insert(instruction.id);
  if (node.kind == OpKind::remote_load) {
    instruction.what = RemoteLoad{{bytes, {}}};
    offloaded_.insert(id);
    end_residence(id, released_at(step, true));
    begin_residence(id, shared, defined_at(step));
  } else {
    instruction.what = RemoteStore{{bytes, {}}};
    end_residence(id, released_at(step, false));
  }
}

void Compiler::offload_stash(const Node& pipeline, int program, Instruction& built) {
  const auto& how = std::get<PipelineAttributes>(pipeline.attributes);
  const bool load = program >= how.num_stages;
  std::vector<ValueId>& values =
      offloaded_stash_[load ? 2 * how.num_stages - 1 - program : program];
  for (const ValueId value : values) {
    const Node& producer = *graph_.producer(value);
    Instruction& instruction = append(built, producer);
    instruction.name += load ? "/remote_load" : "/remote_store";
    instruction.phase = built.phase;
    if (load) {
      instruction.what = RemoteLoad{{bytes_of(value), {}}};
    } else {
      instruction.what = RemoteStore{{bytes_of(value), {}}};
    }
  }
}

void Compiler::stream_stash(const Node& pipeline, int program, std::int64_t first_step) {
  const auto& how = std::get<PipelineAttributes>(pipeline.attributes);
  const bool backward = program >= how.num_stages;
  const std::int64_t end = released_at(next_step_ - 1, false);
  for (const ValueId value :
       offloaded_stash_[backward ? 2 * how.num_stages - 1 - program : program]) {
    const Node& producer = *graph_.producer(value);
    if (producer.kind == OpKind::stage_copy) continue;  // has room on the IPU it is copied to
    const BufferId id = buffer_for(value);
    streamed_buffers_.insert(id);
    const std::int64_t first = backward ? first_step : made_at_.at(value);
    streamed_.push_back({buffer(id).name, buffer(id).ipu, bytes_of(value), defined_at(first), end});
  }
}

std::int64_t Compiler::share_of(std::int64_t bytes) const {
  return ceil_div(bytes, program_.num_replicas);
}

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
int most_in_machine(const std::set<int>& ipus, int replicas, int stride, int machine) {
  std::map<int, int> count;
  int most = 1;
  for (int r = 0; r < replicas; ++r) {
    for (const int ipu : ipus) most = std::max(most, ++count[(r * stride + ipu) / machine]);
  }
  return most;
}

template <class F>
void for_each(Instruction& root, const F& f) {
  f(root);
  for (Instruction& child : root.children) for_each(child, f);
}

}  // namespace

void Compiler::cost_transfers(Instruction& root) {
  std::deque<Group> groups(1);
  collect(root, &groups.front(), groups);
  for (const Group& group : groups) {
    const int sharing =
        most_in_machine(group.ipus, program_.num_replicas, ipus_per_replica(program_.num_ipus),
                        costs_.arch().ipus_per_machine);
    for (Instruction* transfer : group.transfers) {
      RemoteTransfer& what = *transfer_of(*transfer);
      if (shared_transfers_.count(transfer->id) > 0) what.bytes = share_of(what.bytes);
      what.superstep = {transfer->name, transfer->phase,
                        costs_.remote_transfer(what.bytes, sharing)};
    }
  }
  for_each(root, [&](Instruction& instruction) {
    auto* gather = std::get_if<GatherShares>(&instruction.what);
    if (gather == nullptr || program_.num_replicas == 1) return;
    gather->superstep = {instruction.name, instruction.phase,
                         costs_.allgather(program_.num_replicas, gather->bytes)};
  });
}

}  // namespace pipette
