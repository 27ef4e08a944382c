#include "pipeline/schedule_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "pipeline/schedule_random.h"
#include "pipeline/schedule_text.h"
#include "pipeline/slot_clock.h"

namespace pipette::pipelining {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using theme::Activity;

constexpr Columns kBoth[] = {Columns::slots, Columns::cycles};
constexpr double kTiny = 1e-9;

// Boxes and the weight update of a row, in order, stand beside each other and inside the axis.
void expect_rows_in_order(const ScheduleTable& table, const ScheduleLayout& layout) {
  for (int row = 0; row < table.num_rows(); ++row) {
    double free_from = 0;
    for (const std::int32_t index : table.row(row)) {
      const LaidOutBox& box = layout.boxes[static_cast<std::size_t>(index)];
      EXPECT_EQ(box.row, row);
      EXPECT_GE(box.begin, free_from - kTiny);
      EXPECT_GE(box.end, box.begin);
      free_from = box.end;
    }
    const LaidOutRow& own = layout.rows[static_cast<std::size_t>(row)];
    if (own.updates()) {
      EXPECT_GE(own.update.begin, free_from - kTiny);
      free_from = own.update.end;
    }
    EXPECT_LE(free_from, layout.end + kTiny);
    double idle_until = 0;
    for (const AxisSpan& idle : own.idle) {
      EXPECT_GE(idle.begin, idle_until - kTiny);
      EXPECT_GE(idle.end, idle.begin);
      idle_until = idle.end;
    }
    EXPECT_LE(idle_until, layout.end + kTiny);
  }
}

// Every box of the table is there, between the start and the barrier of its slot.
void expect_boxes_in_their_slots(const ScheduleTable& table, const ScheduleLayout& layout) {
  ASSERT_EQ(layout.boxes.size(), table.boxes.size());
  for (std::size_t i = 0; i < table.boxes.size(); ++i) {
    const ScheduleBox& box = table.boxes[i];
    const LaidOutBox& placed = layout.boxes[i];
    EXPECT_EQ(placed.number, box.mini_batch + 1);
    EXPECT_EQ(placed.stage, box.stage);
    EXPECT_EQ(placed.activity, box.backward ? Activity::backward : Activity::forward);
    const AxisSpan& slot = layout.slots[static_cast<std::size_t>(box.slot)];
    EXPECT_GE(placed.begin, slot.begin);
    EXPECT_LE(placed.end, slot.end);
  }
}

// Slots, barriers and parts follow each other.
void expect_axis_in_order(const ScheduleTable& table, const ScheduleLayout& layout) {
  ASSERT_EQ(layout.slots.size(), static_cast<std::size_t>(table.num_slots()));
  ASSERT_EQ(layout.barriers.size(), table.num_rows() > 1 ? layout.slots.size() : 0);
  double at = 0;
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    EXPECT_EQ(layout.slots[slot].begin, at);
    at = layout.slots[slot].end;
    EXPECT_GE(at, layout.slots[slot].begin);
    if (layout.barriers.empty()) continue;
    EXPECT_EQ(layout.barriers[slot].begin, at);
    at = layout.barriers[slot].end;
    EXPECT_GE(at, layout.barriers[slot].begin);
    EXPECT_GE(layout.barriers[slot].copy_cycles, 0);
  }
  double part_end = 0;
  for (const LaidOutPart& part : layout.parts) {
    EXPECT_EQ(part.begin, part_end);
    part_end = part.end;
  }
  EXPECT_TRUE(part_end == layout.end || layout.end == 1) << part_end;
}

TEST(ScheduleLayout, CoversRandomSchedulesInOrder) {
  RandomStream random(71, "layout");
  for (int i = 0; i < 300; ++i) {
    const RandomPipeline pipeline = random_pipeline(random);
    SCOPED_TRACE(pipeline.text());
    const ScheduleTable table = pipeline.table();
    const ScheduleTiming timing = time_schedule(table, random_costs(table, random));
    for (const Columns columns : kBoth) {
      const ScheduleLayout layout = lay_out_schedule(table, timing, columns);
      expect_rows_in_order(table, layout);
      expect_boxes_in_their_slots(table, layout);
      expect_axis_in_order(table, layout);
      double before = -1;
      for (double place = 0; place <= last_place(timing); place += 0.25) {
        const double axis = layout.axis_of_place(timing, place);
        EXPECT_GE(axis, before);
        EXPECT_LE(axis, layout.end);
        before = axis;
      }
    }
    if (HasFailure()) return;
  }
}

TEST(ScheduleLayout, ColumnsOfCyclesAreTheTimes) {
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::sequential, {{0}, {2}, {2}, {0}}, true, 2);
  ScheduleCosts costs = equal_costs(table, 10, 30);
  costs.sync_cycles = 2;
  costs.copies.assign(8, {{}, 5});
  costs.weight_update_cycles = {7, 9};
  const ScheduleTiming timing = time_schedule(table, costs);
  const ScheduleLayout layout = lay_out_schedule(table, timing, Columns::cycles);
  EXPECT_EQ(layout.end, static_cast<double>(timing.makespan_cycles));
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    EXPECT_EQ(layout.boxes[i].begin, static_cast<double>(timing.begin[i]));
    EXPECT_EQ(layout.boxes[i].end, static_cast<double>(timing.end[i]));
  }
  ASSERT_EQ(layout.rows.size(), 2u);
  EXPECT_EQ(layout.rows[1].name(), "IPU 2");
  EXPECT_THAT(layout.rows[0].stages, ElementsAre(0, 3));
  EXPECT_THAT(layout.rows[1].stages, ElementsAre(1, 2));
  EXPECT_EQ(layout.rows[0].stage_label(3), "s3");
  const auto update = static_cast<double>(timing.update_begin);
  EXPECT_EQ(layout.rows[0].update.begin, update);
  EXPECT_EQ(layout.rows[0].update.end, update + 7);
  EXPECT_EQ(layout.rows[0].idle.size(), timing.idle_of(0).size());
  EXPECT_EQ(layout.rows[0].idle.back().end, update + 9);
  EXPECT_EQ(layout.barriers[0].sync_cycles, 2);
  EXPECT_EQ(layout.barriers[0].copy_cycles, 5);
  ASSERT_EQ(layout.parts.size(), 2u) << "nothing ramps";
  EXPECT_EQ(layout.parts[0].name, "main");
  EXPECT_DOUBLE_EQ(layout.parts[0].utilisation, 0.5);
  EXPECT_TRUE(layout.parts[1].is_update);
}

TEST(ScheduleLayout, ColumnsOfSlotsAreOneWide) {
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::grouped, default_device_mapping(4), true, 16);
  ScheduleCosts costs = equal_costs(table, 10, 30);
  costs.weight_update_cycles = {1, 1000, 1, 1};
  const ScheduleTiming timing = time_schedule(table, costs);
  const ScheduleLayout layout = lay_out_schedule(table, timing, Columns::slots);
  EXPECT_EQ(layout.end, table.num_slots() + kUpdateSlots);
  EXPECT_EQ(layout.slots[7].begin, 7);
  EXPECT_EQ(layout.slots[7].end, 8);
  EXPECT_EQ(layout.rows[0].stage_label(0), "") << "one stage an IPU";
  for (const LaidOutRow& row : layout.rows) EXPECT_TRUE(row.updates()) << "however short";
  std::vector<std::string> names;
  for (const LaidOutPart& part : layout.parts) names.push_back(part.name);
  EXPECT_THAT(names, ElementsAre("ramp-up", "main", "ramp-down", "weight update"));
}

TEST(ScheduleLayout, OneIpuAloneHasNoBarrierAndInferenceNoUpdate) {
  const ScheduleTable table = make_schedule_table(PipelineSchedule::grouped, {{0}, {0}}, false, 4);
  const ScheduleTiming timing = time_schedule(table, equal_costs(table, 10, 30));
  const ScheduleLayout layout = lay_out_schedule(table, timing, Columns::cycles);
  EXPECT_TRUE(layout.barriers.empty());
  EXPECT_FALSE(layout.rows[0].updates());
  for (const LaidOutPart& part : layout.parts) EXPECT_FALSE(part.is_update);
}

// The picture draws the numbers of the layout: so does the page, whose spans are tested against it,
// and JavaScript (tests/bindings/pipeline_view_test.cc).
TEST(ScheduleLayout, ThePictureShowsEveryBoxWithItsTimes) {
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::interleaved, default_device_mapping(3), true, 6);
  ScheduleCosts costs = equal_costs(table, 11, 23);
  costs.weight_update_cycles = {5, 6, 7};
  const ScheduleTiming timing = time_schedule(table, costs);
  const ScheduleLayout layout = lay_out_schedule(table, timing, Columns::cycles);
  const std::string text = schedule_svg(table, timing);
  for (const LaidOutBox& box : layout.boxes) {
    std::ostringstream title;
    title << theme::label_of(box.activity) << " of mini-batch " << box.number << ", stage "
          << box.stage << ", " << layout.rows[static_cast<std::size_t>(box.row)].name();
    EXPECT_THAT(text, HasSubstr(title.str()));
    std::ostringstream times;
    times << "cycles " << box.begin << " to " << box.end << " (";
    EXPECT_THAT(text, HasSubstr(times.str()));
  }
}

}  // namespace
}  // namespace pipette::pipelining
