#include "pipeline/schedule_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/item.h"

namespace pipette::pipelining {

namespace {

std::vector<int> distinct_devices(const DeviceLists& stage_devices) {
  std::vector<int> devices;
  for (const auto& list : stage_devices) devices.insert(devices.end(), list.begin(), list.end());
  std::stable_sort(devices.begin(), devices.end(), std::less<int>());
  devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
  return devices;
}

void check_size(std::int64_t boxes_per_mini_batch, const CountRule& rule, std::int64_t count) {
  const std::int64_t most = ScheduleTable::kMaxBoxes / boxes_per_mini_batch;
  if (count <= most) return;
  throw InvalidArgument(
      fmt::format("a schedule is listed up to {} stage programs, but {} mini-batches need {} each; "
                  "the largest count that can be listed is {}",
                  ScheduleTable::kMaxBoxes, count, boxes_per_mini_batch,
                  nearest_valid_counts(rule, most).below));
}

std::vector<int> rows_of_transfers(const PipelinePlan& plan, const DeviceLists& rows,
                                   const ScheduleTable& table) {
  const std::vector<int>& devices = table.host_transfers.devices;
  if (!devices.empty() && to_int(devices.size()) != plan.num_transfers()) {
    throw InvalidArgument(fmt::format("{} devices are given for {} host transfers", devices.size(),
                                      plan.num_transfers()));
  }
  std::vector<int> all;
  for (int part = plan.num_programs; part < plan.end_of_transfers(); ++part) {
    all.push_back(item(rows, plan.program_of(part)).at(0));
    if (devices.empty()) continue;
    const int device = item(devices, part - plan.num_programs);
    const auto at = std::find(table.devices.begin(), table.devices.end(), device);
    if (at == table.devices.end()) {
      throw InvalidArgument(
          fmt::format("a host transfer is on IPU {}, which runs no stage", device));
    }
    all.back() = static_cast<int>(at - table.devices.begin());
  }
  return all;
}

// Fills boxes, transfers, where slots begin, and first_of by walking the plan as an engine does.
void walk(const PipelinePlan& plan, const DeviceLists& rows, ScheduleTable& table) {
  const std::vector<int> transfer_rows = rows_of_transfers(plan, rows, table);
  const auto num_passes = static_cast<std::size_t>(table.num_passes());
  std::vector<std::int32_t> next(static_cast<std::size_t>(plan.num_parts()), 0);
  table.first_of.resize(num_passes * static_cast<std::size_t>(table.num_mini_batches));
  const auto num_slots = static_cast<std::int32_t>(plan.num_slots(table.num_mini_batches));
  table.slot_begin.reserve(static_cast<std::size_t>(num_slots) + 1);
  std::int32_t programs = 0;
  for (std::int32_t slot = 0; slot < num_slots; ++slot) {
    table.slot_begin.push_back(to_int(table.boxes.size()));
    table.programs_before.push_back(programs);
    table.transfer_begin.push_back(to_int(table.transfers.size()));
    for (const int part : plan.slot(slot, table.num_mini_batches)) {
      const int program = plan.program_of(part);
      const auto p = static_cast<std::size_t>(program);
      const std::int32_t mini_batch = item(next, part)++;
      const bool backward = program >= table.num_stages;
      const auto stage =
          static_cast<std::int16_t>(backward ? 2 * table.num_stages - 1 - program : program);
      if (plan.is_transfer(part)) {
        const int transfer = part - plan.num_programs;
        table.transfers.push_back({slot, item(transfer_rows, transfer), mini_batch, transfer, stage,
                                   plan.is_output(part)});
        continue;
      }
      const bool again = plan.is_recomputation(part);
      const int pass = again ? table.recomputation(stage) : program;
      table.first_of[static_cast<std::size_t>(mini_batch) * num_passes +
                     static_cast<std::size_t>(pass)] = to_int(table.boxes.size());
      for (int row : rows[p]) {
        table.boxes.push_back({slot, row, mini_batch, stage, backward && !again, again});
      }
      if (!again) programs += to_int(rows[p].size());
    }
  }
  table.slot_begin.push_back(to_int(table.boxes.size()));
  table.programs_before.push_back(programs);
  table.transfer_begin.push_back(to_int(table.transfers.size()));
}

}  // namespace

std::span<const ScheduleBox> ScheduleTable::slot(int index) const {
  const auto i = static_cast<std::size_t>(index);
  const auto begin = static_cast<std::size_t>(slot_begin.at(i));
  return {boxes.data() + begin, static_cast<std::size_t>(slot_begin.at(i + 1)) - begin};
}

std::span<const TransferBox> ScheduleTable::transfers_of(int slot) const {
  const std::int32_t begin = item(transfer_begin, slot), end = item(transfer_begin, slot + 1);
  return {transfers.data() + begin, static_cast<std::size_t>(end - begin)};
}

std::vector<std::int32_t> ScheduleTable::row(int index) const {
  std::vector<std::int32_t> indices;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].row == index) indices.push_back(to_int(i));
  }
  return indices;
}

std::int32_t ScheduleTable::find(int stage, bool backward, std::int32_t mini_batch) const {
  PIPETTE_CHECK(stage >= 0 && stage < num_stages && (training || !backward) && mini_batch >= 0 &&
                    mini_batch < num_mini_batches,
                fmt::format("stage {} mini-batch {}", stage, mini_batch));
  return find(program(stage, backward), mini_batch);
}

std::int32_t ScheduleTable::find(int pass, std::int32_t mini_batch) const {
  return first_of[static_cast<std::size_t>(mini_batch) * static_cast<std::size_t>(num_passes()) +
                  static_cast<std::size_t>(pass)];
}

int ScheduleTable::recomputation(int stage) const {
  const auto at = std::find(recomputed.begin(), recomputed.end(), stage);
  return at == recomputed.end() ? -1 : num_programs() + static_cast<int>(at - recomputed.begin());
}

SchedulePart ScheduleTable::part(int slot) const {
  if (slot < main_begin) return SchedulePart::ramp_up;
  return slot < ramp_down_begin ? SchedulePart::main : SchedulePart::ramp_down;
}

std::int32_t ScheduleTable::part_begin(SchedulePart part) const {
  if (part == SchedulePart::ramp_up) return 0;
  return part == SchedulePart::main ? main_begin : ramp_down_begin;
}

std::int32_t ScheduleTable::part_end(SchedulePart part) const {
  if (part == SchedulePart::ramp_up) return main_begin;
  return part == SchedulePart::main ? ramp_down_begin : num_slots();
}

double ScheduleTable::slot_utilisation(int index) const {
  return static_cast<double>(item(programs_before, index + 1) - item(programs_before, index)) /
         slot_capacity;
}

double ScheduleTable::utilisation(SchedulePart part) const {
  const auto begin = static_cast<std::size_t>(part_begin(part));
  const auto end = static_cast<std::size_t>(part_end(part));
  if (begin == end) return 0;
  return static_cast<double>(programs_before[end] - programs_before[begin]) /
         (static_cast<double>(end - begin) * slot_capacity);
}

double ScheduleTable::utilisation() const {
  return static_cast<double>(programs_before.back()) /
         (static_cast<double>(num_slots()) * slot_capacity);
}

std::string extras_of(const ScheduleTable& table) {
  return std::string(table.overlapped_io ? ", overlapped I/O" : "") +
         (table.recomputed.empty() ? "" : ", recomputation");
}

ScheduleTable make_schedule_table(PipelineSchedule schedule, const DeviceLists& stage_devices,
                                  bool training, std::int64_t count,
                                  const std::optional<HostTransfers>& transfers,
                                  const std::vector<int>& recomputed) {
  const int num_stages = to_int(stage_devices.size());
  check_device_mapping(schedule, num_stages, stage_devices, training);
  DeviceLists rows = program_devices(stage_devices, training);
  check_recomputed(schedule, num_stages, training, recomputed);
  const PipelinePlan plan = transfers ? make_overlapped_plan(schedule, rows, *transfers, recomputed)
                                      : make_plan(schedule, rows, 1, recomputed);
  plan.check_count(count);

  ScheduleTable table;
  table.schedule = schedule;
  table.training = training;
  table.num_stages = num_stages;
  table.overlap = plan.overlap;
  table.overlapped_io = transfers.has_value();
  if (transfers) table.host_transfers = *transfers;
  table.recomputed = recomputed;
  table.devices = distinct_devices(stage_devices);
  std::int64_t boxes_per_mini_batch = 0;
  for (std::vector<int>& list : rows) {
    boxes_per_mini_batch += to_int(list.size());
    for (int& device : list) {
      device =
          static_cast<int>(std::lower_bound(table.devices.begin(), table.devices.end(), device) -
                           table.devices.begin());
    }
  }
  std::int64_t recomputations = 0;
  for (const int stage : recomputed) recomputations += to_int(item(stage_devices, stage).size());
  check_size(boxes_per_mini_batch + recomputations + plan.num_transfers(), plan.count_rule, count);
  table.num_mini_batches = static_cast<std::int32_t>(count);
  table.slot_capacity = schedule == PipelineSchedule::grouped
                            ? static_cast<int>(boxes_per_mini_batch)
                            : table.num_rows();
  table.boxes.reserve(static_cast<std::size_t>(count * (boxes_per_mini_batch + recomputations)));
  walk(plan, rows, table);
  const bool ramps = plan.overlap > 1;
  table.main_begin = ramps ? to_int(plan.ramp_up.size()) : 0;
  table.ramp_down_begin = table.num_slots() - (ramps ? to_int(plan.ramp_down.size()) : 0);
  return table;
}

}  // namespace pipette::pipelining
