// Costs of exchanges between replicas over the links, for code that runs or predicts them.
#pragma once

#include "device/cost_model.h"
#include "program/instruction.h"

namespace pipette {

// The cost of an all_reduce: nothing with one replica.
Cost all_reduce_cost(const AllReduce& reduce, int num_replicas, const CostModel& costs);

}  // namespace pipette
