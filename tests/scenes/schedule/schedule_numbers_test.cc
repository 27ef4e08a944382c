#include "scenes/schedule/schedule_numbers.h"
#include "core/format_quantity.h"

#include <gtest/gtest.h>

#include "scenes/schedule/fake_schedule.h"
#include "scenes/schedule/memory_strips.h"
#include "ui/format.h"

namespace pipette::app::schedule_scene {
namespace {

using pipelining::PipelineSchedule;

TEST(ScheduleNumbers, FormulasCarryThisRunsNumbers) {
  const auto formula = [](const FakeSchedule& wanted) {
    return numbers_of(fake_pipeline(wanted), 1e9).front();
  };
  EXPECT_EQ(formula({}).formula, "G / (G + 2N − 1) = 16 / (16 + 7)");
  EXPECT_EQ(formula({}).value, "69.6 %");
  EXPECT_EQ(formula({.schedule = PipelineSchedule::interleaved}).formula,
            "G / (G + N − 1) = 16 / (16 + 3)");
  EXPECT_EQ(formula({.schedule = PipelineSchedule::sequential}).formula, "1 / N = 1 / 4");
  EXPECT_EQ(formula({.schedule = PipelineSchedule::sequential}).value, "25.0 %");
  const NumberLine shared = formula({.mapping = {{0}, {1}, {1}, {0}}});
  EXPECT_FALSE(shared.formula.empty());
}

TEST(ScheduleNumbers, TheStashIsThatOfAllStagesAndSoIsItsFormula) {
  const auto stash = [](const FakeSchedule& wanted) {
    return numbers_of(fake_pipeline(wanted), 1e9)[3];
  };
  EXPECT_EQ(stash({}).formula, "7 + 5 + 3 + 1 mini-batches");
  EXPECT_EQ(stash({.schedule = PipelineSchedule::interleaved}).formula,
            "4 + 3 + 2 + 1 mini-batches");
  EXPECT_EQ(stash({.schedule = PipelineSchedule::sequential}).formula,
            "1 + 1 + 1 + 1 mini-batches");
  EXPECT_EQ(stash({.schedule = PipelineSchedule::sequential}).value,
            format_bytes(20000 * (1 + 1 + 1 + 1)));
  EXPECT_EQ(stash({.stages = 8}).formula, "15 + 13 + … + 1 mini-batches");
}

TEST(ScheduleNumbers, WaitsAndEmptySlotsAreTheBubble) {
  for (const auto schedule :
       {PipelineSchedule::grouped, PipelineSchedule::interleaved, PipelineSchedule::sequential}) {
    const PipelineInfo info = fake_pipeline({.schedule = schedule});
    const std::vector<TimeShare> shares = shares_of(info);
    ASSERT_EQ(shares.size(), 3u);
    const double bubble = info.timing.total.bubble_fraction();
    EXPECT_NEAR(shares[0].fraction + shares[1].fraction + shares[2].fraction, 1, 1e-9);
    EXPECT_NEAR(shares[1].fraction + shares[2].fraction, bubble, 1e-9);
    EXPECT_GT(shares[2].fraction, 0) << "the pipeline fills and empties";
    if (schedule == PipelineSchedule::sequential) {
      EXPECT_NEAR(shares[1].fraction, 0, 1e-9)
          << "one IPU in each slot: nobody waits in a slot of its own";
    } else {
      EXPECT_GT(shares[1].fraction, 0) << "stages take unequally long";
    }
  }
}

TEST(ScheduleNumbers, DifferencesSayWhichIsBetter) {
  const PipelineInfo grouped = fake_pipeline({});
  const PipelineInfo interleaved = fake_pipeline({.schedule = PipelineSchedule::interleaved});
  const auto lines = differences(grouped, interleaved, 1e9);
  EXPECT_EQ(lines[0].better, -1) << "Grouped is shorter when b = 2f";
  EXPECT_NE(lines[0].words.find("longer"), std::string::npos) << lines[0].words;
  EXPECT_EQ(lines[3].better, 1) << "Interleaved stashes less";
  for (const auto& line : differences(grouped, grouped, 1e9)) {
    EXPECT_EQ(line.better, 0);
    EXPECT_EQ(line.words, "the same");
  }
  EXPECT_EQ(peak_stash_bytes(grouped), 20000 * (7 + 5 + 3 + 1));
  EXPECT_EQ(peak_stash_bytes(interleaved), 20000 * (4 + 3 + 2 + 1));
}

TEST(ScheduleNumbers, TheStashCurveIsReadAtAnyTime) {
  const PipelineInfo info = fake_pipeline({});
  const auto curve = pipelining::stash_curve(info.table, info.timing, 0);
  EXPECT_EQ(held_at(curve, -1), 0);
  EXPECT_EQ(held_at(curve, 0), 1);
  EXPECT_EQ(held_at(curve, 1e18), 0);
  std::int32_t most = 0;
  for (const auto& point : curve) {
    most = std::max(most, held_at(curve, static_cast<double>(point.time)));
  }
  EXPECT_EQ(most, 7);
}

}  // namespace
}  // namespace pipette::app::schedule_scene
