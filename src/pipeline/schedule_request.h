// Computes a schedule from given cycles, without any training: for `pipette schedule` and
// JavaScript's `schedule()`.
//
//   ScheduleRequest request{.kind = "interleaved", .stages = 3, .mini_batches = 6};
//   ComputedSchedule schedule = compute_schedule(request);
//   out << schedule_json(schedule);
//
// JSON is {"slots": [[[stage, "F", "B" or "R", mini_batch], ...], ...], ...}, counted from 0, in
// execution order within a slot; with overlapped I/O also {"transfers": [[[stage, "in" or "out",
// mini_batch], ...], ...]}.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pipeline/schedule_timing.h"

namespace pipette::pipelining {

struct ScheduleRequest {
  std::string kind = "grouped";  // or interleaved, sequential
  std::int64_t stages = 0;
  std::int64_t mini_batches = 0;    // for each weight update
  DeviceLists device_mapping = {};  // of each stage; empty: stage k on IPU k
  bool inference = false;           // forward only
  // Cycles of a forward and a backward pass: one number for all stages, or one for each.
  std::vector<std::int64_t> forward_cycles = {100}, backward_cycles = {200};
  std::vector<std::int64_t> update_cycles = {
      100};                    // of the weight update: one, or one for each IPU
  bool recompute = false;      // in slots of its own, as many cycles as a forward pass
  bool overlapped_io = false;  // an infeed in the first stage, an outfeed in the last
  // Cycles of those transfers, with overlapped I/O: one number, or one for the infeed and one for
  // the outfeed.
  std::vector<std::int64_t> transfer_cycles = {50};
  std::int64_t exchange_cycles = 0;  // of a copy between two IPUs, on each link of its route
  std::int64_t sync_cycles = 0;      // of each barrier
  // Returns the name that errors use for a field of this struct: "--forward-cycles".
  std::function<std::string(const std::string& field)> spelled = {};
};

struct ComputedSchedule {
  DeviceLists device_mapping;
  ScheduleTable table;
  ScheduleTiming timing;
};

// Throws what check_device_mapping(), make_schedule_table() and time_schedule() throw, and
// InvalidArgument for a wrong number of cycles.
ComputedSchedule compute_schedule(const ScheduleRequest& request);
std::string schedule_json(const ComputedSchedule& schedule);

}  // namespace pipette::pipelining
