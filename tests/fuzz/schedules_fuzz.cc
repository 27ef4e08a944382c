// Schedules of pipelines: any kind, device mapping, count and costs, laid out and drawn.
#include <sstream>

#include "fuzz/fuzz_input.h"
#include "pipeline/schedule_layout.h"
#include "pipeline/schedule_text.h"

namespace pipette::fuzz {
namespace {

using namespace pipelining;

constexpr std::int64_t kMaxStagesHere = 12, kMaxBlocks = 6;

DeviceLists mapping_from(FuzzInput& input) {
  DeviceLists mapping(static_cast<std::size_t>(input.integer(0, kMaxStagesHere)));
  for (std::vector<int>& devices : mapping) {
    devices.resize(static_cast<std::size_t>(input.byte() < 230 ? 1 : input.integer(0, 3)));
    for (int& device : devices) device = static_cast<int>(input.integer(-1, 14));
  }
  return mapping;
}

ScheduleCosts costs_from(FuzzInput& input, const ScheduleTable& table) {
  ScheduleCosts costs = equal_costs(table, input.number(), input.number());
  if (input.flag()) {
    for (auto& members : costs.program_cycles) {
      for (std::int64_t& cycles : members) cycles = input.number();
    }
  }
  costs.sync_cycles = input.number();
  costs.copies.resize(static_cast<std::size_t>(input.flag() ? table.num_programs() : 0));
  for (Copies& copies : costs.copies) {
    const auto from = static_cast<int>(input.integer(0, 14));
    copies.add(Ladder().route(from, from + 1), static_cast<double>(input.number()));
  }
  costs.transfer_cycles.resize(static_cast<std::size_t>(input.flag() ? table.num_transfers() : 0));
  for (std::int64_t& cycles : costs.transfer_cycles) cycles = input.number();
  costs.weight_update_cycles.resize(static_cast<std::size_t>(input.flag() ? table.num_rows() : 0));
  for (std::int64_t& cycles : costs.weight_update_cycles) cycles = input.number();
  return costs;
}

void check_table(const ScheduleTable& table) {
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    for (const ScheduleBox& box : table.slot(slot)) {
      require(box.slot == slot && box.row >= 0 && box.row < table.num_rows(), "a box has a place");
    }
  }
  for (std::int32_t mini_batch = 0; mini_batch < table.num_mini_batches; ++mini_batch) {
    std::int32_t before = -1;
    for (int program = 0; program < table.num_programs(); ++program) {
      const bool backward = program >= table.num_stages;
      const int stage = backward ? 2 * table.num_stages - 1 - program : program;
      const ScheduleBox& box =
          table.boxes.at(static_cast<std::size_t>(table.find(stage, backward, mini_batch)));
      require(box.mini_batch == mini_batch && box.stage == stage && box.backward == backward,
              "find() finds the box");
      require(box.slot > before, "a mini-batch goes from program to program");
      before = box.slot;
    }
    for (const int stage : table.recomputed) {
      const auto again =
          static_cast<std::size_t>(table.find(table.recomputation(stage), mini_batch));
      const auto backward = static_cast<std::size_t>(table.find(stage, true, mini_batch));
      require(table.boxes.at(again).recompute &&
                  table.boxes.at(again).slot + 1 == table.boxes.at(backward).slot,
              "a recomputation is in the slot before its backward pass");
    }
  }
}

void check_timing(const ScheduleTable& table, const ScheduleTiming& timing) {
  for (int row = 0; row < table.num_rows(); ++row) {
    const RowTime& time = timing.rows.at(static_cast<std::size_t>(row));
    require(time.makespan_cycles() == timing.makespan_cycles, "a row's times add up");
    std::int64_t idle = 0, end = 0;
    for (const IdleSpan& span : timing.idle_of(row)) {
      require(span.begin >= end && span.cycles() > 0, "idle spans come one after the other");
      require(!explain(table, span).empty(), "an idle span is explained");
      end = span.end;
      idle += span.cycles();
    }
    require(idle == time.idle_cycles, "the idle spans are the idle time");
  }
  for (std::size_t box = 0; box < table.boxes.size(); ++box) {
    require(timing.begin[box] <= timing.end[box], "a box ends after it begins");
  }
}

void check_layout(const ScheduleTable& table, const ScheduleTiming& timing, Columns columns) {
  const ScheduleLayout layout = lay_out_schedule(table, timing, columns);
  require(layout.boxes.size() == table.boxes.size(), "every box is laid out");
  require(layout.transfers.size() == table.transfers.size(), "every transfer is laid out");
  for (const LaidOutTransfer& transfer : layout.transfers) {
    require(transfer.begin >= 0 && transfer.begin <= transfer.end && transfer.end <= layout.end,
            "a transfer is on the axis");
  }
  for (const LaidOutBox& box : layout.boxes) {
    require(box.begin >= 0 && box.begin <= box.end && box.end <= layout.end,
            "a box is on the axis");
  }
}

void feed(Bytes bytes) {
  FuzzInput input(bytes);
  const auto schedule = static_cast<PipelineSchedule>(input.integer(0, 2));
  const bool training = input.flag();
  const DeviceLists mapping = mapping_from(input);
  check_device_mapping(schedule, static_cast<int>(mapping.size()), mapping, training);
  const int overlap = overlap_length(schedule, program_devices(mapping, training));
  std::optional<HostTransfers> transfers;
  if (input.flag()) {
    const auto last = static_cast<int>(mapping.size()) - 1;
    transfers = feeds_of_ends(static_cast<int>(mapping.size()));
    transfers->outputs.push_back(static_cast<int>(input.integer(-1, 2 * last + 2)));
  }
  // Mostly a count that the schedule takes.
  const std::int64_t count =
      input.flag() ? overlap * input.integer(0, kMaxBlocks) : input.integer(-1, 60);
  std::vector<int> recomputed;
  if (input.flag()) recomputed = recomputed_stages(static_cast<int>(mapping.size()));
  const ScheduleTable table =
      make_schedule_table(schedule, mapping, training, count, transfers, recomputed);
  check_table(table);
  const ScheduleTiming timing = time_schedule(table, costs_from(input, table));
  check_timing(table, timing);
  check_layout(table, timing, Columns::slots);
  check_layout(table, timing, Columns::cycles);
  std::ostringstream text;
  write_schedule_text(table, timing, text);
  require(!text.str().empty(), "a schedule has a text");
}

const bool kAdded = add_target("schedules", feed);

}  // namespace
}  // namespace pipette::fuzz
