#include "pipeline/schedule_table.h"

#include <gmock/gmock.h>

#include <map>
#include <tuple>

#include "core/error.h"
#include "pipeline/schedule_random.h"

namespace pipette::pipelining {
namespace {

using testing::HasSubstr;

// The published tables list a slot's programs by IPU; we list them in execution order. On one IPU
// both agree, so the slots are compared after a stable sort by IPU.
void expect_derived_table(const Json& oracle) {
  const Json& inputs = oracle["inputs"];
  const ScheduleTable table =
      make_schedule_table(parse_schedule(inputs["schedule"].get<std::string>()),
                          default_device_mapping(inputs["stages"]), true, inputs["G"]);
  const Json& expected = oracle["expected"]["table"];
  ASSERT_EQ(table.num_slots(), oracle["expected"]["slots"]);
  ASSERT_EQ(static_cast<std::size_t>(table.num_slots()), expected.size());
  for (int slot = 0; slot < table.num_slots(); ++slot) {
    std::vector<ScheduleBox> boxes(table.slot(slot).begin(), table.slot(slot).end());
    std::stable_sort(boxes.begin(), boxes.end(),
                     [](const ScheduleBox& a, const ScheduleBox& b) { return a.row < b.row; });
    Json found = Json::array();
    for (const ScheduleBox& box : boxes) {
      found.push_back({table.devices[static_cast<std::size_t>(box.row)], box.backward ? "B" : "F",
                       box.mini_batch});
    }
    EXPECT_EQ(found, expected[static_cast<std::size_t>(slot)]) << "slot " << slot;
  }
}

TEST(Oracle, derived_table_grouped_2x4) {
  PIPETTE_ORACLE_CASE(derived_table_grouped_2x4);
  expect_derived_table(oracle);
}

TEST(Oracle, derived_table_grouped_4x8) {
  PIPETTE_ORACLE_CASE(derived_table_grouped_4x8);
  expect_derived_table(oracle);
}

TEST(Oracle, derived_table_interleaved_2x4) {
  PIPETTE_ORACLE_CASE(derived_table_interleaved_2x4);
  expect_derived_table(oracle);
}

TEST(Oracle, derived_table_interleaved_4x8) {
  PIPETTE_ORACLE_CASE(derived_table_interleaved_4x8);
  expect_derived_table(oracle);
}

TEST(Oracle, derived_table_sequential_2x2) {
  PIPETTE_ORACLE_CASE(derived_table_sequential_2x2);
  expect_derived_table(oracle);
}

TEST(ScheduleTable, SlotsOfEachStageAreTheFormulas) {  // docs/semantics.md, "Schedules"
  for (int n : {2, 3, 4, 8, 16}) {
    for (PipelineSchedule schedule : kAllSchedules) {
      const int g = 4 * n;
      const ScheduleTable table = make_schedule_table(schedule, default_device_mapping(n), true, g);
      const bool grouped = schedule == PipelineSchedule::grouped;
      const bool sequential = schedule == PipelineSchedule::sequential;
      const int step = sequential ? 2 * n : grouped ? 1 : 2;
      EXPECT_EQ(table.num_slots(), sequential ? 2 * n * g : step * g + 2 * n - (grouped ? 1 : 2));
      for (int b = 0; b < g; ++b) {
        for (int s = 0; s < n; ++s) {
          const auto slot = [&](bool backward) {
            return table.boxes[static_cast<std::size_t>(table.find(s, backward, b))].slot;
          };
          EXPECT_EQ(slot(false), step * b + s);
          EXPECT_EQ(slot(true), step * b + 2 * n - 1 - s);
        }
      }
    }
  }
}

TEST(ScheduleTable, PropertiesOfRandomPipelines) {
  RandomStream random(2, "schedules");
  std::map<std::tuple<PipelineSchedule, bool, bool>, int> seen;
  for (int round = 0; round < 1500; ++round) {
    const RandomPipeline p = random_pipeline(random);
    SCOPED_TRACE(p.text());
    const ScheduleTable table = p.table();
    ++seen[{p.schedule, p.training, p.own_devices()}];
    std::size_t members = 0;
    for (const auto& list : program_devices(p.mapping, p.training)) members += list.size();
    ASSERT_EQ(table.boxes.size(), members * static_cast<std::size_t>(p.count));

    // Every (stage, direction, mini-batch) once, on each of its devices; nothing else.
    std::map<std::tuple<int, bool, int, int>, std::size_t> place;  // with the row
    for (std::size_t i = 0; i < table.boxes.size(); ++i) {
      const ScheduleBox& box = table.boxes[i];
      EXPECT_TRUE(
          place.emplace(std::tuple(box.stage, box.backward, box.mini_batch, box.row), i).second);
      const auto& devices = p.mapping[static_cast<std::size_t>(box.stage)];
      EXPECT_EQ(std::count(devices.begin(), devices.end(),
                           table.devices[static_cast<std::size_t>(box.row)]),
                1);
      EXPECT_LT(box.mini_batch, p.count);
    }
    // A mini-batch goes through the programs in order: in an earlier slot, whatever the IPU.
    for (std::int32_t b = 0; b < p.count; ++b) {
      int before = -1;
      for (int program = 0; program < table.num_programs(); ++program) {
        const bool backward = program >= table.num_stages;
        const int stage = backward ? 2 * table.num_stages - 1 - program : program;
        const ScheduleBox& box =
            table.boxes[static_cast<std::size_t>(table.find(stage, backward, b))];
        EXPECT_EQ(std::tuple(box.stage, box.backward, box.mini_batch),
                  std::tuple(stage, backward, b));
        EXPECT_GT(box.slot, before);
        before = box.slot;
      }
    }
    // Slots and rows list the same boxes; one program at a time under Interleaved.
    std::size_t listed = 0;
    for (int slot = 0; slot < table.num_slots(); ++slot) {
      std::vector<int> on_row(table.devices.size(), 0);
      for (const ScheduleBox& box : table.slot(slot)) {
        EXPECT_EQ(box.slot, slot);
        ++on_row[static_cast<std::size_t>(box.row)];
        ++listed;
      }
      EXPECT_TRUE(!table.slot(slot).empty() || !table.transfers_of(slot).empty() ||
                  (table.overlapped_io && slot == 0))
          << "an empty slot";
      EXPECT_LE(table.slot_utilisation(slot), 1.0);
      if (p.schedule != PipelineSchedule::grouped) {
        EXPECT_LE(*std::max_element(on_row.begin(), on_row.end()), 1);
      }
    }
    EXPECT_EQ(listed, table.boxes.size());
    std::size_t in_rows = 0;
    for (int row = 0; row < table.num_rows(); ++row) {
      std::int32_t before = -1;
      for (std::int32_t i : table.row(row)) {
        EXPECT_EQ(table.boxes[static_cast<std::size_t>(i)].row, row);
        EXPECT_GT(i, before);
        before = i;
        ++in_rows;
      }
    }
    EXPECT_EQ(in_rows, table.boxes.size());
  }
  EXPECT_EQ(seen.size(), 3u * 2 * 2 - 1) << "Interleaved training has devices of its own";
}

TEST(ScheduleTable, PartsAndUtilisation) {
  const auto make = [](PipelineSchedule schedule, int n, int g) {
    return make_schedule_table(schedule, default_device_mapping(n), true, g);
  };
  for (int n : {2, 4, 8}) {
    const int g = 6 * n;
    const ScheduleTable grouped = make(PipelineSchedule::grouped, n, g);
    EXPECT_DOUBLE_EQ(grouped.utilisation(), double(g) / (g + 2 * n - 1));
    EXPECT_EQ(grouped.main_begin, 2 * n);
    EXPECT_EQ(grouped.ramp_down_begin, g);
    EXPECT_DOUBLE_EQ(grouped.utilisation(SchedulePart::main), 1);
    EXPECT_DOUBLE_EQ(grouped.utilisation(SchedulePart::ramp_up), (2 * n + 1.0) / (4 * n));
    EXPECT_DOUBLE_EQ(grouped.utilisation(SchedulePart::ramp_down), 0.5);
    const ScheduleTable interleaved = make(PipelineSchedule::interleaved, n, g);
    EXPECT_DOUBLE_EQ(interleaved.utilisation(), double(g) / (g + n - 1));
    EXPECT_DOUBLE_EQ(interleaved.utilisation(SchedulePart::main), 1);
    EXPECT_EQ(interleaved.main_begin, 2 * n);
    const ScheduleTable sequential = make(PipelineSchedule::sequential, n, 5);
    EXPECT_DOUBLE_EQ(sequential.utilisation(), 1.0 / n);
    EXPECT_EQ(sequential.part(0), SchedulePart::main);
    EXPECT_EQ(sequential.part(sequential.num_slots() - 1), SchedulePart::main);
    EXPECT_DOUBLE_EQ(sequential.utilisation(SchedulePart::ramp_down), 0);
  }
  const ScheduleTable shortest = make(PipelineSchedule::grouped, 4, 8);
  EXPECT_EQ(shortest.part(7), SchedulePart::ramp_up);
  EXPECT_EQ(shortest.part(8), SchedulePart::ramp_down);
  EXPECT_DOUBLE_EQ(shortest.utilisation(SchedulePart::main), 0);
  EXPECT_DOUBLE_EQ(shortest.slot_utilisation(0), 1.0 / 8);
  EXPECT_DOUBLE_EQ(shortest.slot_utilisation(7), 1);
}

TEST(ScheduleTable, ConcurrentStagesOfTheFigure) {  // docs/semantics.md, "Concurrent stages"
  const ScheduleTable table =
      make_schedule_table(PipelineSchedule::grouped, {{0}, {1}, {0, 1, 2, 3}, {3}}, false, 8);
  EXPECT_EQ(table.overlap, 4);
  std::map<std::pair<int, int>, int> batch;  // [IPU, stage] in iteration k = 5
  for (const ScheduleBox& box : table.slot(5)) batch[{box.row, box.stage}] = box.mini_batch;
  const std::map<std::pair<int, int>, int> figure = {
      {{0, 0}, 5}, {{1, 1}, 4}, {{0, 2}, 3}, {{1, 2}, 3}, {{2, 2}, 3}, {{3, 2}, 3}, {{3, 3}, 2}};
  EXPECT_EQ(batch, figure);
}

TEST(ScheduleTable, WhatCannotBeListedIsRefused) {
  const auto make = [](std::int64_t count) {
    make_schedule_table(PipelineSchedule::grouped, default_device_mapping(4), true, count);
  };
  try {
    make(2147483640);
    ADD_FAILURE();
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(), HasSubstr("is 524288"));
  }
  EXPECT_NO_THROW(make(524288));
  EXPECT_THROW(make(524296), InvalidArgument);
  EXPECT_THROW(make(9), FailedPrecondition);
  EXPECT_THROW(make_schedule_table(PipelineSchedule::grouped, {}, true, 8), ValueError);
  EXPECT_THROW(make_schedule_table(PipelineSchedule::interleaved, {{0}, {0}}, true, 8),
               Unimplemented);
}

}  // namespace
}  // namespace pipette::pipelining
