#include "scenes/pipeline/schedule_drawing.h"

#include <algorithm>
#include <utility>

#include "scenes/pipeline/slot_clock.h"
#include "ui/theme.h"

namespace pipette::app {

using pipelining::ScheduleBox;
using pipelining::ScheduleTiming;

namespace {

constexpr double kMargin = 0.07;  // of a slot, on either side: the gold line's room

// The most boxes that a row has in one slot.
std::vector<int> boxes_in_slot(const pipelining::ScheduleTable& table) {
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

std::vector<std::pair<double, double>> side_by_side(const pipelining::ScheduleTable& table) {
  const std::vector<int> most = boxes_in_slot(table);
  std::vector<std::pair<double, double>> boxes;
  boxes.reserve(table.boxes.size());
  std::vector<int> here(table.devices.size());
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    std::fill(here.begin(), here.end(), 0);
    for (const ScheduleBox& box : table.slot(slot)) {
      const auto row = static_cast<std::size_t>(box.row);
      const double width = (1 - 2 * kMargin) / most[row];
      const double begin = slot + kMargin + here[row]++ * width;
      boxes.emplace_back(begin, begin + width);
    }
  }
  return boxes;
}

}  // namespace

void ScheduleDrawing::build(const PipelineInfo& info, Columns columns) {
  columns_ = columns;
  const ScheduleTiming& timing = info.timing;
  const bool slots = columns == Columns::slots;
  if (slots) {
    boxes_ = side_by_side(info.table);
  } else {
    boxes_.clear();
    for (std::size_t i = 0; i < timing.begin.size(); ++i) {
      boxes_.emplace_back(static_cast<double>(timing.begin[i]), static_cast<double>(timing.end[i]));
    }
  }
  end_ = std::max(1.0, axis_of_place(timing, last_place(timing)));
  std::vector<render::SpanInput> spans;
  spans.reserve(boxes_.size() + info.table.devices.size());
  const auto add = [&spans](double begin, double end, int row, Activity kind, std::size_t tag,
                            int group) {
    if (row > kMaxRows) return;
    spans.push_back({begin, end - begin, static_cast<std::uint8_t>(row),
                     static_cast<std::uint8_t>(kind), static_cast<std::uint32_t>(tag),
                     static_cast<std::uint16_t>(group)});
  };
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const ScheduleBox& box = info.table.boxes[i];
    add(boxes_[i].first, boxes_[i].second, box.row,
        box.backward ? Activity::backward : Activity::forward, i, box.mini_batch & 0xffff);
  }
  for (std::size_t row = 0; row < timing.update_cycles.size(); ++row) {
    if (timing.update_cycles[row] <= 0) continue;
    const double margin = slots ? kMargin : 0;
    const auto end = static_cast<double>(timing.update_begin + timing.update_cycles[row]);
    add(axis_of_cycles(timing, static_cast<double>(timing.update_begin)) + margin,
        axis_of_cycles(timing, end) - margin, static_cast<int>(row), Activity::update, kUpdateTag,
        0xffff);
  }
  spans_.assign(std::move(spans));
}

double ScheduleDrawing::axis_of_place(const ScheduleTiming& timing, double place) const {
  return columns_ == Columns::slots ? place : cycles_at(timing, place);
}

double ScheduleDrawing::axis_of_cycles(const ScheduleTiming& timing, double cycles) const {
  return columns_ == Columns::slots ? place_at(timing, cycles) : cycles;
}

double ScheduleDrawing::place_of_axis(const ScheduleTiming& timing, double axis) const {
  return columns_ == Columns::slots ? axis : place_at(timing, axis);
}

double ScheduleDrawing::barrier(const ScheduleTiming& timing, int slot) const {
  return columns_ == Columns::slots
             ? slot + 1
             : static_cast<double>(timing.slot_compute_end[static_cast<std::size_t>(slot)]);
}

void PipelinePicture::show(PipelineInfo info, bool recomputes) {
  recomputes_ = recomputes;
  info_ = std::move(info);
  drawings_[0].build(info_, Columns::slots);
  drawings_[1].build(info_, Columns::cycles);
  stash_.clear();
  stash_axis_ = {};
  for (int stage = 0; stage < info_.table.num_stages; ++stage) {
    stash_.push_back(pipelining::stash_curve(info_.table, info_.timing, stage));
    for (std::size_t columns = 0; columns < drawings_.size(); ++columns) {
      std::vector<double>& axis = stash_axis_[columns].emplace_back();
      axis.reserve(stash_.back().size());
      for (const pipelining::StashPoint& point : stash_.back()) {
        axis.push_back(
            drawings_[columns].axis_of_cycles(info_.timing, static_cast<double>(point.time)));
      }
    }
  }
}

}  // namespace pipette::app
