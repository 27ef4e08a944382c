// The slots of overlapped I/O: the published blocks, and the plan slot by slot.
#include "pipeline/pipeline_fixture.h"
#include "pipeline/schedule_blocks.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;

// As the upstream tests print blocks: slot after slot, programs as letters, blanks as dots.
std::string text_of(const std::vector<std::vector<int>>& block) {
  std::string text;
  for (const std::vector<int>& slot : block) {
    for (const int program : slot) text += program < 0 ? '.' : static_cast<char>('a' + program);
  }
  return text;
}

std::string padded(SchedulePart part, IoPhase phase) {
  return text_of(overlapped_block(part, phase, {0, 1, 2, 3}, 4));
}

// pipeline_visitor_utils_test.cc, ConstructScheduleGroupedRampUpOverlapIO* and RampDownOverlapIO*
TEST(OverlappedPlan, RampsArePaddedAsPublished) {
  EXPECT_EQ(padded(SchedulePart::ramp_up, IoPhase::input), "a...ba..cba.dcbadcbadcba");
  EXPECT_EQ(padded(SchedulePart::ramp_up, IoPhase::compute), "....a...ba..cba.dcbadcba");
  EXPECT_EQ(padded(SchedulePart::ramp_up, IoPhase::output), "........a...ba..cba.dcba");
  EXPECT_EQ(padded(SchedulePart::ramp_down, IoPhase::input), ".dcb..dc...d............");
  EXPECT_EQ(padded(SchedulePart::ramp_down, IoPhase::compute), "dcba.dcb..dc...d........");
  EXPECT_EQ(padded(SchedulePart::ramp_down, IoPhase::output), "dcbadcba.dcb..dc...d....");
  EXPECT_EQ(padded(SchedulePart::main, IoPhase::compute), "dcba");
}

TEST(OverlappedPlan, AnyCountFromTwoMoreThanTheOverlapWillDo) {
  const DeviceLists devices = program_devices({{0}, {1}}, true);
  const PipelinePlan plan =
      make_overlapped_plan(PipelineSchedule::grouped, devices, feeds_of_ends(2));
  EXPECT_EQ(plan.overlap, 4);
  for (const std::int64_t count : {6, 7, 8, 9, 2147483647})
    EXPECT_NO_THROW(plan.check_count(count));
  expect_error<FailedPrecondition>(
      "must be at least 6, but it is 4. This number might be called `gradient_accumulation_count`, "
      "`gradient_accumulation_steps_per_replica` or `steps_per_execution`; the smallest valid "
      "count is 6",
      [&] { plan.check_count(4); });
  for (const auto schedule : {PipelineSchedule::interleaved, PipelineSchedule::sequential}) {
    expect_error<Unimplemented>("needs the schedule Grouped",
                                [&] { make_overlapped_plan(schedule, devices, feeds_of_ends(2)); });
  }
  expect_error<InvalidArgument>("host transfers of stage program 4, but there are 4", [&] {
    make_overlapped_plan(PipelineSchedule::grouped, devices, {{4}, {}});
  });
}

// A mini-batch's input is a slot before its program, its output a slot after; programs run as
// without I/O, a slot later; and both ramps have two slots more.
TEST(OverlappedPlan, TransfersAreASlotBeforeAndAfterTheirProgram) {
  for (const bool training : {false, true}) {
    for (int stages = 2; stages <= 5; ++stages) {
      const DeviceLists devices = program_devices(default_device_mapping(stages), training);
      const int num_programs = static_cast<int>(devices.size());
      HostTransfers transfers = feeds_of_ends(stages);
      transfers.inputs.push_back(1);
      transfers.outputs.push_back(num_programs - 1);
      const PipelinePlan plan = make_overlapped_plan(PipelineSchedule::grouped, devices, transfers);
      EXPECT_EQ(plan.ramp_up.size(), static_cast<std::size_t>(num_programs + 2));
      for (int count = num_programs + 2; count <= 3 * num_programs; ++count) {
        ASSERT_EQ(plan.num_slots(count), count + num_programs + 1);
        std::vector<int> next(static_cast<std::size_t>(plan.num_parts()), 0);
        for (std::int64_t slot = 0; slot < plan.num_slots(count); ++slot) {
          for (const int part : plan.slot(slot, count)) {
            const int mini_batch = next[static_cast<std::size_t>(part)]++;
            const int later = !plan.is_transfer(part) ? 1 : plan.is_output(part) ? 2 : 0;
            EXPECT_EQ(slot, mini_batch + plan.program_of(part) + later);
          }
        }
        for (const int all : next) EXPECT_EQ(all, count);
      }
    }
  }
}

TEST(OverlappedPlan, PlacesOfPartsAreInTheOrderOfNeed) {
  const PipelinePlan plan = make_overlapped_plan(
      PipelineSchedule::grouped, program_devices({{0}, {1}}, true), feeds_of_ends(2));
  std::vector<int> parts;
  for (int place = 0; place < plan.num_parts(); ++place) {
    parts.push_back(plan.part_at(place));
    EXPECT_EQ(plan.place_of(parts.back()), place);
  }
  EXPECT_EQ(parts, (std::vector<int>{4, 0, 1, 2, 3, 5}));
  EXPECT_EQ(plan.program_of(4), 0);
  EXPECT_EQ(plan.program_of(5), 1);
}

}  // namespace
}  // namespace pipette::pipelining
