#include "pipeline/slot_clock.h"

#include <gtest/gtest.h>

#include "pipeline/schedule_oracle.h"

namespace pipette::pipelining {
namespace {

constexpr int kStages = 4, kCount = 16;

ScheduleTiming timing_of(PipelineSchedule schedule, std::int64_t barrier, std::int64_t update) {
  const ScheduleTable table =
      make_schedule_table(schedule, default_device_mapping(kStages), true, kCount);
  ScheduleCosts costs = equal_costs(table, 1000, 2000);
  costs.sync_cycles = barrier;
  costs.weight_update_cycles.assign(kStages, update);
  return time_schedule(table, costs);
}

TEST(SlotClock, PlacesAndCyclesBelongTogether) {
  for (const PipelineSchedule schedule : kAllSchedules) {
    const ScheduleTiming timing = timing_of(schedule, 110, 500);
    const double end = last_place(timing);
    EXPECT_EQ(end, slot_count(timing) + kUpdateSlots);
    double before = -1;
    for (double place = 0; place <= end; place += 0.0625) {
      const double cycles = cycles_at(timing, place);
      EXPECT_GT(cycles, before) << place;
      EXPECT_NEAR(place_at(timing, cycles), place, 1e-2) << place;
      before = cycles;
    }
  }
}

TEST(SlotClock, TheEndsAreTheEndsOfTheSchedule) {
  const ScheduleTiming timing = timing_of(PipelineSchedule::grouped, 110, 500);
  EXPECT_EQ(cycles_at(timing, 0), 0);
  EXPECT_EQ(cycles_at(timing, -3), 0);
  const auto makespan = static_cast<double>(timing.makespan_cycles);
  EXPECT_EQ(cycles_at(timing, last_place(timing)), makespan);
  EXPECT_EQ(cycles_at(timing, 1e9), makespan);
  EXPECT_EQ(cycles_at(timing, 5), static_cast<double>(timing.slot_begin[5]));
  EXPECT_EQ(cycles_at(timing, 5 + kProgramPart), static_cast<double>(timing.slot_compute_end[5]));
}

TEST(SlotClock, WithoutUpdateOrCopiesNothingBreaks) {
  const ScheduleTiming timing = timing_of(PipelineSchedule::grouped, 0, 0);
  EXPECT_EQ(last_place(timing), slot_count(timing));
  EXPECT_EQ(cycles_at(timing, 3.9), static_cast<double>(timing.slot_begin[4]));
  EXPECT_EQ(place_at(timing, static_cast<double>(timing.slot_begin[4])), 4);
}

}  // namespace
}  // namespace pipette::pipelining
