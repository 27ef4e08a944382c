// Random pipelines for properties: all schedules, training and inference, device maps with shared
// IPUs, gaps in the ids and groups of concurrent stages, wherever the schedule allows them.
#pragma once

#include <algorithm>
#include <string>

#include "core/random.h"
#include "pipeline/schedule_oracle.h"
#include "pipeline/schedule_timing.h"

namespace pipette::pipelining {

struct RandomPipeline {
  PipelineSchedule schedule;
  DeviceLists mapping;
  bool training;
  std::int64_t count;
  std::optional<HostTransfers> transfers = {};  // with overlapped I/O

  ScheduleTable table() const {
    return make_schedule_table(schedule, mapping, training, count, transfers);
  }
  bool own_devices() const {  // no two stages share an IPU
    std::vector<int> all;
    for (const auto& list : mapping) all.insert(all.end(), list.begin(), list.end());
    std::sort(all.begin(), all.end());
    return std::adjacent_find(all.begin(), all.end()) == all.end();
  }
  int overlap(bool train) const {
    return overlap_length(schedule, program_devices(mapping, train));
  }
  std::string text() const {
    std::string all = std::string(to_label(schedule)) + (training ? " training" : " inference");
    for (const auto& list : mapping) {
      all += " [";
      for (int device : list) all += " " + std::to_string(device);
      all += " ]";
    }
    return all + " x " + std::to_string(count) + (transfers ? " overlapped" : "");
  }
};

inline RandomPipeline random_pipeline(RandomStream& random) {
  RandomPipeline p;
  p.schedule = kAllSchedules[random.uniform_int(3)];
  p.training = random.uniform_int(3) > 0;
  const auto stages = static_cast<int>(2 + random.uniform_int(7));
  const bool apart = p.training && p.schedule == PipelineSchedule::interleaved;
  const std::uint32_t num_devices = 1 + random.uniform_int(6);
  int next = 0;
  for (int stage = 0; stage < stages; ++stage) {
    std::vector<int> list(random.uniform_int(6) == 0 ? 2 + random.uniform_int(2) : 1);
    for (int& device : list) {
      if (apart) next += 1 + static_cast<int>(random.uniform_int(2));
      device = apart ? next : static_cast<int>(3 * random.uniform_int(num_devices));
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    p.mapping.push_back(list);
  }
  p.count = p.overlap(p.training) * static_cast<std::int64_t>(1 + random.uniform_int(5));
  if (p.schedule == PipelineSchedule::grouped && random.uniform_int(2) == 0) {
    p.transfers.emplace();  // sometimes without any feed
    const auto choose = [&](std::vector<int>& programs) {
      const int num_programs = (p.training ? 2 : 1) * stages;
      for (int program = 0; program < num_programs; ++program) {
        if (random.uniform_int(3) == 0) programs.push_back(program);
      }
    };
    choose(p.transfers->inputs);
    choose(p.transfers->outputs);
    p.count = p.overlap(p.training) + 2 + static_cast<std::int64_t>(random.uniform_int(20));
  }
  return p;
}

// Some of them zero.
inline ScheduleCosts random_costs(const ScheduleTable& table, RandomStream& random) {
  ScheduleCosts costs = equal_costs(table, 0, 0);
  for (auto& list : costs.program_cycles) {
    for (std::int64_t& cycles : list) cycles = random.uniform_int(50);
    costs.copies.emplace_back();
    costs.copies.back().latency_cycles = static_cast<double>(random.uniform_int(5));
    costs.copies.back().add(Ladder().route(static_cast<int>(random.uniform_int(8)),
                                           static_cast<int>(random.uniform_int(8))),
                            static_cast<double>(random.uniform_int(10)));
  }
  for (int transfer = 0; transfer < table.num_transfers(); ++transfer) {
    costs.transfer_cycles.push_back(random.uniform_int(200));
  }
  costs.sync_cycles = random.uniform_int(5);
  for (int row = 0; row < table.num_rows(); ++row) {
    costs.weight_update_cycles.push_back(random.uniform_int(40));
  }
  return costs;
}

}  // namespace pipette::pipelining
