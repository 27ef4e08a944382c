#include "scenes/schedule/fake_schedule.h"

namespace pipette::app::schedule_scene {

PipelineInfo fake_pipeline(const FakeSchedule& wanted) {
  PipelineInfo info;
  const pipelining::DeviceLists mapping =
      wanted.mapping.empty() ? pipelining::default_device_mapping(wanted.stages) : wanted.mapping;
  std::optional<pipelining::HostTransfers> transfers;
  if (wanted.transfer > 0) transfers = pipelining::feeds_of_ends(static_cast<int>(mapping.size()));
  info.table = pipelining::make_schedule_table(wanted.schedule, mapping, wanted.training,
                                               wanted.count, transfers);
  info.costs = pipelining::equal_costs(info.table, wanted.forward, wanted.backward);
  info.costs.copies.assign(static_cast<std::size_t>(info.table.num_programs()),
                           {{}, static_cast<double>(wanted.exchange)});
  info.costs.sync_cycles = wanted.sync;
  info.costs.transfer_cycles.assign(static_cast<std::size_t>(info.table.num_transfers()),
                                    wanted.transfer);
  if (wanted.update > 0)
    info.costs.weight_update_cycles.assign(info.table.devices.size(), wanted.update);
  info.timing = pipelining::time_schedule(info.table, info.costs);
  for (std::size_t stage = 0; stage < mapping.size(); ++stage) {
    StageInfo& s = info.stages.emplace_back();
    s.name = "dense " + std::to_string(stage);
    s.ipus = mapping[stage];
    s.forward_cycles = wanted.forward;
    s.backward_cycles = wanted.backward;
    s.forward_send_bytes = s.backward_send_bytes = 4096;
    s.variable_bytes = 100000;
    s.stash_bytes = 20000;
  }
  return info;
}

std::vector<PipelineInfo> some_pipelines() {
  using pipelining::PipelineSchedule;
  return {fake_pipeline({}),
          fake_pipeline({.schedule = PipelineSchedule::interleaved, .forward = 700}),
          fake_pipeline({.schedule = PipelineSchedule::sequential, .count = 3}),
          fake_pipeline({.stages = 4, .count = 16, .mapping = {{0}, {1}, {1}, {0}}}),
          fake_pipeline({.stages = 3, .count = 12, .training = false}),
          fake_pipeline({.stages = 3, .count = 11, .transfer = 600}),
          fake_pipeline({.stages = 2, .count = 7, .training = false, .transfer = 9000}),
          fake_pipeline({.stages = 3, .count = 12, .mapping = {{0}, {1, 2}, {3}}}),
          fake_pipeline({.schedule = PipelineSchedule::interleaved,
                         .stages = 3,
                         .count = 12,
                         .mapping = {{4, 5}, {1, 2, 3}, {0}}})};
}

}  // namespace pipette::app::schedule_scene
