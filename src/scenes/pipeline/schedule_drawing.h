// A pipeline's schedule in the form the graphics card draws, in slots and in cycles.
//
//   PipelinePicture picture;
//   picture.show(describe_pipeline(experiment));
//   const ScheduleDrawing& drawing = picture.drawing(Columns::slots);
//   drawing.axis_of(place);  drawing.spans();      // tag: index of a box, or kUpdateTag
//
// One row an IPU, one span a box; the group of a span is its mini-batch, so that one mini-batch can
// be lit up. In columns of slots every slot is one wide and its boxes stand side by side in the
// order in which they run; in columns of cycles everything stands where it happens. Pure. One
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "observe/pipeline_info.h"
#include "render/span_batch.h"

namespace pipette::app {

enum class Columns : std::uint8_t { slots, cycles };

class ScheduleDrawing {
 public:
  static constexpr std::uint32_t kUpdateTag = 0xffffffff;
  static constexpr int kMaxRows = 255;

  void build(const PipelineInfo& info, Columns columns);

  const render::SpanBatch& spans() const { return spans_; }
  Columns columns() const { return columns_; }
  double end() const { return end_; }  // of the axis
  // Where a place (slot_clock.h) or a modelled time stands, and what time a point shows.
  double axis_of_place(const pipelining::ScheduleTiming& timing, double place) const;
  double axis_of_cycles(const pipelining::ScheduleTiming& timing, double cycles) const;
  double place_of_axis(const pipelining::ScheduleTiming& timing, double axis) const;
  // The barrier behind a slot: where the gold line stands.
  double barrier(const pipelining::ScheduleTiming& timing, int slot) const;
  // Start and end of a box on the axis.
  std::pair<double, double> box(std::size_t index) const { return boxes_[index]; }

 private:
  Columns columns_ = Columns::slots;
  render::SpanBatch spans_;
  std::vector<std::pair<double, double>> boxes_;
  double end_ = 1;
};

// Everything that pictures of one pipeline share; made once for each set of parameters.
class PipelinePicture {
 public:
  // `recomputes`: backward programs run their forward pass again instead of finding it stashed.
  void show(PipelineInfo info, bool recomputes = false);

  const PipelineInfo& info() const { return info_; }
  bool recomputes() const { return recomputes_; }
  const ScheduleDrawing& drawing(Columns columns) const {
    return drawings_[static_cast<std::size_t>(columns)];
  }
  const std::vector<pipelining::StashPoint>& stash(int stage) const {
    return stash_[static_cast<std::size_t>(stage)];
  }
  // Where each point of that curve stands on the axis.
  const std::vector<double>& stash_axis(Columns columns, int stage) const {
    return stash_axis_[static_cast<std::size_t>(columns)][static_cast<std::size_t>(stage)];
  }

 private:
  PipelineInfo info_;
  bool recomputes_ = false;
  std::array<ScheduleDrawing, 2> drawings_;
  std::vector<std::vector<pipelining::StashPoint>> stash_;
  std::array<std::vector<std::vector<double>>, 2> stash_axis_;
};

}  // namespace pipette::app
