// The rows of one schedule: boxes, idle time, gold lines, numbers, the path of one mini-batch.
//
//   ScheduleTrack track(picture, Columns::slots, view, area);
//   const ScheduleHit hit = track.hit(mouse_x, mouse_y);
//   track.draw(ui, {.mini_batch = 3, .span = hit.span});
//
// Mini-batches are numbered from 1, as in the field's figures; IPUs, stages and slots from 0. The
// GPU draws the visible boxes (render/span_renderer.h); ImGui draws numbers where they fit. The
// schedule and the comparison both use tracks. A track lives for one frame.
#pragma once

#include <cstdint>

#include "core/latest_list.h"
#include "scenes/schedule/schedule_drawing.h"
#include "ui/time_view_input.h"
#include "ui/ui.h"

namespace pipette::app::schedule_scene {

// The item under a point: a box, the weight update, the copies after a barrier, or idle time.
struct ScheduleHit {
  int row = -1;  // -1: nothing
  std::ptrdiff_t span = -1;
  std::ptrdiff_t box = -1;
  std::ptrdiff_t idle = -1;  // index into the row's idle spans
  bool update = false;
  int slot = 0;
};

class ScheduleTrack {
 public:
  // `area` holds only the rows; draw_labels() puts labels to its left.
  ScheduleTrack(const PipelinePicture& picture, Columns columns, const TimeView& view,
                const Rect& area);

  ScheduleHit hit(float x, float y) const;
  struct Marks {
    int mini_batch = -1;  // highlighted; the others are pale
    std::ptrdiff_t span = -1;
    double place = -1;  // of the playhead; negative: none
  };
  void draw(Ui& ui, const Marks& marks) const;
  void draw_labels(Ui& ui, float width, bool with_stages) const;

  float x(double axis) const { return x_of(view_, area_, axis); }
  const Rect& area() const { return area_; }
  // The first and the last visible slot.
  std::pair<int, int> slots_in_sight() const;

 private:
  void draw_ground(Ui& ui) const;
  void draw_barriers(Ui& ui) const;
  void draw_spans(Ui& ui, const Marks& marks) const;
  void draw_transfers(Ui& ui) const;
  void draw_numbers(Ui& ui, const Marks& marks) const;
  void draw_mark(Ui& ui, const pipelining::ScheduleBox& box, const Rect& place) const;
  void draw_path(Ui& ui, int mini_batch) const;
  float row_y(int row) const { return area_.y + static_cast<float>(row) * pitch_; }

  const PipelinePicture& picture_;
  const PipelineInfo& info_;
  const ScheduleDrawing& drawing_;
  const pipelining::ScheduleLayout& layout_;
  const TimeView& view_;
  Rect area_;
  float pitch_, height_;
};

// The losses for the tooltip.
struct ScheduleLosses {
  const LatestList<float>* losses = nullptr;
  std::int64_t first = 0;  // index of mini-batch 0's loss
};
// Describes a hit in a tooltip. If `rows` is given, the tooltip is placed below or above those rows
// and does not cover them.
void schedule_tooltip(Ui& ui, const PipelinePicture& picture, const ScheduleHit& hit,
                      const ScheduleLosses& losses, const Rect* rows = nullptr);

}  // namespace pipette::app::schedule_scene
