#include "pipeline/schedule_layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/item.h"
#include "pipeline/slot_clock.h"

namespace pipette::pipelining {

namespace {

constexpr double kMargin = 0.07;  // of a slot, on either side: the barrier's line has room there

double as_axis(std::int64_t cycles) { return static_cast<double>(cycles); }

std::vector<int> most_boxes_in_a_slot(const ScheduleTable& table) {
  std::vector<int> most(table.devices.size(), 1);
  std::vector<int> here(table.devices.size());
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    std::fill(here.begin(), here.end(), 0);
    for (const ScheduleBox& box : table.slot(slot)) {
      const auto row = static_cast<std::size_t>(box.row);
      most[row] = std::max(most[row], ++here[row]);
    }
  }
  return most;
}

// Boxes of a row are equally wide in all slots.
void place_side_by_side(const ScheduleTable& table, std::vector<LaidOutBox>* boxes) {
  const std::vector<int> most = most_boxes_in_a_slot(table);
  std::vector<int> here(table.devices.size());
  std::size_t index = 0;
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    std::fill(here.begin(), here.end(), 0);
    for (const ScheduleBox& box : table.slot(slot)) {
      const auto row = static_cast<std::size_t>(box.row);
      const double width = (1 - 2 * kMargin) / most[row];
      LaidOutBox& placed = (*boxes)[index++];
      placed.begin = slot + kMargin + here[row]++ * width;
      placed.end = placed.begin + width;
    }
  }
}

std::vector<LaidOutBox> lay_out_boxes(const ScheduleTable& table, const ScheduleTiming& timing,
                                      Columns columns) {
  std::vector<LaidOutBox> boxes;
  boxes.reserve(table.boxes.size());
  for (std::size_t i = 0; i < table.boxes.size(); ++i) {
    const ScheduleBox& box = table.boxes[i];
    boxes.push_back({{as_axis(timing.begin[i]), as_axis(timing.end[i])},
                     box.row,
                     box.mini_batch + 1,
                     box.stage,
                     activity_of(box)});
  }
  if (columns == Columns::slots) place_side_by_side(table, &boxes);
  return boxes;
}

std::vector<LaidOutTransfer> lay_out_transfers(const ScheduleTable& table,
                                               const ScheduleTiming& timing, Columns columns) {
  std::vector<LaidOutTransfer> placed;
  placed.reserve(table.transfers.size());
  std::vector<int> here(table.devices.size());
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    const std::size_t first = placed.size();
    std::fill(here.begin(), here.end(), 0);
    for (const TransferBox& transfer : table.transfers_of(slot)) {
      const std::size_t i = placed.size();
      placed.push_back({{as_axis(timing.transfer_begin[i]), as_axis(timing.transfer_end[i])},
                        transfer.row,
                        transfer.mini_batch + 1,
                        transfer.stage,
                        transfer.output});
      ++item(here, transfer.row);
    }
    if (columns == Columns::cycles) continue;
    const std::vector<int> all = here;
    for (std::size_t i = first; i < placed.size(); ++i) {
      LaidOutTransfer& transfer = placed[i];
      const double width = (1 - 2 * kMargin) / item(all, transfer.row);
      transfer.end = slot + 1 - kMargin - width * (--item(here, transfer.row));
      transfer.begin = transfer.end - width;
    }
  }
  return placed;
}

void lay_out_rows(const ScheduleTable& table, const ScheduleTiming& timing,
                  ScheduleLayout* layout) {
  const double margin = layout->columns == Columns::slots ? kMargin : 0;
  const auto at = [&](std::int64_t cycles) {
    return layout->axis_of_cycles(timing, as_axis(cycles));
  };
  std::vector<std::vector<int>> stages = stages_of_rows(table);
  for (std::size_t r = 0; r < table.devices.size(); ++r) {
    LaidOutRow& row = layout->rows.emplace_back();
    row.device = table.devices[r];
    row.stages = std::move(stages[r]);
    for (const IdleSpan& idle : timing.idle[r]) row.idle.push_back({at(idle.begin), at(idle.end)});
    if (timing.update_cycles[r] <= 0) continue;
    const double begin = at(timing.update_begin) + margin;
    const double end = at(timing.update_begin + timing.update_cycles[r]) - margin;
    row.update = {begin, std::max(end, begin + margin)};
  }
}

void lay_out_slots(const ScheduleTable& table, const ScheduleTiming& timing,
                   ScheduleLayout* layout) {
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    const auto s = static_cast<std::size_t>(slot);
    const std::int64_t barrier = timing.slot_compute_end[s], end = timing.slot_begin[s + 1];
    const bool slots = layout->columns == Columns::slots;
    layout->slots.push_back(slots
                                ? AxisSpan{static_cast<double>(slot), static_cast<double>(slot + 1)}
                                : AxisSpan{as_axis(timing.slot_begin[s]), as_axis(barrier)});
    if (table.num_rows() < 2) continue;
    const double line = layout->slots.back().end;
    const std::int64_t sync = std::min(timing.sync_cycles, end - barrier);  // none of an empty slot
    layout->barriers.push_back({{line, slots ? line : as_axis(end)}, sync, end - barrier - sync});
  }
}

void lay_out_parts(const ScheduleTable& table, const ScheduleTiming& timing,
                   ScheduleLayout* layout) {
  const auto at = [&](int slot) { return layout->axis_of_place(timing, slot); };
  for (const SchedulePart part :
       {SchedulePart::ramp_up, SchedulePart::main, SchedulePart::ramp_down}) {
    const int begin = table.part_begin(part), end = table.part_end(part);
    if (begin == end) continue;
    layout->parts.push_back({{at(begin), at(end)}, to_label(part), table.utilisation(part), false});
  }
  if (!has_update(timing)) return;
  layout->parts.push_back({{at(table.num_slots()), layout->end}, "weight update", 0, true});
}

}  // namespace

std::string LaidOutTransfer::text() const {
  return fmt::format("{} of mini-batch {}, stage {}", output ? "Output" : "Input", number, stage);
}

std::string LaidOutRow::name() const { return fmt::format("IPU {}", device); }

std::string LaidOutRow::stage_label(int stage) const {
  return stages.size() > 1 ? fmt::format("s{}", stage) : "";
}

double ScheduleLayout::axis_of_place(const ScheduleTiming& timing, double place) const {
  return columns == Columns::slots ? place : cycles_at(timing, place);
}

double ScheduleLayout::axis_of_cycles(const ScheduleTiming& timing, double cycles) const {
  return columns == Columns::slots ? place_at(timing, cycles) : cycles;
}

double ScheduleLayout::place_of_axis(const ScheduleTiming& timing, double axis) const {
  return columns == Columns::slots ? axis : place_at(timing, axis);
}

ScheduleLayout lay_out_schedule(const ScheduleTable& table, const ScheduleTiming& timing,
                                Columns columns) {
  ScheduleLayout layout;
  layout.columns = columns;
  layout.end = std::max(1.0, layout.axis_of_place(timing, last_place(timing)));
  layout.boxes = lay_out_boxes(table, timing, columns);
  layout.transfers = lay_out_transfers(table, timing, columns);
  lay_out_rows(table, timing, &layout);
  lay_out_slots(table, timing, &layout);
  lay_out_parts(table, timing, &layout);
  return layout;
}

std::string percent(double fraction) { return fmt::format("{:.1f} %", 100 * fraction); }

std::vector<std::vector<int>> stages_of_rows(const ScheduleTable& table) {
  std::vector<std::vector<int>> stages(table.devices.size());
  for (int stage = 0; stage < table.num_stages; ++stage) {
    auto index = static_cast<std::size_t>(table.find(stage, false, 0));
    const int program = table.pass(table.boxes[index]);
    for (; index < table.boxes.size() && table.boxes[index].mini_batch == 0 &&
           table.pass(table.boxes[index]) == program;
         ++index) {
      item(stages, table.boxes[index].row).push_back(stage);
    }
  }
  return stages;
}

}  // namespace pipette::pipelining
