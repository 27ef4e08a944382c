// Costs of the transfers to and from streaming memory, and of gathering shares: they depend on the
// number of replicas and on the IPUs that do the same, and so on the whole tree.
//
//   cost_transfers({num_replicas, num_ipus}, streamed.shared_transfers, costs, executable.root);
//
// Fills in every RemoteLoad's, RemoteStore's and GatherShares' superstep; a transfer named in
// `shared_transfers` moves a replica's share of its bytes from here on.
//
// Inaccuracies: IPUs that stream at all in the same part of a program (weight updates, stage
// programs) are taken to do so at the same time; one transfer never runs beside computation.
#pragma once

#include <set>

#include "device/cost_model.h"
#include "device/integer.h"
#include "program/executable.h"

namespace pipette {

// How many replicas of a program there are, and how many IPUs each of them uses.
struct ReplicaLayout {
  int num_replicas = 1;
  int num_ipus = 1;

  std::int64_t share_of(std::int64_t bytes) const { return ceil_div(bytes, num_replicas); }
};

void cost_transfers(const ReplicaLayout& layout, const std::set<std::int32_t>& shared_transfers,
                    const CostModel& costs, Instruction& root);

}  // namespace pipette
