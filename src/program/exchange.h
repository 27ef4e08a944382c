// Communication between IPUs and replicas, and transfers to and from streaming memory, outside a
// pipeline's slots.
//
//   Exchange exchange(executable, machine, replicas, recorder);
//   exchange.all_reduce(instruction, std::get<AllReduce>(instruction.what));
//
// The participating IPUs synchronise first: each waits for the last, with a span that says so. The
// host's memory serves all IPUs of a replica and also holds what the device streams, so only
// all_reduce moves data; the other operations only take time.
//
// Part of the engine (engine.h).
#pragma once

#include <map>
#include <vector>

#include "kernels/elementwise.h"
#include "program/recorder.h"
#include "program/replicas.h"

namespace pipette {

class Exchange {
 public:
  Exchange(const Executable& executable, Machine& machine, Replicas& replicas, Recorder& recorder);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Sums every element over the replicas from 0 upwards: the same bits on each.
  void all_reduce(const Instruction& instruction, const AllReduce& reduce);
  void inter_ipu_copy(const Instruction& instruction, const InterIpuCopy& copy);
  void gather_shares(const Instruction& instruction, const GatherShares& gather);
  // `kind` is remote_load or remote_store.
  void remote_transfer(const Instruction& instruction, const RemoteTransfer& transfer,
                       SpanKind kind);

 private:
  // An all_reduce between the current number of replicas.
  struct Plan {
    Cost cost;
    kernels::Broadcast add, divide;   // of this instance's slice of the elements
    std::vector<std::size_t> slices;  // the instances' elements
    Array num_replicas;               // scalar of the value's dtype; for the mean
  };
  // IPUs of the device: `count` of them, from `first` on, `stride` apart.
  struct Group {
    int first, stride, count;
  };
  Group same_ipu_of_all(const Instruction& instruction) const {
    return {instruction.ipu, replicas_.ipus_per_replica(), replicas_.count()};
  }

  // The instances that an all_reduce is between; null: this process has all that there is to sum.
  Instances* partners() const { return replicas_.count() > 1 ? replicas_.instances() : nullptr; }
  void plan_all_reduces(const Instruction& instruction);
  // Sums values of all replicas to `result`, for the elements of this instance's slice.
  void sum(const Plan& plan, const AllReduce& reduce, std::span<const std::byte* const> values,
           std::byte* result) const;
  void reduce_here(const Plan& plan, const AllReduce& reduce);
  // Each instance gets its slice of the elements of all replicas, sums that, and sends the result
  // to the others.
  void reduce_between(Instances& instances, const Plan& plan, const AllReduce& reduce);
  // The IPUs of a group wait for the last of them and spend `cost`.
  void meet(const Instruction& instruction, const Group& group, WaitReason reason,
            const Cost& cost);

  Machine& machine_;
  Replicas& replicas_;
  Recorder& recorder_;
  std::map<std::int32_t, Plan> plans_;               // by id of the all_reduce
  std::vector<std::byte> sent_, received_, result_;  // scratch of reduce_between()
};

}  // namespace pipette
