// A schedule laid out in time: the positions and names of its parts, for all code that draws one.
//
//   const ScheduleLayout layout = lay_out_schedule(table, timing, Columns::cycles);
//   for (const LaidOutBox& box : layout.boxes)
//     rectangle(x(box.begin), x(box.end), y(box.row), theme::shades_of(box.activity), box.number);
//   for (const LaidOutPart& part : layout.parts) brace(x(part.begin), x(part.end), part.name);
//
// The page (scenes/schedule), the picture of the command line (schedule_text.h) and, through
// bindings/pipeline_view.h, web/queues/schedule.mjs draw the same layout; each adds only its own
// pixels.
//
// Columns of slots: every slot has width 1, and the boxes of an IPU are side by side in the order
// in which they run, with room for the barrier's line on either side; the weight update has width
// kUpdateSlots. A position on the axis is a place of slot_clock.h. Columns of cycles: everything is
// where it happens, in cycles from the start of the first slot.
//
// Host transfers of overlapped I/O are beside the boxes of their slot and not part of them: in
// columns of slots, those of a row are side by side, in columns of cycles they are where they
// happen. Pictures draw them as a strip along the row.
//
// Mini-batches are numbered from 1, as in the figures of the field; IPUs, stages and slots from 0.
// Plain data, made once and then only read: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/schedule_timing.h"
#include "theme/theme.h"

namespace pipette::pipelining {

enum class Columns : std::uint8_t { slots, cycles };

// A stretch of the axis, from begin to end.
struct AxisSpan {
  double begin = 0, end = 0;
  double middle() const { return (begin + end) / 2; }
};

inline theme::Activity activity_of(const ScheduleBox& box) {
  return box.backward ? theme::Activity::backward : theme::Activity::forward;
}

struct LaidOutBox : AxisSpan {
  std::int32_t row = 0;
  std::int32_t number = 0;  // of the mini-batch, from 1
  std::int16_t stage = 0;
  theme::Activity activity = theme::Activity::forward;
};

struct LaidOutTransfer : AxisSpan {
  std::int32_t row = 0;
  std::int32_t number = 0;  // of the mini-batch, from 1
  std::int16_t stage = 0;
  bool output = false;  // to the outfeed; if false, from the infeed

  // "Input of mini-batch 3, stage 0"
  std::string text() const;
};

// All IPUs wait for each other where a barrier begins; it ends with the copies between them, which
// have no width in columns of slots.
struct LaidOutBarrier : AxisSpan {
  std::int64_t sync_cycles = 0, copy_cycles = 0;
};

struct LaidOutRow {
  int device = 0;
  std::vector<int> stages;     // ascending
  std::vector<AxisSpan> idle;  // one for each of ScheduleTiming::idle_of(row)
  AxisSpan update = {};        // length 0: none

  std::string name() const;  // "IPU 3"
  // "s2" if the row has several stages, otherwise "".
  std::string stage_label(int stage) const;
  bool updates() const { return update.end > update.begin; }
};

// Ramp-up, main part and ramp-down, as far as they have slots, then the weight update if there is
// one.
struct LaidOutPart : AxisSpan {
  std::string name;        // "ramp-up", ..., "weight update"
  double utilisation = 0;  // of the slots; of the weight update: 0
  bool is_update = false;
};

struct ScheduleLayout {
  Columns columns = Columns::slots;
  double end = 1;                          // of the axis
  std::vector<LaidOutRow> rows;            // as ScheduleTable::devices
  std::vector<LaidOutBox> boxes;           // as ScheduleTable::boxes
  std::vector<LaidOutTransfer> transfers;  // as ScheduleTable::transfers
  std::vector<AxisSpan> slots;             // from the start to the barrier
  std::vector<LaidOutBarrier> barriers;    // of each slot; empty with one IPU
  std::vector<LaidOutPart> parts;

  // Converts a place (slot_clock.h) or a modelled time to the axis, and the axis to a place.
  double axis_of_place(const ScheduleTiming& timing, double place) const;
  double axis_of_cycles(const ScheduleTiming& timing, double cycles) const;
  double place_of_axis(const ScheduleTiming& timing, double axis) const;
};

ScheduleLayout lay_out_schedule(const ScheduleTable& table, const ScheduleTiming& timing,
                                Columns columns);

std::string percent(double fraction);  // "12.5 %"

// The stages of each row, ascending.
std::vector<std::vector<int>> stages_of_rows(const ScheduleTable& table);

}  // namespace pipette::pipelining
