#include "scenes/schedule/machine_caption.h"

#include <gtest/gtest.h>

#include "pipeline/slot_clock.h"
#include "scenes/schedule/fake_schedule.h"

namespace pipette::app::schedule_scene {
namespace {

std::string caption_at(const PipelineInfo& info, double place) {
  return machine_caption(info, machine_at(info, place));
}

TEST(MachineCaption, NamesWhoWorksAndWhyTheOthersDoNot) {
  const PipelineInfo info = fake_pipeline({.stages = 2, .count = 8});
  const std::string slots = std::to_string(info.table.num_slots());
  EXPECT_EQ(caption_at(info, 0.3),
            "Slot 0 of " + slots + ": IPU 0 computes forward 1; IPU 1 stands still: ramp-up");
  EXPECT_EQ(caption_at(info, 1.3),
            "Slot 1 of " + slots + ": IPU 0 computes forward 2 and IPU 1 forward 1");
  const std::string last = caption_at(info, last_place(info.timing) - 0.01);
  EXPECT_EQ(last.rfind("Weight update: ", 0), 0u) << last;
  EXPECT_NE(last.find("8 mini-batches"), std::string::npos) << last;
}

TEST(MachineCaption, SequentialHasNoRamps) {
  const PipelineInfo info = fake_pipeline(
      {.schedule = pipelining::PipelineSchedule::sequential, .stages = 2, .count = 4});
  for (double place = 0; place < last_place(info.timing); place += 0.25) {
    EXPECT_EQ(caption_at(info, place).find("ramp"), std::string::npos) << caption_at(info, place);
  }
  EXPECT_NE(caption_at(info, 0.3).find("IPU 1 stands still: no mini-batch yet"), std::string::npos)
      << caption_at(info, 0.3);
}

TEST(MachineCaption, CountsWhereThereAreMany) {
  const PipelineInfo info = fake_pipeline({.stages = 8, .count = 16});
  const std::string early = caption_at(info, 0.3);
  EXPECT_NE(early.find("IPU 0 computes forward 1; 7 IPUs stand still: ramp-up"), std::string::npos)
      << early;
  const std::string late = caption_at(info, 7.3);
  EXPECT_NE(late.find("8 of 8 IPUs compute"), std::string::npos) << late;
}

TEST(MachineCaption, SaysWhatSeveralWaitForAsOfOne) {
  const PipelineInfo info = fake_pipeline({.stages = 4, .count = 16});
  int waits = 0;
  for (double place = 0; place < last_place(info.timing); place += 0.05) {
    const std::string caption = caption_at(info, place);
    EXPECT_EQ(caption.find("still: wait"), std::string::npos) << caption;
    if (caption.find("still, waiting ") != std::string::npos) ++waits;
  }
  EXPECT_GT(waits, 0);
}

}  // namespace
}  // namespace pipette::app::schedule_scene
