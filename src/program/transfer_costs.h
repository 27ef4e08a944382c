// Costs of the transfers to and from streaming memory, and of gathering shares. They depend on the
// number of replicas and on the IPUs that transfer at the same time, and so on the whole tree.
//
//   cost_transfers({num_replicas, num_ipus}, streamed.shared_transfers, costs, executable.root);
//
// Fills in the superstep of every RemoteLoad, RemoteStore and GatherShares; from here on, a
// transfer in `shared_transfers` moves a replica's share of its bytes.
//
// Inaccuracies: all IPUs that stream in the same part of a program (weight updates, stage programs)
// are assumed to do so at the same time; a transfer never overlaps with computation.
#pragma once

#include <set>

#include "device/cost_model.h"
#include "device/integer.h"
#include "program/executable.h"

namespace pipette {

// The number of replicas of a program, and of the IPUs that each of them uses.
struct ReplicaLayout {
  int num_replicas = 1;
  int num_ipus = 1;

  std::int64_t share_of(std::int64_t bytes) const { return ceil_div(bytes, num_replicas); }
};

void cost_transfers(const ReplicaLayout& layout, const std::set<std::int32_t>& shared_transfers,
                    const CostModel& costs, Instruction& root);

}  // namespace pipette
