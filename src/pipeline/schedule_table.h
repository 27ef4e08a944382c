// A pipeline's schedule for people: every program run is a box with slot, IPU, stage and
// mini-batch.
//
//   ScheduleTable table = make_schedule_table(PipelineSchedule::grouped, {{0}, {1}}, true, 8);
//   for (int slot = 0; slot < table.num_slots(); ++slot)
//     for (const ScheduleBox& box : table.slot(slot)) draw(box.row, slot, box.mini_batch);
//   table.utilisation(SchedulePart::main);                        // 1.0
//
// Flat arrays: boxes are in execution order, slot by slot, and `first_of` finds those of a
// mini-batch, so the visible boxes are found without searching the rest. Numbers count from 0, as
// in the code.
//
// With overlapped I/O there are also host transfers, which run beside the boxes of their slot and
// do not count towards utilisation: data from an infeed arrives one slot before it is used, data
// for an outfeed leaves one slot after it was made.
//
// Recomputations are boxes too, after those of the stage programs of their slot; utilisation does
// not count them.
//
// Plain data, made once and then only read: any thread. Throws what check_device_mapping,
// make_overlapped_plan and PipelinePlan::check_count throw, and InvalidArgument beyond kMaxBoxes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/schedule_blocks.h"

namespace pipette::pipelining {

struct ScheduleBox {
  std::int32_t slot = 0;
  std::int32_t row = 0;  // index into ScheduleTable::devices
  std::int32_t mini_batch = 0;
  std::int16_t stage = 0;
  bool backward = false;
  bool recompute = false;  // a repeated forward pass, for the backward pass in the next slot
};

// 'F', 'B' or 'R'.
constexpr char letter_of(const ScheduleBox& box) {
  return box.recompute ? 'R' : box.backward ? 'B' : 'F';
}

constexpr const char* name_of(const ScheduleBox& box) {
  return box.recompute ? "Recomputation" : box.backward ? "Backward" : "Forward";
}

struct TransferBox {
  std::int32_t slot = 0;
  std::int32_t row = 0;
  std::int32_t mini_batch = 0;
  std::int32_t transfer = 0;  // index in the plan, inputs first
  std::int16_t stage = 0;
  bool output = false;  // to the outfeed; if false, from the infeed
};

struct ScheduleTable {
  static constexpr std::int64_t kMaxBoxes = 1 << 22;

  PipelineSchedule schedule = PipelineSchedule::grouped;
  bool training = true;
  int num_stages = 0;
  int overlap = 1;
  std::int32_t num_mini_batches = 0;
  std::vector<int> devices;              // the IPU of each row, ascending
  std::vector<ScheduleBox> boxes;        // in execution order
  std::vector<std::int32_t> slot_begin;  // first box of each slot, and the end
  std::vector<std::int32_t> first_of;    // [mini-batch, pass]: index of the (first) box
  std::vector<int> recomputed;           // stages with recomputations, ascending
  // Overlapped I/O: the plan's transfers, and their boxes in the order of slots; otherwise empty.
  bool overlapped_io = false;
  HostTransfers host_transfers;
  std::vector<TransferBox> transfers;
  std::vector<std::int32_t> transfer_begin;  // first one of each slot, and the end
  std::int32_t main_begin = 0;               // first slot after the ramp-up
  std::int32_t ramp_down_begin = 0;          // first slot of the ramp-down
  // The number of programs of a slot without idle IPUs: under Grouped every program runs in every
  // slot, otherwise one program on each IPU.
  int slot_capacity = 1;
  std::vector<std::int32_t> programs_before;  // each slot, and in total; without recomputations

  int num_rows() const { return static_cast<int>(devices.size()); }
  int num_slots() const { return static_cast<int>(slot_begin.size()) - 1; }
  int num_programs() const { return training ? 2 * num_stages : num_stages; }
  int program(int stage, bool backward) const {
    return backward ? 2 * num_stages - 1 - stage : stage;
  }
  // Passes are the stage programs, followed by the recomputations.
  int num_passes() const { return num_programs() + static_cast<int>(recomputed.size()); }
  int recomputation(int stage) const;  // the pass of the stage; -1: it has none
  int pass(const ScheduleBox& box) const {
    return box.recompute ? recomputation(box.stage) : program(box.stage, box.backward);
  }

  CountRule counts() const { return count_rule(overlap, overlapped_io); }
  int num_transfers() const {
    return static_cast<int>(host_transfers.inputs.size() + host_transfers.outputs.size());
  }

  std::span<const ScheduleBox> slot(int index) const;
  std::span<const TransferBox> transfers_of(int slot) const;
  std::vector<std::int32_t> row(int index) const;  // indices of its boxes, by a linear search
  // Index of the box of a mini-batch; for a group of concurrent stages, of the first one.
  std::int32_t find(int stage, bool backward, std::int32_t mini_batch) const;
  std::int32_t find(int pass, std::int32_t mini_batch) const;

  // With an overlap of 1 (Sequential) there are no ramps: all slots belong to the main part.
  SchedulePart part(int slot) const;
  std::int32_t part_begin(SchedulePart part) const;
  std::int32_t part_end(SchedulePart part) const;
  // Programs as a fraction of capacity; 0 if there are no slots.
  double slot_utilisation(int slot) const;
  double utilisation(SchedulePart part) const;
  double utilisation() const;  // N stages, G mini-batches: Grouped G / (G + 2N - 1)
};

// The features of a schedule besides its programs, for titles: ", overlapped I/O, recomputation".
std::string extras_of(const ScheduleTable& table);

// `transfers` is for overlapped I/O. Throws InvalidArgument for transfers on devices that run no
// stage, and what check_recomputed() throws.
ScheduleTable make_schedule_table(PipelineSchedule schedule, const DeviceLists& stage_devices,
                                  bool training, std::int64_t count,
                                  const std::optional<HostTransfers>& transfers = std::nullopt,
                                  const std::vector<int>& recomputed = {});

}  // namespace pipette::pipelining
