// What exchanging between replicas costs on the links, for those who run it and those who foresee
// it.
#pragma once

#include "device/cost_model.h"
#include "program/instruction.h"

namespace pipette {

// The cost of an all_reduce, which is nothing with one replica.
Cost all_reduce_cost(const AllReduce& reduce, int num_replicas, const CostModel& costs);

}  // namespace pipette
