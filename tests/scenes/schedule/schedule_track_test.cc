#include "scenes/schedule/schedule_track.h"

#include <gtest/gtest.h>

#include "pipeline/slot_clock.h"
#include "scenes/schedule/fake_schedule.h"

namespace pipette::app::schedule_scene {
namespace {

using pipelining::PipelineSchedule;

bool runs(const PipelineInfo& info, int row, double cycles, double tolerance) {
  for (std::size_t i = 0; i < info.table.boxes.size(); ++i) {
    if (info.table.boxes[i].row == row &&
        cycles > static_cast<double>(info.timing.begin[i]) - tolerance &&
        cycles < static_cast<double>(info.timing.end[i]) + tolerance) {
      return true;
    }
  }
  return false;
}

// Under every point of every row there is a box, the weight update, an idle span with its reason,
// or the copies behind a barrier.
TEST(ScheduleTrack, EveryIdlePointNamesItsReason) {
  for (PipelineInfo& info : some_pipelines()) {
    PipelinePicture picture;
    picture.show(info);
    TimeView view;
    const double end = picture.drawing(Columns::cycles).layout().end;
    view.fit_to(end);
    const Rect area = {0, 0, 2000, 100};
    const ScheduleTrack track(picture, Columns::cycles, view, area);
    const int rows = info.table.num_rows();
    int idle = 0, copies = 0;
    for (int row = 0; row < rows; ++row) {
      for (float px = 0.25f; px < area.w; px += 1.7f) {
        const double cycles = view.start_us + static_cast<double>(px / area.w) * view.span_us();
        const float y = area.h * (static_cast<float>(row) + 0.4f) / static_cast<float>(rows);
        const ScheduleHit hit = track.hit(px, y);
        if (cycles < 0 || cycles > end) continue;
        ASSERT_EQ(hit.row, row);
        if (hit.update) {
          EXPECT_GE(cycles, static_cast<double>(info.timing.update_begin) - end / 500);
        } else if (hit.box >= 0) {
          EXPECT_TRUE(runs(info, row, cycles, end / 500)) << cycles;
        } else if (hit.idle >= 0) {
          ++idle;
          EXPECT_FALSE(runs(info, row, cycles, 0)) << cycles;
          const auto& span = info.timing.idle_of(row).at(static_cast<std::size_t>(hit.idle));
          EXPECT_NE(span.reason, WaitReason::none);
          EXPECT_FALSE(pipelining::explain(info.table, span).empty());
        } else {
          ++copies;
          const auto slot = static_cast<std::size_t>(hit.slot);
          EXPECT_GE(cycles, static_cast<double>(info.timing.slot_compute_end[slot]));
          EXPECT_LE(cycles, static_cast<double>(info.timing.slot_begin[slot + 1]));
        }
      }
    }
    EXPECT_GT(idle, 0);
    EXPECT_GT(copies, 0);
  }
}

// In columns of slots an IPU without a program in a slot is idle all over it.
TEST(ScheduleTrack, AnEmptySlotNamesItsReason) {
  for (PipelineInfo& info : some_pipelines()) {
    PipelinePicture picture;
    picture.show(info);
    TimeView view;
    view.fit_to(picture.drawing(Columns::slots).layout().end);
    const Rect area = {0, 0, 2000, 100};
    const ScheduleTrack track(picture, Columns::slots, view, area);
    const int rows = info.table.num_rows();
    for (int slot = 0; slot < info.table.num_slots(); ++slot) {
      for (int row = 0; row < rows; ++row) {
        bool empty = true;
        for (const auto& box : info.table.slot(slot)) empty = empty && box.row != row;
        if (!empty) continue;
        const float y = area.h * (static_cast<float>(row) + 0.4f) / static_cast<float>(rows);
        const ScheduleHit hit = track.hit(track.x(slot + 0.3), y);
        EXPECT_EQ(hit.slot, slot);
        EXPECT_GE(hit.idle, 0) << "slot " << slot << ", row " << row;
      }
    }
  }
}

}  // namespace
}  // namespace pipette::app::schedule_scene
