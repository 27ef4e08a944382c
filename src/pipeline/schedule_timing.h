// Computes when every box of a schedule begins and ends, and why an IPU is idle.
//
//   const ScheduleTable table = make_schedule_table(PipelineSchedule::grouped, mapping, true, 16);
//   ScheduleCosts costs = equal_costs(table, 1000, 2000);    // every forward, every backward
//   const ScheduleTiming timing = time_schedule(table, costs);
//   timing.makespan_cycles; timing.total.bubble_fraction();
//   for (const IdleSpan& idle : timing.idle_of(row)) show(idle.begin, explain(table, idle));
//
// Inside a slot each IPU runs its programs one after the other; then comes the barrier of all IPUs
// (sync), then the copies between IPUs, all at once. The next slot begins at the same time on all
// IPUs. The weight update begins on all IPUs after the last slot. With one IPU there is neither
// sync nor copy. For N equal stages and free exchange and sync this gives, if b >= f
// (docs/semantics.md, "Times of equal stages"):
//
//   Grouped N f + (G - 1)(f + b) + N b   Interleaved N f + (2G + N - 2) b   Sequential N G (f + b)
//
// A recomputation follows the programs of its slot, and its results wait for the backward pass of
// the next slot.
//
// With overlapped I/O each IPU's host transfers of a slot begin with the slot, one after the other,
// and run in parallel with its programs; the barrier waits for both, so the slot lasts as long as
// the longer of them.
//
// Each cycle of a row is busy (a box or the weight update), exchange (sync and copies at the end of
// a slot in which the IPU ran something) or idle, so the three add up to the makespan. The reason
// of an idle span is one of these: ramp_up (before the IPU's first program), ramp_down (after its
// last), neighbour (it waits for the activations or gradients of `stage`; stage 0, between two
// forwards, waits for stage 1 to proceed), sync (it waits at the barrier, or for the end of the
// weight update, and the IPU of `stage` is the slowest), transfer (it waits at the barrier for the
// host transfer of `stage`).
//
// All times are cycles of the device clock from the start of the first slot. Plain data: any
// thread. Throws InvalidArgument for costs that do not match the table, are negative or exceed
// max_cycles().
//
// Copies that share a link take the sum of their times there (links.h); a slot's copies take as
// long as the busiest link.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/host_model.h"
#include "device/links.h"
#include "pipeline/schedule_table.h"

namespace pipette::pipelining {

struct ScheduleCosts {
  // [pass][member]: one member for each device of the program or recomputation.
  std::vector<std::vector<std::int64_t>> program_cycles;
  std::vector<Copies> copies;                      // [program], to other IPUs; empty: none
  std::vector<std::int64_t> transfer_cycles;       // [transfer]; empty: free
  std::int64_t sync_cycles = 0;                    // per slot
  std::vector<std::int64_t> weight_update_cycles;  // [row]; empty: none
};
// The maximum of each of these costs, so that no sum over the boxes of the table overflows.
std::int64_t max_cycles(const ScheduleTable& table);
// Recomputations cost as much as forward passes.
ScheduleCosts equal_costs(const ScheduleTable& table, std::int64_t forward, std::int64_t backward);

struct IdleSpan {
  std::int64_t begin = 0, end = 0;
  std::int32_t row = 0;
  std::int32_t stage = -1;  // waited for; -1: none
  WaitReason reason = WaitReason::none;
  std::int64_t cycles() const { return end - begin; }
};
// "IPU 1 waits 300 cycles at the barrier for stage 3, the slowest in this slot"
std::string explain(const ScheduleTable& table, const IdleSpan& idle);

struct RowTime {
  std::int64_t busy_cycles = 0;      // boxes and weight update
  std::int64_t update_cycles = 0;    // part of busy_cycles
  std::int64_t exchange_cycles = 0;  // sync and copies
  std::int64_t idle_cycles = 0;
  std::int64_t update_wait_cycles = 0;  // part of idle_cycles, at the end

  std::int64_t makespan_cycles() const { return busy_cycles + exchange_cycles + idle_cycles; }
  double busy_fraction() const;
  double idle_fraction() const;
  // The bubble: idle time as a fraction of the slots' time, without the weight update.
  double bubble_fraction() const;
};

struct ScheduleTiming {
  std::vector<std::int64_t> begin, end;                    // of each box
  std::vector<std::int64_t> transfer_begin, transfer_end;  // of each of the table's transfers
  std::vector<std::int64_t> slot_begin;        // of each slot, and where the last one ends
  std::vector<std::int64_t> slot_compute_end;  // of each slot: the barrier (the gold line)
  std::vector<std::vector<IdleSpan>> idle;     // of each row, in order of time
  std::vector<std::int64_t> update_cycles;     // of each row, from update_begin on; 0: none
  std::vector<RowTime> rows;
  RowTime total;                               // summed over rows
  std::vector<std::int32_t> peak_stash;        // of each stage: mini-batches; 0 in inference
  std::int64_t ramp_up_end = 0, main_end = 0;  // see ScheduleTable::part
  std::int64_t update_begin = 0;               // end of the last slot
  std::int64_t makespan_cycles = 0;            // including the weight update
  std::int64_t sync_cycles = 0;                // of each slot, after the barrier

  const std::vector<IdleSpan>& idle_of(int row) const {
    return idle.at(static_cast<std::size_t>(row));
  }
  int slot_at(std::int64_t time) const;  // the last slot that has begun; 0 before the first
};

ScheduleTiming time_schedule(const ScheduleTable& table, const ScheduleCosts& costs);

// The number of mini-batches whose activations a stage holds: from the start of the forward pass,
// which produces them, to the end of the backward pass. One point per change, in order of time;
// empty in inference.
struct StashPoint {
  std::int64_t time = 0;
  std::int32_t held = 0;
};
std::vector<StashPoint> stash_curve(const ScheduleTable& table, const ScheduleTiming& timing,
                                    int stage);

}  // namespace pipette::pipelining
