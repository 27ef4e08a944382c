#include "pipeline/schedule_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/item.h"
#include "core/json.h"

namespace pipette::pipelining {

namespace {

std::int64_t checked(std::int64_t cycles, const ScheduleTable& table, const std::string& option) {
  const std::int64_t most = max_cycles(table);
  if (cycles >= 0 && cycles <= most) return cycles;
  throw InvalidArgument(
      fmt::format("{} is {}, but it must be 0 to {} cycles; the nearest valid value is {}", option,
                  cycles, most, cycles < 0 ? 0 : most));
}

// One number stands for all `count`.
std::int64_t checked(const std::vector<std::int64_t>& values, int at, int count,
                     const ScheduleTable& table, const std::string& option) {
  if (values.size() != 1 && values.size() != static_cast<std::size_t>(count)) {
    throw InvalidArgument(fmt::format("{} has {} values, but it must have 1 or {}, one for each",
                                      option, values.size(), count));
  }
  if (values.size() == 1) return checked(values[0], table, option);
  return checked(item(values, at), table, fmt::format("{}[{}]", option, at));
}

void write_slots(const ScheduleTable& table, std::string& out) {
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    out += slot > 0 ? ", [" : "[";
    int before = -1;
    for (const ScheduleBox& box : table.slot(slot)) {
      const int program = table.pass(box);
      if (program == before) continue;  // another member of a group of concurrent stages
      out += fmt::format("{}[{}, \"{}\", {}]", before >= 0 ? ", " : "", box.stage, letter_of(box),
                         box.mini_batch);
      before = program;
    }
    out += ']';
  }
}

void write_transfers(const ScheduleTable& table, std::string& out) {
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    out += slot > 0 ? ", [" : "[";
    const char* comma = "";
    for (const TransferBox& transfer : table.transfers_of(slot)) {
      out += fmt::format("{}[{}, \"{}\", {}]", comma, transfer.stage,
                         transfer.output ? "out" : "in", transfer.mini_batch);
      comma = ", ";
    }
    out += ']';
  }
}

ScheduleCosts costs_of(const ScheduleRequest& request, const ScheduleTable& table,
                       const DeviceLists& mapping) {
  const auto name = [&](const char* field) {
    return request.spelled ? request.spelled(field) : std::string(field);
  };
  ScheduleCosts costs = equal_costs(table, 0, 0);
  const int n = table.num_stages;
  for (int pass = 0; pass < table.num_passes(); ++pass) {
    const ScheduleBox& box = item(table.boxes, table.find(pass, 0));
    const bool backward = box.backward;
    const int stage = box.stage;
    auto& members = item(costs.program_cycles, pass);
    members.assign(members.size(),
                   backward
                       ? checked(request.backward_cycles, stage, n, table, name("backward_cycles"))
                       : checked(request.forward_cycles, stage, n, table, name("forward_cycles")));
  }
  costs.sync_cycles = checked(request.sync_cycles, table, name("sync_cycles"));
  for (int transfer = 0; transfer < table.num_transfers(); ++transfer) {
    costs.transfer_cycles.push_back(checked(request.transfer_cycles, transfer,
                                            table.num_transfers(), table, name("transfer_cycles")));
  }
  const std::int64_t exchange = checked(request.exchange_cycles, table, name("exchange_cycles"));
  const DeviceLists devices = program_devices(mapping, table.training);
  for (std::size_t program = 0; program < devices.size(); ++program) {
    Copies& copies = costs.copies.emplace_back();
    if (program + 1 == devices.size()) continue;
    for (const int from : devices[program]) {
      for (const int to : devices[program + 1]) {
        copies.add(Ladder().route(from, to), static_cast<double>(exchange));
      }
    }
  }
  if (!table.training) return costs;
  for (int row = 0; row < table.num_rows(); ++row) {
    costs.weight_update_cycles.push_back(
        checked(request.update_cycles, row, table.num_rows(), table, name("update_cycles")));
  }
  return costs;
}

}  // namespace

ComputedSchedule compute_schedule(const ScheduleRequest& request) {
  const PipelineSchedule kind = parse_schedule(request.kind);
  const bool training = !request.inference;
  constexpr std::int64_t kLimit = std::numeric_limits<int>::max();
  const int stages = static_cast<int>(std::clamp(request.stages, -kLimit, kLimit));
  check_device_mapping(kind, stages, default_device_mapping(std::clamp(stages, 0, kMaxStages)),
                       training);
  const DeviceLists mapping =
      request.device_mapping.empty() ? default_device_mapping(stages) : request.device_mapping;
  check_device_mapping(kind, stages, mapping, training);
  std::optional<HostTransfers> transfers;
  if (request.overlapped_io) transfers = feeds_of_ends(stages);
  std::vector<int> recomputed;
  if (request.recompute) recomputed = recomputed_stages(stages);
  ScheduleTable table =
      make_schedule_table(kind, mapping, training, request.mini_batches, transfers, recomputed);
  ScheduleTiming timing = time_schedule(table, costs_of(request, table, mapping));
  return {mapping, std::move(table), std::move(timing)};
}

// By hand up to the slots: millions of them would not fit into a tree of values.
std::string schedule_json(const ComputedSchedule& schedule) {
  const ScheduleTable& table = schedule.table;
  const ScheduleTiming& timing = schedule.timing;
  Json parts = Json::array();
  for (SchedulePart part : {SchedulePart::ramp_up, SchedulePart::main, SchedulePart::ramp_down}) {
    const std::int32_t begin = table.part_begin(part), end = table.part_end(part);
    parts.push_back({{"name", to_label(part)},
                     {"first_slot", begin},
                     {"num_slots", end - begin},
                     {"utilisation", table.utilisation(part)}});
  }
  const Json rest = {{"kind", to_label(table.schedule)},
                     {"training", table.training},
                     {"stages", table.num_stages},
                     {"mini_batches", table.num_mini_batches},
                     {"device_mapping", schedule.device_mapping},
                     {"overlap", table.overlap},
                     {"parts", parts},
                     {"utilisation", table.utilisation()},
                     {"makespan_cycles", timing.makespan_cycles},
                     {"weight_update_cycles", timing.makespan_cycles - timing.update_begin},
                     {"busy_fraction", timing.total.busy_fraction()},
                     {"idle_fraction", timing.total.idle_fraction()},
                     {"bubble_fraction", timing.total.bubble_fraction()},
                     {"peak_stash", timing.peak_stash}};
  std::string text = "{\"slots\": [";
  write_slots(table, text);
  if (table.overlapped_io) {
    text += "], \"transfers\": [";
    write_transfers(table, text);
  }
  return text + "], " + rest.dump().substr(1) + "\n";
}

}  // namespace pipette::pipelining
