#include "scenes/schedule/schedule_drawing.h"

#include <algorithm>
#include <utility>

#include "ui/theme.h"

namespace pipette::app::schedule_scene {

using pipelining::AxisSpan;
using pipelining::LaidOutBox;

namespace {

double idle_share(const pipelining::ScheduleLayout& layout, const pipelining::LaidOutPart& part) {
  double idle = 0;
  for (const pipelining::LaidOutRow& row : layout.rows) {
    for (const AxisSpan& span : row.idle) {
      idle += std::max(0.0, std::min(span.end, part.end) - std::max(span.begin, part.begin));
    }
  }
  return idle / (static_cast<double>(layout.rows.size()) * (part.end - part.begin));
}

}  // namespace

void ScheduleDrawing::build(const PipelineInfo& info, Columns columns) {
  layout_ = pipelining::lay_out_schedule(info.table, info.timing, columns);
  busy_.clear();
  for (const pipelining::LaidOutPart& part : layout_.parts) {
    busy_.push_back(columns == Columns::cycles ? 1 - idle_share(layout_, part) : part.utilisation);
  }
  std::vector<render::SpanInput> spans;
  spans.reserve(layout_.boxes.size() + layout_.rows.size());
  const auto add = [&spans](const AxisSpan& at, int row, Activity kind, std::size_t tag,
                            int group) {
    if (row > kMaxRows) return;
    spans.push_back({at.begin, at.end - at.begin, static_cast<std::uint8_t>(row),
                     static_cast<std::uint8_t>(kind), static_cast<std::uint32_t>(tag),
                     static_cast<std::uint16_t>(group)});
  };
  for (std::size_t i = 0; i < layout_.boxes.size(); ++i) {
    const LaidOutBox& box = layout_.boxes[i];
    add(box, box.row, box.activity, i, info.table.boxes[i].mini_batch & 0xffff);
  }
  for (std::size_t row = 0; row < layout_.rows.size(); ++row) {
    if (!layout_.rows[row].updates()) continue;
    add(layout_.rows[row].update, static_cast<int>(row), Activity::update, kUpdateTag, 0xffff);
  }
  spans_.assign(std::move(spans));
}

void PipelinePicture::show(PipelineInfo info, bool recomputes) {
  recomputes_ = recomputes;
  info_ = std::move(info);
  shares_ = shares_of(info_);
  memory_ = memory_model(info_);
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
        axis.push_back(drawings_[columns].layout().axis_of_cycles(info_.timing,
                                                                  static_cast<double>(point.time)));
      }
    }
  }
}

}  // namespace pipette::app::schedule_scene
