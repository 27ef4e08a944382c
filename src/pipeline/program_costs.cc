#include "pipeline/program_costs.h"

#include "program/exchange_costs.h"

namespace pipette::pipelining {

const Instruction* find_pipeline(const Instruction& root) {
  if (root.kind == InstructionKind::pipeline) return &root;
  for (const Instruction& child : root.children) {
    if (const Instruction* found = find_pipeline(child)) return found;
  }
  return nullptr;
}

std::int64_t cycles_on(const Instruction& instruction, int ipu, const Device& device,
                       int num_replicas) {
  std::int64_t cycles = 0;
  if (instruction.ipu == ipu) cycles += instruction.cost().total_cycles();
  const bool streams = instruction.kind == InstructionKind::stream_in ||
                       instruction.kind == InstructionKind::stream_out;
  if (streams && instruction.ipu == ipu)
    cycles += device.host().data_phase_cycles(instruction.stream_bytes);
  if (instruction.kind == InstructionKind::all_reduce && instruction.ipu == ipu) {
    cycles += all_reduce_cost(instruction, num_replicas, device.cost_model()).total_cycles();
  }
  std::int64_t inside = 0;
  for (const Instruction& child : instruction.children)
    inside += cycles_on(child, ipu, device, num_replicas);
  const bool repeats = instruction.kind == InstructionKind::repeat;
  return cycles + inside * (repeats ? instruction.trip_count : 1);
}

ScheduleCosts costs_of(const Instruction& pipeline, const ScheduleTable& table,
                       const Device& device, int num_replicas) {
  ScheduleCosts costs;
  for (int program = 0; program < table.num_programs(); ++program) {
    const Instruction& child = pipeline.children[static_cast<std::size_t>(program)];
    std::vector<std::int64_t>& members = costs.program_cycles.emplace_back();
    for (const int ipu : child.stage.ipus)
      members.push_back(cycles_on(child, ipu, device, num_replicas));
    costs.exchange_cycles.push_back(child.stage.send_cycles);
  }
  costs.sync_cycles = pipeline.sync_cycles;
  for (const int ipu : table.devices) {
    costs.weight_update_cycles.push_back(
        cycles_on(pipeline.children.back(), ipu, device, num_replicas));
  }
  return costs;
}

}  // namespace pipette::pipelining
