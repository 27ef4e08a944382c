#include "pipeline/program_costs.h"

#include <algorithm>

#include "core/item.h"
#include "program/exchange_costs.h"

namespace pipette::pipelining {

const Instruction* find_pipeline(const Instruction& root) {
  if (root.kind() == InstructionKind::pipeline) return &root;
  for (const Instruction& child : root.children) {
    if (const Instruction* found = find_pipeline(child)) return found;
  }
  return nullptr;
}

std::int64_t cycles_on(const Instruction& instruction, int ipu, const Device& device,
                       int num_replicas) {
  std::int64_t cycles = 0;
  if (instruction.ipu == ipu) cycles += instruction.cost().total_cycles();
  if (instruction.ipu == ipu) {
    if (const auto* in = std::get_if<StreamIn>(&instruction.what)) {
      cycles += device.host().data_phase_cycles(in->bytes);
    } else if (const auto* out = std::get_if<StreamOut>(&instruction.what)) {
      cycles += device.host().data_phase_cycles(out->bytes);
    } else if (const auto* reduce = std::get_if<AllReduce>(&instruction.what)) {
      cycles += all_reduce_cost(*reduce, num_replicas, device.cost_model()).total_cycles();
    }
  }
  std::int64_t inside = 0;
  for (const Instruction& child : instruction.children) {
    const std::int64_t each = cycles_on(child, ipu, device, num_replicas);
    inside =
        instruction.kind() == InstructionKind::if_else ? std::max(inside, each) : inside + each;
  }
  const auto* repeat = std::get_if<Repeat>(&instruction.what);
  return cycles + inside * (repeat != nullptr ? repeat->count.fixed : 1);
}

const Instruction& part_of(const Instruction& pipeline, int part) {
  const PipelinePlan& plan = std::get<::pipette::Pipeline>(pipeline.what).plan;
  return item(pipeline.children, plan.place_of(part));
}

std::optional<HostTransfers> transfers_of(const Instruction& pipeline) {
  const PipelinePlan& plan = std::get<::pipette::Pipeline>(pipeline.what).plan;
  if (!plan.overlapped_io()) return std::nullopt;
  HostTransfers transfers{plan.inputs, plan.outputs};
  for (int part = plan.num_programs; part < plan.end_of_transfers(); ++part) {
    transfers.devices.push_back(part_of(pipeline, part).stage().ipus.at(0));
  }
  return transfers;
}

const std::vector<int>& recomputed_of(const Instruction& pipeline) {
  return std::get<::pipette::Pipeline>(pipeline.what).plan.recomputed;
}

ScheduleCosts costs_of(const Instruction& pipeline, const ScheduleTable& table,
                       const Device& device, int num_replicas) {
  ScheduleCosts costs;
  const PipelinePlan& plan = std::get<::pipette::Pipeline>(pipeline.what).plan;
  for (int part = 0; part < plan.num_parts(); ++part) {
    if (plan.is_transfer(part)) continue;
    const Instruction& child = part_of(pipeline, part);
    std::vector<std::int64_t>& members = costs.program_cycles.emplace_back();
    for (const int ipu : child.stage().ipus)
      members.push_back(cycles_on(child, ipu, device, num_replicas));
    if (plan.is_program(part)) costs.copies.push_back(child.stage().sends);
  }
  for (int transfer = 0; transfer < table.num_transfers(); ++transfer) {
    const Instruction& child = part_of(pipeline, table.num_programs() + transfer);
    std::int64_t longest = 0;
    for (const int ipu : child.stage().ipus) {
      longest = std::max(longest, cycles_on(child, ipu, device, num_replicas));
    }
    costs.transfer_cycles.push_back(longest);
  }
  costs.sync_cycles = std::get<::pipette::Pipeline>(pipeline.what).sync_cycles;
  for (const int ipu : table.devices) {
    costs.weight_update_cycles.push_back(
        cycles_on(pipeline.children.back(), ipu, device, num_replicas));
  }
  return costs;
}

}  // namespace pipette::pipelining
