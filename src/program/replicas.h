// The memory of all replicas of a program: the address of each buffer in each replica.
//
//   Replicas replicas(executable, 2, 4, nullptr);    // two replicas of four IPUs
//   const ReplicaRange own = replicas.own();         // all, unless other processes have some
//   for (int r = own.begin; r < own.end; ++r) kernel(replicas.addresses(r));
//
// Replica r has the IPUs from r * ipus_per_replica() on, and the variables' storage of its index. A
// buffer that holds several mini-batches at once is a ring: mini-batch b is in entry b % entries,
// and select() sets the entry that the address refers to.
//
// Only own replicas have memory here; gather() and share_variables() are exchanges of all instances
// (instances.h), and so are the members that read counts and conditions.
//
// Part of the engine (engine.h). Keeps a reference to the executable. Threads may read it together.
#pragma once

#include <span>
#include <vector>

#include "core/item.h"
#include "program/executable.h"
#include "program/instances.h"

namespace pipette {

class Replicas {
 public:
  Replicas(const Executable& executable, int count, int ipus_per_replica,
           Instances* instances = nullptr);
  Replicas(const Replicas&) = delete;
  Replicas& operator=(const Replicas&) = delete;

  int count() const { return count_; }  // of all instances
  const ReplicaRange& own() const { return own_; }
  // Null: this process has all replicas.
  Instances* instances() const { return Instances::kPossible ? instances_ : nullptr; }
  int ipus_per_replica() const { return ipus_per_replica_; }
  // The device's IPU that runs `instruction` for a replica.
  int ipu_of(int replica, const Instruction& instruction) const {
    return replica * ipus_per_replica_ + instruction.ipu;
  }

  // Addresses by BufferId; null for bound buffers before their stream_in.
  const std::vector<std::byte*>& buffers(int replica) const { return memory(replica).buffers; }
  BufferAddresses addresses(int replica) const { return buffers(replica).data(); }
  std::byte* address(int replica, BufferId id) const { return item(buffers(replica), id); }
  // The value of a buffer in each replica, one after another.
  Array gather(BufferId id, const ArraySpec& spec) const;
  // Gives all instances the variables of all replicas.
  void share_variables() const;
  // Counts and conditions are read from replica 0.
  std::int64_t value_of(const Count& count) const;
  bool is_true(BufferId condition) const;
  // The condition of an If. Throws FailedPrecondition if replicas disagree.
  bool agree(const Instruction& branches) const;

  void set(std::span<const MiniBatchCounter> counters, std::int64_t iteration);
  // Makes the addresses of `rings` refer to their entries of one mini-batch, in all replicas.
  void select(const std::vector<BufferId>& rings, std::int64_t mini_batch);
  // Does the same in a copy of one replica's buffers().
  void select(const std::vector<BufferId>& rings, std::int64_t mini_batch, int replica,
              std::vector<std::byte*>& buffers) const;

  // element() returns arrays for the element that a stream_in reads for a mini-batch (-1: none),
  // kept as long as the mini-batch may need them; bind() makes the leaves' buffers refer to them.
  std::vector<Array>& element(int replica, const Instruction& stream_in, std::int64_t mini_batch);
  void bind(int replica, const StreamIn& in, std::int64_t mini_batch,
            const std::vector<Array>& element);

 private:
  struct Memory {
    Array arena;
    Array index;  // i32 scalar
    std::vector<std::byte*> buffers;
    std::vector<std::vector<std::vector<Array>>> elements;  // by stream_in instruction and entry
    std::vector<std::vector<std::byte*>> bound_entries;     // by bound buffer and entry
  };

  // The properties of a buffer that select() needs, stored compactly: it is called for every
  // mini-batch of every stage.
  struct Ring {
    std::int64_t entries;
    std::size_t entry_bytes;
    std::size_t arena_offset;
    bool in_arena;
  };

  void make_memory(int replica);
  // Copies `bytes` bytes of a buffer of replica 0.
  void read_first(BufferId id, void* to, std::size_t bytes) const;
  // Of an own replica.
  Memory& memory(int replica) { return item(memories_, replica - own_.begin); }
  const Memory& memory(int replica) const { return item(memories_, replica - own_.begin); }
  const Buffer& buffer(BufferId id) const { return item(executable_.buffers, id); }

  const Executable& executable_;
  int count_;
  int ipus_per_replica_;
  Instances* instances_;
  ReplicaRange own_;
  std::vector<Ring> rings_;       // by BufferId
  std::vector<Memory> memories_;  // of own replicas
};

}  // namespace pipette
