#include "observe/pipeline_info.h"

#include "core/item.h"

namespace pipette {

namespace {

std::int64_t sum(const std::vector<std::int64_t>& values) {
  std::int64_t total = 0;
  for (const std::int64_t value : values) total += value;
  return total;
}

}  // namespace

PipelineInfo describe(const pipelining::PipelineOutline& outline, Strategy& strategy) {
  const Executable& executable = strategy.compiled(outline.function, outline.arguments);
  const Instruction* program = pipelining::find_pipeline(executable.root);
  PIPETTE_CHECK(program != nullptr, to_string(executable.root));
  PipelineInfo info;
  const auto& what = std::get<Pipeline>(program->what);
  const bool training = what.plan.num_programs > static_cast<int>(outline.stage_devices.size());
  info.table = pipelining::make_schedule_table(
      outline.schedule, outline.stage_devices, training, outline.gradient_accumulation_count,
      pipelining::transfers_of(*program), pipelining::recomputed_of(*program));
  info.num_replicas = static_cast<int>(outline.replicas);
  info.costs =
      pipelining::costs_of(*program, info.table, strategy.machine().device, info.num_replicas);
  info.timing = pipelining::time_schedule(info.table, info.costs);
  info.memory = executable.memory;
  info.ladder = strategy.machine().device.config().ladder();
  info.program = outline.function.get().uid();
  for (int stage = 0; stage < info.table.num_stages; ++stage) {
    const auto forward = static_cast<std::size_t>(info.table.program(stage, false));
    const StageProgram& there = pipelining::part_of(*program, static_cast<int>(forward)).stage();
    StageInfo& s = info.stages.emplace_back();
    s.name = item(outline.stage_names, stage);
    s.ipus = there.ipus;
    s.forward_cycles = sum(info.costs.program_cycles[forward]);
    s.forward_send_bytes = there.send_bytes;
    s.stash_bytes = there.stash_bytes;
    s.variable_bytes = there.variable_bytes;
    if (!training) continue;
    const auto backward = static_cast<std::size_t>(info.table.program(stage, true));
    s.backward_cycles = sum(info.costs.program_cycles[backward]);
    if (const int again = info.table.recomputation(stage); again >= 0) {
      s.recompute_cycles = sum(item(info.costs.program_cycles, again));
    }
    s.backward_send_bytes =
        pipelining::part_of(*program, static_cast<int>(backward)).stage().send_bytes;
  }
  return info;
}

PipelinePosition pipeline_position(const PipelineInfo& info, const Strategy& strategy) {
  PipelinePosition at;
  at.update = strategy.machine().steps;
  if (strategy.function_uid() != info.program) return at;
  const Engine::PipelineState state = strategy.engine()->pipeline_state();
  if (state.pipeline == nullptr) return at;
  at.running = true;
  at.slot = static_cast<std::int32_t>(state.slot);
  at.updating = at.slot >= info.table.num_slots();
  at.done = state.done;
  at.begin_cycle = state.begin_cycle;
  return at;
}

}  // namespace pipette
