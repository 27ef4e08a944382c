#include "scenes/schedule/schedule_drawing.h"

#include <gtest/gtest.h>

#include "scenes/schedule/fake_schedule.h"
#include "scenes/schedule/schedule_track.h"

namespace pipette::app::schedule_scene {
namespace {

using pipelining::PipelineSchedule;

TEST(ScheduleDrawing, BoxesOfARowNeverOverlapAndStayInTheirSlot) {
  for (const auto schedule : {PipelineSchedule::grouped, PipelineSchedule::interleaved}) {
    PipelinePicture picture;
    picture.show(fake_pipeline({.schedule = schedule}));
    for (const Columns columns : {Columns::slots, Columns::cycles}) {
      const ScheduleDrawing& drawing = picture.drawing(columns);
      const pipelining::ScheduleLayout& layout = drawing.layout();
      const auto& spans = drawing.spans().spans();
      EXPECT_EQ(spans.size(), 4u * 32 + 4) << "a box for every program, and four updates";
      for (std::size_t i = 1; i < spans.size(); ++i) {
        if (spans[i].row != spans[i - 1].row) continue;
        EXPECT_GE(spans[i].start_us, spans[i - 1].start_us + spans[i - 1].duration_us - 1e-9);
      }
      for (const auto& span : spans) {
        EXPECT_LE(span.start_us + span.duration_us, layout.end + 1e-9);
        if (span.tag == ScheduleDrawing::kUpdateTag) continue;
        const auto& box = picture.info().table.boxes[span.tag];
        EXPECT_EQ(span.group, box.mini_batch);
        EXPECT_EQ(span.start_us, layout.boxes[span.tag].begin);
        EXPECT_EQ(span.kind, static_cast<int>(layout.boxes[span.tag].activity));
        const double middle = span.start_us + span.duration_us / 2;
        const double place = layout.place_of_axis(picture.info().timing, middle);
        EXPECT_EQ(static_cast<int>(place), box.slot);
      }
    }
  }
}

TEST(ScheduleDrawing, ShowsManyMiniBatches) {
  PipelinePicture picture;
  picture.show(fake_pipeline({.stages = 16, .count = 512}));
  EXPECT_EQ(picture.drawing(Columns::slots).spans().spans().size(), 16u * 1024 + 16);
  EXPECT_EQ(picture.drawing(Columns::slots).layout().end, 512 + 31 + 2);
}

TEST(ScheduleTrack, FindsBoxesUpdatesAndReasons) {
  PipelinePicture picture;
  picture.show(fake_pipeline({}));
  for (const Columns columns : {Columns::slots, Columns::cycles}) {
    TimeView view;
    view.start_us = 0;
    const pipelining::ScheduleLayout& layout = picture.drawing(columns).layout();
    view.end_us = layout.end;
    const ScheduleTrack track(picture, columns, view, {100, 50, 1000, 80});
    const auto& timing = picture.info().timing;
    for (std::size_t i = 0; i < picture.info().table.boxes.size(); ++i) {
      const pipelining::LaidOutBox& box = layout.boxes[i];
      const ScheduleHit hit =
          track.hit(track.x(box.middle()), 50 + 20 * static_cast<float>(box.row) + 8);
      EXPECT_EQ(hit.row, box.row);
      EXPECT_EQ(hit.box, static_cast<std::ptrdiff_t>(i));
    }
    const double waits = layout.axis_of_place(timing, 0.4);
    const ScheduleHit idle = track.hit(track.x(waits), 50 + 70);
    EXPECT_EQ(idle.box, -1);
    ASSERT_GE(idle.idle, 0);
    EXPECT_EQ(timing.idle_of(3)[static_cast<std::size_t>(idle.idle)].reason, WaitReason::ramp_up);
    const double updates = layout.axis_of_place(timing, 24);
    EXPECT_TRUE(track.hit(track.x(updates), 55).update);
    EXPECT_EQ(track.hit(20, 55).row, -1);
  }
}

}  // namespace
}  // namespace pipette::app::schedule_scene
