#include "scenes/schedule/playback.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pipeline/slot_clock.h"
#include "scenes/schedule/fake_schedule.h"

namespace pipette::app::schedule_scene {
namespace {

TEST(Playback, StepsSlotBySlotThereAndBack) {
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

TEST(Playback, NoPlaceIsNotGoneTo) {
  const PipelineInfo info = fake_pipeline({});
  Playback playback;
  playback.seek(info.timing, 3);
  playback.seek(info.timing, std::nan(""));
  EXPECT_EQ(playback.place(), 3);
}

TEST(Playback, PlaysAtItsSpeedAndStopsAtTheEnd) {
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
}  // namespace pipette::app::schedule_scene
