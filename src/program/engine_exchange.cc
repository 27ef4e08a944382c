// What IPUs and replicas tell each other outside of pipelines.
#include <algorithm>
#include <cstring>

#include "kernels/elementwise.h"
#include "program/engine.h"
#include "program/exchange_costs.h"

namespace pipette {

using kernels::BinaryOp;

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

void Engine::plan_all_reduces(const Instruction& instruction) {
  for (const Instruction& child : instruction.children) plan_all_reduces(child);
  if (instruction.kind() != InstructionKind::all_reduce) return;
  const auto& what = std::get<pipette::AllReduce>(instruction.what);
  const ArraySpec& spec = what.spec;
  AllReduce plan;
  plan.cost = all_reduce_cost(what, num_replicas(), machine_.device.cost_model());
  plan.add = kernels::Broadcast::of(spec.shape, spec.shape);
  plan.divide = kernels::Broadcast::of(spec.shape, Shape{});
  plan.num_replicas = Array::scalar(static_cast<float>(num_replicas())).cast(spec.dtype);
  all_reduces_.emplace(instruction.id, std::move(plan));
}

// Every element is summed over the replicas from 0 upwards.
void Engine::all_reduce(const Instruction& instruction) {
  const AllReduce& plan = all_reduces_.at(instruction.id);
  const auto& what = std::get<pipette::AllReduce>(instruction.what);
  const auto in = static_cast<std::size_t>(what.in);
  const auto out = static_cast<std::size_t>(what.out);
  const ArraySpec& spec = what.spec;
  std::byte* const result = replicas_[0].buffers[out];
  if (result != replicas_[0].buffers[in]) {
    std::memcpy(result, replicas_[0].buffers[in], spec.num_bytes());
  }
  if (num_replicas() == 1) return;
  for (int r = 1; r < num_replicas(); ++r) {
    const Replica& replica = replicas_[static_cast<std::size_t>(r)];
    kernels::binary(BinaryOp::add, spec.dtype, plan.add, result, replica.buffers[in], result);
  }
  if (what.op == kernels::ReduceOp::mean) {
    kernels::binary(BinaryOp::divide, spec.dtype, plan.divide, result, plan.num_replicas.bytes(),
                    result);
  }
  for (int r = 1; r < num_replicas(); ++r) {
    std::memcpy(replicas_[static_cast<std::size_t>(r)].buffers[out], result, spec.num_bytes());
  }
  meet(instruction, instruction.ipu, ipus_per_replica_, num_replicas(), WaitReason::sync,
       plan.cost);
}

// The memory of the host serves all IPUs of a replica, so only time passes.
void Engine::inter_ipu_copy(const Instruction& instruction) {
  for (int r = 0; r < num_replicas(); ++r) {
    const int from_ipu = std::get<InterIpuCopy>(instruction.what).from_ipu;
    const int from = r * ipus_per_replica_ + from_ipu;
    meet(instruction, from, instruction.ipu - from_ipu, 2, WaitReason::neighbour,
         instruction.supersteps()[0].cost);
  }
}

void Engine::gather_shares(const Instruction& instruction) {
  if (instruction.supersteps().empty()) return;  // one replica has all
  meet(instruction, instruction.ipu, ipus_per_replica_, num_replicas(), WaitReason::sync,
       instruction.supersteps()[0].cost);
}

// The host keeps what the device streams, so only time passes.
void Engine::remote_transfer(const Instruction& instruction) {
  const Cost& cost = instruction.supersteps()[0].cost;
  const auto* load = std::get_if<RemoteLoad>(&instruction.what);
  const bool loads = load != nullptr;
  const std::int64_t bytes = loads ? load->bytes : std::get<RemoteStore>(instruction.what).bytes;
  for (int r = 0; r < num_replicas(); ++r) {
    const int ipu = ipu_of(r, instruction);
    const std::int64_t begin = machine_.device.cycles(ipu);
    Span s = span(SpanKind::sync, begin, begin + cost.sync_cycles, name_of(instruction), ipu);
    s.instruction = instruction.id;
    s.phase = instruction.phase;
    machine_.trace.add(s);
    s.kind = loads ? SpanKind::remote_load : SpanKind::remote_store;
    s.begin = s.end;
    s.end = begin + cost.total_cycles();
    s.bytes = bytes;
    machine_.trace.add(s);
    machine_.device.spend(ipu, cost);
  }
}

void Engine::meet(const Instruction& instruction, int first, int stride, int count,
                  WaitReason reason, const Cost& cost) {
  Device& device = machine_.device;
  std::int64_t latest = 0;
  for (int i = 0; i < count; ++i) latest = std::max(latest, device.cycles(first + i * stride));
  for (int i = 0; i < count; ++i) {
    const int ipu = first + i * stride;
    Span s = span(SpanKind::sync, device.cycles(ipu), latest, name_of(instruction), ipu);
    s.instruction = instruction.id;
    s.reason = reason;
    if (device.wait_until(ipu, latest) > 0) machine_.trace.add(s);
    s.begin = latest;
    s.reason = WaitReason::none;
    s.phase = instruction.phase;
    s.bytes = cost.bytes;
    machine_.trace.add_superstep(s, {narrow(cost.sync_cycles), narrow(cost.exchange_cycles),
                                     narrow(cost.layout_cycles), narrow(cost.compute_cycles)});
    device.spend(ipu, cost.total_cycles());
  }
}

}  // namespace pipette
