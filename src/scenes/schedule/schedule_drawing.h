// A pipeline's schedule as spans for the graphics card, in slots and in cycles.
//
//   PipelinePicture picture;
//   picture.show(describe_pipeline(experiment));
//   const ScheduleDrawing& drawing = picture.drawing(Columns::slots);
//   drawing.layout().axis_of_place(timing, place);
//   drawing.spans();                               // tag: index of a box, or kUpdateTag
//
// pipeline/schedule_layout.h defines the positions. Each IPU is a row and each box a span; the
// group of a span is its mini-batch, so that one mini-batch can be highlighted. Pure. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/item.h"
#include "observe/pipeline_info.h"
#include "pipeline/schedule_layout.h"
#include "render/span_batch.h"
#include "scenes/schedule/memory_model.h"
#include "scenes/schedule/schedule_numbers.h"

namespace pipette::app::schedule_scene {

using pipelining::Columns;

class ScheduleDrawing {
 public:
  static constexpr std::uint32_t kUpdateTag = 0xffffffff;
  static constexpr int kMaxRows = 255;

  void build(const PipelineInfo& info, Columns columns);

  const render::SpanBatch& spans() const { return spans_; }
  const pipelining::ScheduleLayout& layout() const { return layout_; }
  // The utilisation of a part of the layout, from 0 to 1: in cycles, how busy its IPUs are; in
  // slots, how many of its slots are taken.
  double busy(std::size_t part) const { return busy_[part]; }

 private:
  pipelining::ScheduleLayout layout_;
  std::vector<double> busy_;  // kept: it depends on every idle span
  render::SpanBatch spans_;
};

// All data shared by the pictures of one pipeline. Made once for each set of parameters.
class PipelinePicture {
 public:
  // `recomputes`: backward programs run their forward pass again instead of stashing its
  // activations.
  void show(PipelineInfo info, bool recomputes = false);

  const PipelineInfo& info() const { return info_; }
  const std::vector<TimeShare>& shares() const { return shares_; }
  const MemoryModel& memory() const { return memory_; }
  bool recomputes() const { return recomputes_; }
  // Recomputation takes place in the backward program's slot and has no boxes of its own.
  bool recomputes_within() const { return recomputes_ && info_.table.recomputed.empty(); }
  const ScheduleDrawing& drawing(Columns columns) const { return item(drawings_, columns); }
  const std::vector<pipelining::StashPoint>& stash(int stage) const { return item(stash_, stage); }
  // The position of each point of the stage's stash curve on the axis.
  const std::vector<double>& stash_axis(Columns columns, int stage) const {
    return item(item(stash_axis_, columns), stage);
  }

 private:
  PipelineInfo info_;
  std::vector<TimeShare> shares_;  // kept: they depend on every idle span
  MemoryModel memory_;
  bool recomputes_ = false;
  std::array<ScheduleDrawing, 2> drawings_;
  std::vector<std::vector<pipelining::StashPoint>> stash_;
  std::array<std::vector<std::vector<double>>, 2> stash_axis_;
};

}  // namespace pipette::app::schedule_scene
