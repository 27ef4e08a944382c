#include "session/pipeline_info.h"

#include <algorithm>

#include "pipeline/program_costs.h"
#include "session/describe.h"

namespace pipette {

namespace {

std::int64_t sum(const std::vector<std::int64_t>& values) {
  std::int64_t total = 0;
  for (const std::int64_t value : values) total += value;
  return total;
}

}  // namespace

PipelineInfo describe(const Experiment& e, const Workload& workload, Strategy& strategy) {
  const Executable& executable = strategy.compiled(*workload.pipeline());
  const Instruction* program = pipelining::find_pipeline(executable.root);
  PIPETTE_CHECK(program != nullptr, to_string(executable.root));
  PipelineInfo info;
  info.table = pipelining::make_schedule_table(e.pipeline_schedule, e.stage_devices(), true,
                                               e.gradient_accumulation_count);
  info.costs = pipelining::costs_of(*program, info.table, strategy.machine().device,
                                    static_cast<int>(e.replicas));
  info.timing = pipelining::time_schedule(info.table, info.costs);
  info.memory = executable.memory;
  info.num_replicas = static_cast<int>(e.replicas);
  info.program = workload.pipeline()->uid();
  for (int stage = 0; stage < info.table.num_stages; ++stage) {
    const auto forward = static_cast<std::size_t>(info.table.program(stage, false));
    const auto backward = static_cast<std::size_t>(info.table.program(stage, true));
    const StageProgram& there = program->children[forward].stage;
    const StageProgram& back = program->children[backward].stage;
    StageInfo& s = info.stages.emplace_back();
    s.name = workload.stage_name(static_cast<std::size_t>(stage));
    s.ipus = there.ipus;
    s.forward_cycles = sum(info.costs.program_cycles[forward]);
    s.backward_cycles = sum(info.costs.program_cycles[backward]);
    s.forward_send_bytes = there.send_bytes;
    s.backward_send_bytes = back.send_bytes;
    s.stash_bytes = there.stash_bytes;
    s.variable_bytes = there.variable_bytes;
  }
  return info;
}

PipelineInfo describe_pipeline(const Experiment& experiment) {
  experiment.validate();
  if (experiment.stages < 2) {
    throw InvalidArgument("an experiment of one stage has no pipeline; use at least 2 stages");
  }
  Machine machine(experiment.device_config(), 1);
  Strategy strategy(machine);
  Record record;
  const ImageData data = ImageData::generated(experiment.seed);
  const auto workload = make_workload(experiment, data, strategy, record);
  return describe(experiment, *workload, strategy);
}

}  // namespace pipette
