#include "pipeline/slot_clock.h"

#include <gtest/gtest.h>

#include "scenes/pipeline/fake_pipeline.h"
#include "scenes/pipeline/playback.h"

namespace pipette::app {
namespace {

using pipelining::PipelineSchedule;

TEST(SlotClockTest, PlacesAndCyclesBelongTogether) {
  for (const auto schedule :
       {PipelineSchedule::grouped, PipelineSchedule::interleaved, PipelineSchedule::sequential}) {
    const PipelineInfo info = fake_pipeline({.schedule = schedule});
    const double end = last_place(info.timing);
    EXPECT_EQ(end, info.table.num_slots() + pipelining::kUpdateSlots);
    double before = -1;
    for (double place = 0; place <= end; place += 0.0625) {
      const double cycles = cycles_at(info.timing, place);
      EXPECT_GT(cycles, before) << place;
      EXPECT_NEAR(place_at(info.timing, cycles), place, 1e-2) << place;
      before = cycles;
    }
  }
}

TEST(SlotClockTest, TheEndsAreTheEndsOfTheSchedule) {
  const PipelineInfo info = fake_pipeline({});
  EXPECT_EQ(cycles_at(info.timing, 0), 0);
  EXPECT_EQ(cycles_at(info.timing, -3), 0);
  const auto makespan = static_cast<double>(info.timing.makespan_cycles);
  EXPECT_EQ(cycles_at(info.timing, last_place(info.timing)), makespan);
  EXPECT_EQ(cycles_at(info.timing, 1e9), makespan);
  EXPECT_EQ(cycles_at(info.timing, 5), static_cast<double>(info.timing.slot_begin[5]));
  EXPECT_EQ(cycles_at(info.timing, 5 + pipelining::kProgramPart),
            static_cast<double>(info.timing.slot_compute_end[5]));
}

TEST(SlotClockTest, WithoutUpdateOrCopiesNothingBreaks) {
  const PipelineInfo info = fake_pipeline({.exchange = 0, .sync = 0, .update = 0});
  EXPECT_EQ(last_place(info.timing), info.table.num_slots());
  EXPECT_EQ(cycles_at(info.timing, 3.9), static_cast<double>(info.timing.slot_begin[4]));
  EXPECT_EQ(place_at(info.timing, static_cast<double>(info.timing.slot_begin[4])), 4);
}

TEST(PlaybackTest, StepsSlotBySlotThereAndBack) {
  const PipelineInfo info = fake_pipeline({});
  Playback playback;
  const int slots = info.table.num_slots();
  for (int i = 1; i <= slots; ++i) {
    playback.step(info.timing, 1);
    EXPECT_EQ(playback.place(), i);
  }
  playback.step(info.timing, 1);
  EXPECT_EQ(playback.place(), slots + pipelining::kUpdateSlots) << "the update is one step";
  playback.step(info.timing, 1);
  EXPECT_EQ(playback.place(), slots + pipelining::kUpdateSlots) << "and the last";
  for (int i = slots; i >= 0; --i) {
    playback.step(info.timing, -1);
    EXPECT_EQ(playback.place(), i);
  }
  playback.step(info.timing, -1);
  EXPECT_EQ(playback.place(), 0);
  playback.seek(info.timing, 7.4);
  playback.step(info.timing, -1);
  EXPECT_EQ(playback.place(), 7) << "first to the beginning of this slot";
}

TEST(PlaybackTest, PlaysAtItsSpeedAndStopsAtTheEnd) {
  const PipelineInfo info = fake_pipeline({});
  Playback playback;
  playback.set_speed(0);
  playback.advance(info.timing, 1, 1e9);
  EXPECT_EQ(playback.place(), 0) << "it does not play yet";
  playback.play(info.timing, true);
  for (int i = 0; i < 30; ++i) playback.advance(info.timing, 0.1, 1e9);
  EXPECT_NEAR(playback.place(), 3 * kPlaySpeeds[0].slots_per_s, 1e-9);
  playback.set_speed(99);
  EXPECT_EQ(playback.speed(), static_cast<int>(kPlaySpeeds.size()) - 1);
  const double from = cycles_at(info.timing, playback.place());
  playback.advance(info.timing, 0.001, 1e6);  // real time: 1,000 cycles
  EXPECT_NEAR(cycles_at(info.timing, playback.place()), from + 1000, 1);
  playback.advance(info.timing, 1e3, 1e6);
  EXPECT_FALSE(playback.playing());
  EXPECT_EQ(playback.place(), last_place(info.timing));
  playback.play(info.timing, true);
  EXPECT_EQ(playback.place(), 0) << "from the end it begins anew";
}

}  // namespace
}  // namespace pipette::app
