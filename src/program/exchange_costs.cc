#include "program/exchange_costs.h"

namespace pipette {

Cost all_reduce_cost(const AllReduce& reduce, int num_replicas, const CostModel& costs) {
  if (num_replicas == 1) return {};
  const ArraySpec& spec = reduce.spec;
  Cost cost =
      costs.allreduce(num_replicas, static_cast<std::int64_t>(spec.num_bytes()), spec.dtype);
  if (reduce.op == kernels::ReduceOp::mean) {
    cost += costs.elementwise(spec.shape.num_elements(), 1, spec.dtype, OpClass::add);
  }
  return cost;
}

}  // namespace pipette
