#include "program/replicas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/item.h"

namespace pipette {

Replicas::Replicas(const Executable& executable, int count, int ipus_per_replica,
                   Instances* instances)
    : executable_(executable),
      count_(count),
      ipus_per_replica_(ipus_per_replica),
      instances_(instances),
      own_(instances == nullptr ? ReplicaRange{0, count} : instances->replicas(count)) {
  for (const Variable& variable : executable_.variables) variable.reserve_replicas(count);
  rings_.reserve(executable_.buffers.size());
  for (const Buffer& buffer : executable_.buffers) {
    rings_.push_back({buffer.entries, buffer.entry_bytes(), buffer.arena_offset,
                      buffer.kind == BufferKind::arena});
  }
  for (int r = own_.begin; r < own_.end; ++r) make_memory(r);
}

void Replicas::make_memory(int replica) {
  Memory& memory = memories_.emplace_back();
  memory.arena = Array::zeros(DType::u8, Shape{static_cast<std::int64_t>(executable_.arena_bytes)});
  memory.index = Array::scalar(static_cast<std::int32_t>(replica));
  memory.elements.resize(static_cast<std::size_t>(executable_.num_instructions));
  memory.bound_entries.resize(executable_.buffers.size());
  for (const Buffer& buffer : executable_.buffers) {
    switch (buffer.kind) {
      case BufferKind::variable: {
        const auto variable = static_cast<std::size_t>(buffer.variable);
        memory.buffers.push_back(executable_.variables[variable].storage(replica).bytes());
        break;
      }
      case BufferKind::constant:
        memory.buffers.push_back(buffer.storage.bytes());
        break;
      case BufferKind::arena:
        memory.buffers.push_back(memory.arena.bytes() + buffer.arena_offset);
        break;
      case BufferKind::bound:
        memory.bound_entries[memory.buffers.size()].resize(
            static_cast<std::size_t>(buffer.entries));
        memory.buffers.push_back(nullptr);
        break;
      case BufferKind::replica_index:
        memory.buffers.push_back(memory.index.bytes());
        break;
    }
  }
}

Array Replicas::gather(BufferId id, const ArraySpec& spec) const {
  Array all(ArraySpec{spec.dtype, spec.shape.with_front(count_)});
  const std::size_t bytes = spec.num_bytes();
  for (int r = own_.begin; r < own_.end && bytes > 0; ++r) {
    std::memcpy(all.bytes() + static_cast<std::size_t>(r) * bytes, address(r, id), bytes);
  }
  if (Instances* all_of = instances()) {
    all_of->all_gather(all.bytes(), all_of->sizes(count_, bytes));
  }
  return all;
}

void Replicas::read_first(BufferId id, void* to, std::size_t bytes) const {
  if (own_.contains(0)) std::memcpy(to, address(0, id), bytes);
  if (Instances* all = instances()) {
    all->all_gather(static_cast<std::byte*>(to), all->sizes(1, bytes));
  }
}

void Replicas::share_variables() const {
  if (instances() == nullptr) return;
  std::size_t bytes = 0;
  for (const Variable& variable : executable_.variables) bytes += variable.spec().num_bytes();
  Array all(ArraySpec{DType::u8, Shape{count_, static_cast<std::int64_t>(bytes)}});
  // Copies all values to their places, or from there to the replicas that are not here.
  const auto copy = [&](bool own) {
    std::byte* at = all.bytes();
    for (int r = 0; r < count_; ++r) {
      for (const Variable& variable : executable_.variables) {
        std::byte* const value = variable.storage(r).bytes();
        const std::size_t size = variable.spec().num_bytes();
        if (own_.contains(r) == own) std::memcpy(own ? at : value, own ? value : at, size);
        at += size;
      }
    }
  };
  copy(true);
  instances_->all_gather(all.bytes(), instances_->sizes(count_, bytes));
  copy(false);
}

std::int64_t Replicas::value_of(const Count& count) const {
  if (count.is_fixed()) return count.fixed;
  std::int32_t value = 0;
  read_first(count.buffer, &value, sizeof value);
  return std::max(value, 0);
}

bool Replicas::is_true(BufferId condition) const {
  bool value = false;
  read_first(condition, &value, sizeof value);
  return value;
}

bool Replicas::agree(const Instruction& branches) const {
  const BufferId condition = std::get<If>(branches.what).condition;
  const Array predicates = gather(condition, {DType::boolean, Shape{}});
  const bool first = predicates.data<bool>()[0];
  for (int r = 1; r < count(); ++r) {
    if (predicates.data<bool>()[r] == first) continue;
    throw FailedPrecondition(fmt::format(
        "\"{}\": the predicate is {} on replica 0 and {} on replica {}, but replicas run in "
        "lockstep and must take the same branch; make it of a value that all_reduce gives to all",
        branches.name, first, !first, r));
  }
  return first;
}

void Replicas::set(std::span<const MiniBatchCounter> counters, std::int64_t iteration) {
  for (const MiniBatchCounter& counter : counters) {
    for (const Memory& memory : memories_) counter.set(iteration, memory.buffers.data());
  }
}

void Replicas::select(const std::vector<BufferId>& rings, std::int64_t mini_batch) {
  for (int r = own_.begin; r < own_.end; ++r) select(rings, mini_batch, r, memory(r).buffers);
}

void Replicas::select(const std::vector<BufferId>& rings, std::int64_t mini_batch, int replica,
                      std::vector<std::byte*>& buffers) const {
  std::byte* const arena = memory(replica).arena.bytes();
  for (const BufferId id : rings) {
    const Ring& ring = item(rings_, id);
    const auto entry = static_cast<std::size_t>(mini_batch % ring.entries);
    item(buffers, id) = ring.in_arena ? arena + ring.arena_offset + entry * ring.entry_bytes
                                      : item(memory(replica).bound_entries, id)[entry];
  }
}

std::vector<Array>& Replicas::element(int replica, const Instruction& stream_in,
                                      std::int64_t mini_batch) {
  auto& kept = item(memory(replica).elements, stream_in.id);
  const Buffer& first = buffer(std::get<StreamIn>(stream_in.what).leaves[0].buffer);
  kept.resize(static_cast<std::size_t>(first.entries));
  return kept[static_cast<std::size_t>(std::max<std::int64_t>(mini_batch, 0)) % kept.size()];
}

void Replicas::bind(int replica, const StreamIn& in, std::int64_t mini_batch,
                    const std::vector<Array>& element) {
  Memory& own = memory(replica);
  const auto entry = static_cast<std::size_t>(std::max<std::int64_t>(mini_batch, 0));
  for (std::size_t i = 0; i < in.leaves.size(); ++i) {
    const auto index = static_cast<std::size_t>(in.leaves[i].buffer);
    auto& entries = own.bound_entries[index];
    own.buffers[index] = entries[entry % entries.size()] = element[i].bytes();
  }
}

}  // namespace pipette
