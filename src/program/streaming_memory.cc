#include "program/streaming_memory.h"

#include <algorithm>
#include <limits>

namespace pipette {

StreamingMemory::StreamingMemory(const Graph& graph, TreeBuilder& builder, ValueBuffers& buffers,
                                 IpuPlacement& placement)
    : graph_(graph), builder_(builder), buffers_(buffers), placement_(placement) {}

BufferId StreamingMemory::variable_of(const Node& remote) {
  const Variable& variable = std::get<RemoteAttributes>(remote.attributes).variable;
  if (buffers_.knows(variable)) return buffers_.variable(variable, 0);
  for (const Node& node : graph_.nodes()) {
    if (assigns(node, variable)) return buffers_.variable(variable, placement_.ipu_of(node));
  }
  return buffers_.variable(variable, remote.placement.ipu);
}

void StreamingMemory::begin_residence(BufferId id, bool shared, std::int64_t half_step) {
  resident_[id] = streamed_.residences.size();
  constexpr std::int64_t kToTheEnd = std::numeric_limits<std::int64_t>::max();
  streamed_.residences.push_back({id, shared, half_step, kToTheEnd});
}

void StreamingMemory::end_residence(BufferId id, std::int64_t half_step) {
  const auto found = resident_.find(id);
  if (found == resident_.end()) return;
  Residence& residence = streamed_.residences[found->second];
  residence.last_step = std::max(residence.first_step, half_step);
  resident_.erase(found);
}

void StreamingMemory::emit(const Node& node, Instruction& sequence) {
  const BufferId id = variable_of(node);
  const bool shared = std::get<RemoteAttributes>(node.attributes).shared;
  if (node.kind == OpKind::remote_release) {
    end_residence(id, released_at(builder_.last_step(), false));
    return;
  }
  Instruction& instruction = builder_.append(sequence, node);
  instruction.ipu = buffers_[id].ipu;
  const auto bytes = static_cast<std::int64_t>(buffers_[id].spec.num_bytes());
  const std::int64_t step = instruction.id;
  if (node.kind == OpKind::gather_shares) {
    instruction.what = GatherShares{id, bytes, {}};
    if (!shared) return;  // the variable stays where it is
    streamed_.shared.insert(id);
    end_residence(id, released_at(step, true));
    begin_residence(id, false, defined_at(step));
    return;
  }
  if (shared) streamed_.shared_transfers.insert(instruction.id);
  if (node.kind == OpKind::remote_load) {
    instruction.what = RemoteLoad{{id, bytes, {}}};
    streamed_.offloaded.insert(id);
    end_residence(id, released_at(step, true));
    begin_residence(id, shared, defined_at(step));
  } else {
    instruction.what = RemoteStore{{id, bytes, {}}};
    end_residence(id, released_at(step, false));
  }
}

void StreamingMemory::emit_stash(const PipelineCut::Stage& stage, bool backward,
                                 Instruction& program) {
  for (const ValueId value : stage.offloaded) {
    const BufferId id = buffers_.of(value);
    Instruction& instruction = builder_.append(program, *graph_.producer(value));
    instruction.name += backward ? "/remote_load" : "/remote_store";
    instruction.phase = program.phase;
    const std::int64_t bytes = buffers_.bytes_of(value);
    if (backward) {
      instruction.what = RemoteLoad{{id, bytes, {}}};
    } else {
      instruction.what = RemoteStore{{id, bytes, {}}};
    }
  }
}

void StreamingMemory::note_stash(const PipelineCut::Stage& stage, bool backward,
                                 std::int64_t first_step) {
  const std::int64_t end = released_at(builder_.last_step(), false);
  for (const ValueId value : stage.offloaded) {
    const Node& producer = *graph_.producer(value);
    if (producer.kind == OpKind::stage_copy) continue;  // has room on the IPU it is copied to
    const BufferId id = buffers_.of(value);
    streamed_.stash_buffers.insert(id);
    const std::int64_t first = backward ? first_step : buffers_.made_at(value);
    streamed_.stash.push_back(
        {buffers_[id].name, buffers_[id].ipu, buffers_.bytes_of(value), defined_at(first), end});
  }
}

}  // namespace pipette
