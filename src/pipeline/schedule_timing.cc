#include "pipeline/schedule_timing.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"

namespace pipette::pipelining {

namespace {

void check_cycles(std::int64_t cycles, const char* what, std::size_t index) {
  if (cycles >= 0 && cycles <= ScheduleCosts::kMaxCycles) return;
  throw InvalidArgument(fmt::format(
      "{}[{}] is {}, but it must be 0 to {} cycles; the nearest valid value is {}", what, index,
      cycles, ScheduleCosts::kMaxCycles, cycles < 0 ? 0 : ScheduleCosts::kMaxCycles));
}

void check_list(const std::vector<std::int64_t>& list, const char* what, int length) {
  if (!list.empty() && list.size() != static_cast<std::size_t>(length)) {
    throw InvalidArgument(
        fmt::format("{} has {} entries, but it must have {} or none", what, list.size(), length));
  }
  for (std::size_t i = 0; i < list.size(); ++i) check_cycles(list[i], what, i);
}

std::size_t members_of(const ScheduleTable& table, int program) {
  const std::size_t box =
      static_cast<std::size_t>(table.first_of[static_cast<std::size_t>(program) *
                                              static_cast<std::size_t>(table.num_mini_batches)]);
  std::size_t members = 1;
  while (box + members < table.boxes.size() &&
         table.program(table.boxes[box + members]) == program &&
         table.boxes[box + members].mini_batch == 0) {
    ++members;
  }
  return members;
}

void check_costs(const ScheduleTable& table, const ScheduleCosts& costs) {
  const int num_programs = table.num_programs();
  if (costs.program_cycles.size() != static_cast<std::size_t>(num_programs)) {
    throw InvalidArgument(fmt::format("program_cycles has {} entries, but there are {} programs",
                                      costs.program_cycles.size(), num_programs));
  }
  for (std::size_t program = 0; program < costs.program_cycles.size(); ++program) {
    const auto& list = costs.program_cycles[program];
    const std::size_t members = members_of(table, static_cast<int>(program));
    if (list.size() != members) {
      throw InvalidArgument(fmt::format("program_cycles[{}] has {} entries for {} devices", program,
                                        list.size(), members));
    }
    for (std::int64_t cycles : list) check_cycles(cycles, "program_cycles", program);
  }
  check_list(costs.exchange_cycles, "exchange_cycles", num_programs);
  check_list(costs.weight_update_cycles, "weight_update_cycles", table.num_rows());
  check_cycles(costs.sync_cycles, "sync_cycles", 0);
}

// Begin and end of every box, and the barrier after every slot.
void time_slots(const ScheduleTable& table, const ScheduleCosts& costs, ScheduleTiming& timing) {
  const auto num_slots = static_cast<std::size_t>(table.num_slots());
  timing.begin.resize(table.boxes.size());
  timing.end.resize(table.boxes.size());
  timing.slot_begin.resize(num_slots + 1);
  timing.slot_compute_end.resize(num_slots);
  timing.slot_slowest.resize(num_slots);
  const bool barrier = table.num_rows() > 1;
  timing.sync_cycles = barrier ? costs.sync_cycles : 0;
  std::vector<std::int64_t> free_at(table.devices.size(), 0);
  std::int64_t now = 0;
  std::size_t member = 0;
  for (std::size_t slot = 0; slot < num_slots; ++slot) {
    timing.slot_begin[slot] = now;
    const auto first = static_cast<std::size_t>(table.slot_begin[slot]);
    const auto last = static_cast<std::size_t>(table.slot_begin[slot + 1]);
    std::size_t slowest = first;
    std::int64_t exchange = 0;
    for (std::size_t i = first; i < last; ++i) {
      const ScheduleBox& box = table.boxes[i];
      const auto program = static_cast<std::size_t>(table.program(box));
      member = i > first && table.program(table.boxes[i - 1]) == static_cast<int>(program)
                   ? member + 1
                   : 0;
      std::int64_t& free = free_at[static_cast<std::size_t>(box.row)];
      timing.begin[i] = std::max(free, now);
      timing.end[i] = free = timing.begin[i] + costs.program_cycles[program][member];
      if (timing.end[i] > timing.end[slowest]) slowest = i;
      if (!costs.exchange_cycles.empty()) {
        exchange = std::max(exchange, costs.exchange_cycles[program]);
      }
    }
    timing.slot_slowest[slot] = static_cast<std::int32_t>(slowest);
    timing.slot_compute_end[slot] = timing.end[slowest];
    now = timing.end[slowest] + (barrier ? timing.sync_cycles + exchange : 0);
  }
  timing.slot_begin[num_slots] = now;
}

// What the first program after a gap had been waiting for.
std::int32_t awaited_stage(const ScheduleTable& table, const ScheduleBox& box) {
  if (box.backward) return std::min(box.stage + 1, table.num_stages - 1);
  return box.stage > 0 ? box.stage - 1 : 1;
}

// The story of one IPU, from its boxes.
class RowWalk {
 public:
  RowWalk(const ScheduleTable& table, ScheduleTiming& timing, int row)
      : table_(table), timing_(timing), row_(row) {}

  RowTime run() {
    WaitReason reason = WaitReason::ramp_up;
    for (std::int32_t index : table_.row(row_)) {
      const auto i = static_cast<std::size_t>(index);
      const ScheduleBox& box = table_.boxes[i];
      if (box.slot != slot_) {
        leave_slot();
        const bool between = reason == WaitReason::neighbour;
        idle_until(timing_.slot_begin[static_cast<std::size_t>(box.slot)], reason,
                   between ? awaited_stage(table_, box) : -1);
        reason = WaitReason::neighbour;
        slot_ = box.slot;
      }
      time_.busy_cycles += timing_.end[i] - timing_.begin[i];
      now_ = timing_.end[i];
    }
    leave_slot();
    idle_until(timing_.update_begin, WaitReason::ramp_down, -1);
    return time_;
  }

 private:
  void idle_until(std::int64_t end, WaitReason reason, std::int32_t stage) {
    if (end > now_) {
      timing_.idle.push_back({now_, end, row_, stage, reason});
      time_.idle_cycles += end - now_;
    }
    now_ = end;
  }

  // Barrier, sync and copies at the end of the slot the row is in.
  void leave_slot() {
    if (slot_ < 0) return;
    const auto slot = static_cast<std::size_t>(slot_);
    const auto slowest = static_cast<std::size_t>(timing_.slot_slowest[slot]);
    idle_until(timing_.slot_compute_end[slot], WaitReason::sync, table_.boxes[slowest].stage);
    time_.exchange_cycles += timing_.slot_begin[slot + 1] - now_;
    now_ = timing_.slot_begin[slot + 1];
  }

  const ScheduleTable& table_;
  ScheduleTiming& timing_;
  const int row_;
  std::int32_t slot_ = -1;
  std::int64_t now_ = 0;
  RowTime time_;
};

void add_update(const ScheduleTable& table, int row, int slowest_row, ScheduleTiming& timing,
                RowTime& time) {
  time.update_cycles = timing.update_cycles[static_cast<std::size_t>(row)];
  time.busy_cycles += time.update_cycles;
  const std::int64_t end = timing.update_begin + time.update_cycles;
  if (end == timing.makespan_cycles) return;
  const std::int32_t first = table.row(slowest_row).front();
  timing.idle.push_back({end, timing.makespan_cycles, row,
                         table.boxes[static_cast<std::size_t>(first)].stage, WaitReason::sync});
  time.update_wait_cycles = timing.makespan_cycles - end;
  time.idle_cycles += time.update_wait_cycles;
}

void find_peaks(const ScheduleTable& table, ScheduleTiming& timing) {
  timing.peak_stash.assign(static_cast<std::size_t>(table.num_stages), 0);
  if (!table.training) return;
  for (int stage = 0; stage < table.num_stages; ++stage) {
    std::int32_t& peak = timing.peak_stash[static_cast<std::size_t>(stage)];
    // In order of time both passes meet the mini-batches in order.
    std::int32_t released = 0;
    for (std::int32_t made = 0; made < table.num_mini_batches; ++made) {
      while (table.find(stage, true, released) < table.find(stage, false, made)) ++released;
      peak = std::max(peak, made + 1 - released);
    }
  }
}

double fraction(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

}  // namespace

double RowTime::busy_fraction() const { return fraction(busy_cycles, makespan_cycles()); }
double RowTime::idle_fraction() const { return fraction(idle_cycles, makespan_cycles()); }
double RowTime::bubble_fraction() const {
  return fraction(idle_cycles - update_wait_cycles,
                  makespan_cycles() - update_cycles - update_wait_cycles);
}

ScheduleCosts equal_costs(const ScheduleTable& table, std::int64_t forward, std::int64_t backward) {
  ScheduleCosts costs;
  for (int program = 0; program < table.num_programs(); ++program) {
    costs.program_cycles.emplace_back(members_of(table, program),
                                      program < table.num_stages ? forward : backward);
  }
  return costs;
}

ScheduleTiming time_schedule(const ScheduleTable& table, const ScheduleCosts& costs) {
  check_costs(table, costs);
  ScheduleTiming timing;
  time_slots(table, costs, timing);
  timing.ramp_up_end = timing.slot_begin[static_cast<std::size_t>(table.main_begin)];
  timing.main_end = timing.slot_begin[static_cast<std::size_t>(table.ramp_down_begin)];
  timing.update_begin = timing.slot_begin.back();
  timing.update_cycles = costs.weight_update_cycles;
  timing.update_cycles.resize(table.devices.size(), 0);
  const auto longest = std::max_element(timing.update_cycles.begin(), timing.update_cycles.end());
  timing.makespan_cycles = timing.update_begin + *longest;
  const int slowest_row = static_cast<int>(longest - timing.update_cycles.begin());
  timing.idle.reserve(table.boxes.size());
  for (int row = 0; row < table.num_rows(); ++row) {
    timing.idle_begin.push_back(static_cast<std::int32_t>(timing.idle.size()));
    RowTime time = RowWalk(table, timing, row).run();
    add_update(table, row, slowest_row, timing, time);
    timing.rows.push_back(time);
    timing.total.busy_cycles += time.busy_cycles;
    timing.total.update_cycles += time.update_cycles;
    timing.total.exchange_cycles += time.exchange_cycles;
    timing.total.idle_cycles += time.idle_cycles;
    timing.total.update_wait_cycles += time.update_wait_cycles;
  }
  timing.idle_begin.push_back(static_cast<std::int32_t>(timing.idle.size()));
  find_peaks(table, timing);
  return timing;
}

}  // namespace pipette::pipelining
