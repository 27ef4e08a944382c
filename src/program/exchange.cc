#include "program/exchange.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "program/exchange_costs.h"

namespace pipette {

using kernels::BinaryOp;

namespace {

// Memory that is kept from one exchange to the next: fresh pages take longer than the exchange.
std::byte* at_least(std::vector<std::byte>* scratch, std::size_t bytes) {
  if (scratch->size() < bytes) scratch->resize(bytes);
  return scratch->data();
}

}  // namespace

Exchange::Exchange(const Executable& executable, Machine& machine, Replicas& replicas,
                   Recorder& recorder)
    : machine_(machine), replicas_(replicas), recorder_(recorder) {
  plan_all_reduces(executable.root);
}

void Exchange::plan_all_reduces(const Instruction& instruction) {
  for (const Instruction& child : instruction.children) plan_all_reduces(child);
  const auto* reduce = std::get_if<AllReduce>(&instruction.what);
  if (reduce == nullptr) return;
  const ArraySpec& spec = reduce->spec;
  Plan plan;
  plan.cost = all_reduce_cost(*reduce, replicas_.count(), machine_.device.cost_model());
  const std::int64_t elements = spec.shape.num_elements();
  const Instances* instances = partners();
  const int num_slices = instances == nullptr ? 1 : instances->count();
  for (int i = 0; i < num_slices; ++i) {
    const std::int64_t begin = elements * i / num_slices, end = elements * (i + 1) / num_slices;
    plan.slices.push_back(static_cast<std::size_t>(end - begin));
  }
  const auto own =
      static_cast<std::int64_t>(item(plan.slices, instances == nullptr ? 0 : instances->index()));
  plan.add = kernels::Broadcast::same(own);
  plan.divide = kernels::Broadcast::of(Shape{own}, Shape{});
  plan.num_replicas = Array::scalar(static_cast<float>(replicas_.count())).cast(spec.dtype);
  plans_.emplace(instruction.id, std::move(plan));
}

void Exchange::all_reduce(const Instruction& instruction, const AllReduce& reduce) {
  const Plan& plan = plans_.at(instruction.id);
  if (Instances* instances = partners()) {
    reduce_between(*instances, plan, reduce);
  } else if (replicas_.own().contains(0)) {
    reduce_here(plan, reduce);
  }
  if (replicas_.count() == 1) return;
  meet(instruction, same_ipu_of_all(instruction), WaitReason::sync, plan.cost);
}

void Exchange::sum(const Plan& plan, const AllReduce& reduce,
                   std::span<const std::byte* const> values, std::byte* result) const {
  const std::size_t bytes =
      static_cast<std::size_t>(plan.add.num_elements()) * dtype_size(reduce.spec.dtype);
  if (bytes == 0) return;
  if (result != values[0]) std::memcpy(result, values[0], bytes);
  for (const std::byte* const value : values.subspan(1)) {
    kernels::binary(BinaryOp::add, reduce.spec.dtype, plan.add, result, value, result);
  }
  if (reduce.op == kernels::ReduceOp::mean && values.size() > 1) {
    kernels::binary(BinaryOp::divide, reduce.spec.dtype, plan.divide, result,
                    plan.num_replicas.bytes(), result);
  }
}

void Exchange::reduce_here(const Plan& plan, const AllReduce& reduce) {
  std::vector<const std::byte*> values;
  for (int r = 0; r < replicas_.count(); ++r) values.push_back(replicas_.address(r, reduce.in));
  std::byte* const result = replicas_.address(0, reduce.out);
  sum(plan, reduce, values, result);
  for (int r = 1; r < replicas_.count(); ++r) {
    std::memcpy(replicas_.address(r, reduce.out), result, reduce.spec.num_bytes());
  }
}

void Exchange::reduce_between(Instances& instances, const Plan& plan, const AllReduce& reduce) {
  const ReplicaRange own = replicas_.own();
  std::vector<std::size_t> parts, slices;  // bytes, by instance
  for (const std::size_t elements : plan.slices) {
    slices.push_back(elements * dtype_size(reduce.spec.dtype));
    parts.push_back(slices.back() * static_cast<std::size_t>(own.size()));
  }
  std::byte* const sent =
      at_least(&sent_, reduce.spec.num_bytes() * static_cast<std::size_t>(own.size()));
  std::size_t begin = 0;  // of a slice
  std::byte* to = sent;
  for (const std::size_t bytes : slices) {
    for (int r = own.begin; r < own.end && bytes > 0; ++r) {
      std::memcpy(to, replicas_.address(r, reduce.in) + begin, bytes);
      to += bytes;
    }
    begin += bytes;
  }
  const std::size_t bytes = item(slices, instances.index());
  std::byte* const received =
      at_least(&received_, bytes * static_cast<std::size_t>(replicas_.count()));
  instances.all_to_all(sent, parts, received, instances.sizes(replicas_.count(), bytes));
  std::vector<const std::byte*> values;
  for (int r = 0; r < replicas_.count(); ++r) {
    values.push_back(received + static_cast<std::size_t>(r) * bytes);
  }
  std::byte* const result = at_least(&result_, reduce.spec.num_bytes());
  sum(plan, reduce, values,
      result + std::accumulate(slices.begin(), slices.begin() + instances.index(), std::size_t{0}));
  instances.all_gather(result, slices);
  for (int r = own.begin; r < own.end; ++r) {
    std::memcpy(replicas_.address(r, reduce.out), result, reduce.spec.num_bytes());
  }
}

void Exchange::inter_ipu_copy(const Instruction& instruction, const InterIpuCopy& copy) {
  for (int r = 0; r < replicas_.count(); ++r) {
    const int from = r * replicas_.ipus_per_replica() + copy.from_ipu;
    meet(instruction, {from, instruction.ipu - copy.from_ipu, 2}, WaitReason::neighbour,
         copy.superstep.cost);
  }
}

void Exchange::gather_shares(const Instruction& instruction, const GatherShares& gather) {
  if (!gather.superstep) return;  // one replica has all
  meet(instruction, same_ipu_of_all(instruction), WaitReason::sync, gather.superstep->cost);
}

void Exchange::remote_transfer(const Instruction& instruction, const RemoteTransfer& transfer,
                               SpanKind kind) {
  const Cost& cost = transfer.superstep.cost;
  for (int r = 0; r < replicas_.count(); ++r) {
    const int ipu = replicas_.ipu_of(r, instruction);
    const std::int64_t begin = machine_.device.cycles(ipu);
    Span s = recorder_.span(SpanKind::sync, begin, begin + cost.sync_cycles,
                            recorder_.name_of(instruction), ipu);
    s.instruction = instruction.id;
    s.phase = instruction.phase;
    machine_.trace.add(s);
    s.kind = kind;
    s.begin = s.end;
    s.end = begin + cost.total_cycles();
    s.bytes = transfer.bytes;
    machine_.trace.add(s);
    machine_.device.spend(ipu, cost);
  }
}

void Exchange::meet(const Instruction& instruction, const Group& group, WaitReason reason,
                    const Cost& cost) {
  Device& device = machine_.device;
  std::int64_t latest = 0;
  for (int i = 0; i < group.count; ++i) {
    latest = std::max(latest, device.cycles(group.first + i * group.stride));
  }
  for (int i = 0; i < group.count; ++i) {
    const int ipu = group.first + i * group.stride;
    Span s = recorder_.span(SpanKind::sync, device.cycles(ipu), latest,
                            recorder_.name_of(instruction), ipu);
    s.instruction = instruction.id;
    s.phase = instruction.phase;  // a wait is part of the operation that is waited for
    s.reason = reason;
    if (device.wait_until(ipu, latest) > 0) machine_.trace.add(s);
    s.begin = latest;
    s.reason = WaitReason::none;
    s.bytes = cost.bytes;
    recorder_.add_superstep(s, cost);
    device.spend(ipu, cost.total_cycles());
  }
}

}  // namespace pipette
