// A pipeline's schedule in the form the graphics card draws, in slots and in cycles.
//
//   PipelinePicture picture;
//   picture.show(describe_pipeline(experiment));
//   const ScheduleDrawing& drawing = picture.drawing(Columns::slots);
//   drawing.layout().axis_of_place(timing, place);
//   drawing.spans();                               // tag: index of a box, or kUpdateTag
//
// pipeline/schedule_layout.h says what stands where. Each IPU is a row and each box a span; the
// group of a span is its mini-batch, so that one mini-batch can be lit up. Pure. One thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/item.h"
#include "observe/pipeline_info.h"
#include "pipeline/schedule_layout.h"
#include "render/span_batch.h"
#include "scenes/pipeline/memory_model.h"
#include "scenes/pipeline/pipeline_numbers.h"

namespace pipette::app {

using pipelining::Columns;

class ScheduleDrawing {
 public:
  static constexpr std::uint32_t kUpdateTag = 0xffffffff;
  static constexpr int kMaxRows = 255;

  void build(const PipelineInfo& info, Columns columns);

  const render::SpanBatch& spans() const { return spans_; }
  const pipelining::ScheduleLayout& layout() const { return layout_; }
  // How busy a part of the layout is, from 0 to 1: in columns of cycles as its IPUs are, in columns
  // of slots as its slots are taken.
  double busy(std::size_t part) const { return busy_[part]; }

 private:
  pipelining::ScheduleLayout layout_;
  std::vector<double> busy_;  // looks at every idle span: not in each frame
  render::SpanBatch spans_;
};

// Everything that pictures of one pipeline share. It is made once for each set of parameters.
class PipelinePicture {
 public:
  // `recomputes` says that backward programs run their forward pass again instead of finding it
  // stashed.
  void show(PipelineInfo info, bool recomputes = false);

  const PipelineInfo& info() const { return info_; }
  const std::vector<TimeShare>& shares() const { return shares_; }
  const MemoryModel& memory() const { return memory_; }
  bool recomputes() const { return recomputes_; }
  // In their own slot, where recomputations have no boxes of their own.
  bool recomputes_within() const { return recomputes_ && info_.table.recomputed.empty(); }
  const ScheduleDrawing& drawing(Columns columns) const { return item(drawings_, columns); }
  const std::vector<pipelining::StashPoint>& stash(int stage) const { return item(stash_, stage); }
  // Where each point of the stage's curve stands on the axis.
  const std::vector<double>& stash_axis(Columns columns, int stage) const {
    return item(item(stash_axis_, columns), stage);
  }

 private:
  PipelineInfo info_;
  std::vector<TimeShare> shares_;  // looks at every idle span: not in each frame
  MemoryModel memory_;
  bool recomputes_ = false;
  std::array<ScheduleDrawing, 2> drawings_;
  std::vector<std::vector<pipelining::StashPoint>> stash_;
  std::array<std::vector<std::vector<double>>, 2> stash_axis_;
};

}  // namespace pipette::app
