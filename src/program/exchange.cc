#include "program/exchange.h"

#include <algorithm>
#include <cstring>

#include "program/exchange_costs.h"

namespace pipette {

using kernels::BinaryOp;

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
  plan.add = kernels::Broadcast::of(spec.shape, spec.shape);
  plan.divide = kernels::Broadcast::of(spec.shape, Shape{});
  plan.num_replicas = Array::scalar(static_cast<float>(replicas_.count())).cast(spec.dtype);
  plans_.emplace(instruction.id, std::move(plan));
}

void Exchange::all_reduce(const Instruction& instruction, const AllReduce& reduce) {
  const Plan& plan = plans_.at(instruction.id);
  const auto& [in, out, spec, op] = reduce;
  const int count = replicas_.count();
  std::byte* const result = replicas_.address(0, out);
  if (result != replicas_.address(0, in)) {
    std::memcpy(result, replicas_.address(0, in), spec.num_bytes());
  }
  if (count == 1) return;
  for (int r = 1; r < count; ++r) {
    kernels::binary(BinaryOp::add, spec.dtype, plan.add, result, replicas_.address(r, in), result);
  }
  if (op == kernels::ReduceOp::mean) {
    kernels::binary(BinaryOp::divide, spec.dtype, plan.divide, result, plan.num_replicas.bytes(),
                    result);
  }
  for (int r = 1; r < count; ++r) {
    std::memcpy(replicas_.address(r, out), result, spec.num_bytes());
  }
  meet(instruction, same_ipu_of_all(instruction), WaitReason::sync, plan.cost);
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
