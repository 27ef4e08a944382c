#include "pipeline/schedule_timing.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/item.h"

namespace pipette::pipelining {

namespace {

void check_cycles(const ScheduleTable& table, std::int64_t cycles, const char* what,
                  std::size_t index) {
  const std::int64_t most = max_cycles(table);
  if (cycles >= 0 && cycles <= most) return;
  throw InvalidArgument(
      fmt::format("{}[{}] is {}, but it must be 0 to {} cycles; the nearest valid value is {}",
                  what, index, cycles, most, cycles < 0 ? 0 : most));
}

void check_list(const ScheduleTable& table, const std::vector<std::int64_t>& list, const char* what,
                int length) {
  if (!list.empty() && list.size() != static_cast<std::size_t>(length)) {
    throw InvalidArgument(
        fmt::format("{} has {} entries, but it must have {} or none", what, list.size(), length));
  }
  for (std::size_t i = 0; i < list.size(); ++i) check_cycles(table, list[i], what, i);
}

void check_copies(const ScheduleTable& table, const std::vector<Copies>& copies) {
  if (!copies.empty() && copies.size() != static_cast<std::size_t>(table.num_programs())) {
    throw InvalidArgument(fmt::format("copies has {} entries, but it must have {} or none",
                                      copies.size(), table.num_programs()));
  }
  const auto most = static_cast<double>(max_cycles(table));
  for (std::size_t program = 0; program < copies.size(); ++program) {
    double sum = copies[program].latency_cycles;
    bool negative = sum < 0;
    for (const LinkLoad& load : copies[program].links) {
      negative = negative || load.cycles < 0;
      sum += load.cycles;
    }
    if (!negative && sum <= most) continue;
    throw InvalidArgument(
        fmt::format("copies[{}] must take 0 to {} cycles in all; the nearest valid value is {}",
                    program, max_cycles(table), negative ? 0 : max_cycles(table)));
  }
}

std::size_t members_of(const ScheduleTable& table, int program) {
  const auto box = static_cast<std::size_t>(table.find(program, 0));
  std::size_t members = 1;
  while (box + members < table.boxes.size() && table.pass(table.boxes[box + members]) == program &&
         table.boxes[box + members].mini_batch == 0) {
    ++members;
  }
  return members;
}

void check_costs(const ScheduleTable& table, const ScheduleCosts& costs) {
  const int num_programs = table.num_passes();
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
    for (std::int64_t cycles : list) check_cycles(table, cycles, "program_cycles", program);
  }
  check_copies(table, costs.copies);
  check_list(table, costs.transfer_cycles, "transfer_cycles", table.num_transfers());
  check_list(table, costs.weight_update_cycles, "weight_update_cycles", table.num_rows());
  check_cycles(table, costs.sync_cycles, "sync_cycles", 0);
}

// What the first program after a gap had been waiting for.
std::int32_t awaited_stage(const ScheduleTable& table, const ScheduleBox& box) {
  if (box.backward || box.recompute) return std::min(box.stage + 1, table.num_stages - 1);
  return box.stage > 0 ? box.stage - 1 : 1;
}

// One pass over the slots: boxes, barriers, idle spans and stashes.
class Walk {
 public:
  Walk(const ScheduleTable& table, const ScheduleCosts& costs, ScheduleTiming& timing)
      : table_(table),
        costs_(costs),
        timing_(timing),
        exchange_(costs.copies),
        rows_(table.devices.size()) {
    const auto num_slots = static_cast<std::size_t>(table.num_slots());
    timing.begin.resize(table.boxes.size());
    timing.end.resize(table.boxes.size());
    timing.slot_begin.resize(num_slots + 1);
    timing.slot_compute_end.resize(num_slots);
    timing.transfer_begin.resize(table.transfers.size());
    timing.transfer_end.resize(table.transfers.size());
    timing.sync_cycles = table.num_rows() > 1 ? costs.sync_cycles : 0;
    timing.idle.resize(rows_.size());
    timing.rows.resize(rows_.size());
    const auto programs = static_cast<std::size_t>(table.num_programs());
    for (auto& idle : timing.idle) idle.reserve(programs + table.boxes.size() / rows_.size());
    held_.assign(static_cast<std::size_t>(table.num_stages), 0);
    timing.peak_stash = held_;
  }

  void run() {
    for (std::int32_t slot = 0; slot < table_.num_slots(); ++slot) run_slot(slot);
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      idle_until(row, timing_.slot_begin.back(), WaitReason::ramp_down, -1);
    }
  }

 private:
  struct Row {
    std::int64_t now = 0;
    std::int32_t slot = -1;        // the last one in which it ran something
    bool computes = false;         // in the slot, before its barrier
    std::int64_t transferred = 0;  // when its latest host transfer ended
  };
  // What a slot's barrier waits for.
  struct Latest {
    std::int64_t time = 0;
    WaitReason reason = WaitReason::sync;
    std::int32_t stage = -1;
  };

  void run_slot(std::int32_t slot) {
    const auto s = static_cast<std::size_t>(slot);
    const auto first = static_cast<std::size_t>(table_.slot_begin[s]);
    const auto last = static_cast<std::size_t>(table_.slot_begin[s + 1]);
    Latest latest{timing_.slot_begin[s], WaitReason::sync, -1};
    std::size_t member = 0;
    exchange_.clear();
    int before = -1;
    for (std::size_t i = first; i < last; ++i) {
      const ScheduleBox& box = table_.boxes[i];
      const int program = table_.pass(box);
      const auto p = static_cast<std::size_t>(program);
      member = program == before ? member + 1 : 0;
      before = program;
      run_box(i, costs_.program_cycles[p][member]);
      if (i == first || timing_.end[i] > latest.time) {
        latest = {timing_.end[i], WaitReason::sync, box.stage};
      }
      if (member > 0 || box.recompute) continue;
      if (!costs_.copies.empty()) exchange_.add(program);
      if (table_.training) count_stash(box);
    }
    run_transfers(slot, &latest);
    const bool nothing_runs = first == last && table_.transfers_of(slot).empty();
    const bool meets = rows_.size() > 1 && !nothing_runs;
    timing_.slot_compute_end[s] = latest.time;
    timing_.slot_begin[s + 1] =
        latest.time + (meets ? timing_.sync_cycles + exchange_.cycles() : 0);
    for (std::size_t i = first; i < last; ++i) leave_slot(i, s, latest);
  }

  // Beside the programs, on the tiles set aside for them.
  void run_transfers(std::int32_t slot, Latest* latest) {
    const auto first = static_cast<std::size_t>(item(table_.transfer_begin, slot));
    const std::size_t last = first + table_.transfers_of(slot).size();
    for (std::size_t i = first; i < last; ++i) {
      const TransferBox& transfer = table_.transfers[i];
      std::int64_t& now = item(rows_, transfer.row).transferred;
      now = std::max(now, item(timing_.slot_begin, slot));
      timing_.transfer_begin[i] = now;
      if (!costs_.transfer_cycles.empty()) now += item(costs_.transfer_cycles, transfer.transfer);
      timing_.transfer_end[i] = now;
      if (now > latest->time) *latest = {now, WaitReason::transfer, transfer.stage};
    }
  }

  void run_box(std::size_t index, std::int64_t cycles) {
    const ScheduleBox& box = table_.boxes[index];
    const auto r = static_cast<std::size_t>(box.row);
    Row& row = rows_[r];
    if (row.slot != box.slot) {
      const std::int64_t begin = item(timing_.slot_begin, box.slot);
      if (row.slot < 0) {
        idle_until(r, begin, WaitReason::ramp_up, -1);
      } else {
        idle_until(r, begin, WaitReason::neighbour, awaited_stage(table_, box));
      }
      row.slot = box.slot;
      row.computes = true;
    }
    timing_.begin[index] = row.now;
    timing_.end[index] = row.now += cycles;
    timing_.rows[r].busy_cycles += cycles;
  }

  // Barrier, sync and copies, once for each row that ran something in the slot.
  void leave_slot(std::size_t index, std::size_t slot, const Latest& latest) {
    const auto r = static_cast<std::size_t>(table_.boxes[index].row);
    if (!rows_[r].computes) return;
    rows_[r].computes = false;
    idle_until(r, latest.time, latest.reason, latest.stage);
    timing_.rows[r].exchange_cycles += timing_.slot_begin[slot + 1] - rows_[r].now;
    rows_[r].now = timing_.slot_begin[slot + 1];
  }

  void idle_until(std::size_t row, std::int64_t end, WaitReason reason, std::int32_t stage) {
    std::int64_t& now = rows_[row].now;
    if (end > now) {
      timing_.idle[row].push_back({now, end, static_cast<std::int32_t>(row), stage, reason});
      timing_.rows[row].idle_cycles += end - now;
      now = end;
    }
  }

  void count_stash(const ScheduleBox& box) {
    const auto stage = static_cast<std::size_t>(box.stage);
    held_[stage] += box.backward ? -1 : 1;
    timing_.peak_stash[stage] = std::max(timing_.peak_stash[stage], held_[stage]);
  }

  const ScheduleTable& table_;
  const ScheduleCosts& costs_;
  ScheduleTiming& timing_;
  LinkExchange exchange_;
  std::vector<Row> rows_;
  std::vector<std::int32_t> held_;  // mini-batches, of each stage
};

// The weight update of all rows begins with the slots' end; the makespan ends with the slowest.
void add_weight_update(const ScheduleTable& table, const ScheduleCosts& costs,
                       ScheduleTiming& timing) {
  timing.update_cycles = costs.weight_update_cycles;
  timing.update_cycles.resize(timing.rows.size(), 0);
  const auto longest = std::max_element(timing.update_cycles.begin(), timing.update_cycles.end());
  timing.makespan_cycles = timing.update_begin + *longest;
  const auto slowest_row = static_cast<int>(longest - timing.update_cycles.begin());
  const auto first = std::find_if(table.boxes.begin(), table.boxes.end(),
                                  [&](const ScheduleBox& b) { return b.row == slowest_row; });
  for (std::size_t row = 0; row < timing.rows.size(); ++row) {
    RowTime& time = timing.rows[row];
    time.update_cycles = timing.update_cycles[row];
    time.busy_cycles += time.update_cycles;
    time.update_wait_cycles = *longest - time.update_cycles;
    time.idle_cycles += time.update_wait_cycles;
    if (time.update_wait_cycles > 0) {
      timing.idle[row].push_back({timing.update_begin + time.update_cycles, timing.makespan_cycles,
                                  static_cast<std::int32_t>(row), first->stage, WaitReason::sync});
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

std::int64_t max_cycles(const ScheduleTable& table) {
  return (std::int64_t{1} << 60) / static_cast<std::int64_t>(std::max<std::size_t>(
                                       table.boxes.size() + table.transfers.size(), 1));
}

ScheduleCosts equal_costs(const ScheduleTable& table, std::int64_t forward, std::int64_t backward) {
  ScheduleCosts costs;
  for (int pass = 0; pass < table.num_passes(); ++pass) {
    const bool goes_back = pass >= table.num_stages && pass < table.num_programs();
    costs.program_cycles.emplace_back(members_of(table, pass), goes_back ? backward : forward);
  }
  return costs;
}

ScheduleTiming time_schedule(const ScheduleTable& table, const ScheduleCosts& costs) {
  check_costs(table, costs);
  ScheduleTiming timing;
  Walk(table, costs, timing).run();
  timing.ramp_up_end = item(timing.slot_begin, table.main_begin);
  timing.main_end = item(timing.slot_begin, table.ramp_down_begin);
  timing.update_begin = timing.slot_begin.back();
  add_weight_update(table, costs, timing);
  for (const RowTime& time : timing.rows) {
    timing.total.busy_cycles += time.busy_cycles;
    timing.total.update_cycles += time.update_cycles;
    timing.total.exchange_cycles += time.exchange_cycles;
    timing.total.idle_cycles += time.idle_cycles;
    timing.total.update_wait_cycles += time.update_wait_cycles;
  }
  return timing;
}

}  // namespace pipette::pipelining
