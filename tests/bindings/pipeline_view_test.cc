#include "bindings/pipeline_view.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "pipeline/schedule_layout.h"

namespace pipette::bindings {
namespace {

using pipelining::PipelineSchedule;

PipelineInfo two_rows() {
  PipelineInfo info;
  info.table = pipelining::make_schedule_table(PipelineSchedule::sequential, {{0}, {3}, {0}}, true,
                                               /*count=*/2);
  info.costs = pipelining::equal_costs(info.table, 10, 30);
  info.costs.sync_cycles = 2;
  info.costs.weight_update_cycles = {7, 0};
  info.timing = pipelining::time_schedule(info.table, info.costs);
  info.stages.resize(3);
  return info;
}

TEST(PipelineView, HasTheTransfersOfIoTiles) {
  PipelineInfo info;
  info.table = pipelining::make_schedule_table(PipelineSchedule::grouped, {{0}, {3}}, false, 4,
                                               pipelining::feeds_of_ends(2));
  info.costs = pipelining::equal_costs(info.table, 10, 30);
  info.costs.transfer_cycles = {7, 5};
  info.timing = pipelining::time_schedule(info.table, info.costs);
  info.stages.resize(2);
  const Json json = Json::parse(pipeline_json(&info, {}));
  ASSERT_EQ(json["transfers"].size(), 8u);
  const Json second = {{"slot", 1},   {"row", 0},          {"ipu", 0},
                       {"stage", 0},  {"output", false},   {"mini_batch", 1},
                       {"number", 2}, {"begin_cycles", 7}, {"end_cycles", 14}};
  EXPECT_EQ(json["transfers"][1], second);
  const Json& last = json["transfers"][7];
  EXPECT_EQ(last["output"], true);
  EXPECT_EQ(last["ipu"], 3);
  EXPECT_EQ(last["end_cycles"], info.timing.makespan_cycles);
}

// What JavaScript draws are the numbers of the layout, from which page and command line draw too.
TEST(PipelineView, IsTheLayoutInCycles) {
  const PipelineInfo info = two_rows();
  const auto layout = lay_out_schedule(info.table, info.timing, pipelining::Columns::cycles);
  const Json json = Json::parse(pipeline_json(&info, {}));
  ASSERT_EQ(json["boxes"].size(), layout.boxes.size());
  for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
    const Json& box = json["boxes"][i];
    EXPECT_EQ(box["begin_cycles"], layout.boxes[i].begin);
    EXPECT_EQ(box["end_cycles"], layout.boxes[i].end);
    EXPECT_EQ(box["row"], layout.boxes[i].row);
    EXPECT_EQ(box["number"], layout.boxes[i].number);
    EXPECT_EQ(box["number"], box["mini_batch"].get<int>() + 1);
    EXPECT_EQ(box["ipu"], json["rows"][box["row"].get<std::size_t>()]["ipu"]);
    EXPECT_EQ(box["activity"], box["backward"].get<bool>() ? "backward" : "forward");
  }
  const Json rows = {{{"ipu", 0}, {"name", "IPU 0"}, {"stages", {0, 2}}},
                     {{"ipu", 3}, {"name", "IPU 3"}, {"stages", {1}}}};
  EXPECT_EQ(json["rows"], rows);
  const std::int64_t update = info.timing.update_begin;
  const Json updates = {
      {{"row", 0}, {"ipu", 0}, {"begin_cycles", update}, {"end_cycles", update + 7}}};
  EXPECT_EQ(json["weight_updates"], updates);
  EXPECT_EQ(json["barriers"].size(), static_cast<std::size_t>(info.table.num_slots()));
  EXPECT_EQ(json["barriers"][0]["begin_cycles"], 10);
  EXPECT_EQ(json["barriers"][0]["end_cycles"], 12);
  EXPECT_EQ(json["parts"][0]["name"], "main");
  EXPECT_EQ(json["parts"][1]["name"], "weight update");
  EXPECT_TRUE(json["parts"][1]["utilisation"].is_null());
  EXPECT_EQ(json["parts"][1]["end_cycles"], info.timing.makespan_cycles);
  EXPECT_EQ(json["idle"].size(), info.timing.idle_of(0).size() + info.timing.idle_of(1).size());
  EXPECT_EQ(json["idle"][0]["row"], 0);
  EXPECT_EQ(json["idle"][0]["text"], explain(info.table, info.timing.idle_of(0)[0]));
}

TEST(PipelineView, IsNullWithoutAPipeline) { EXPECT_EQ(pipeline_json(nullptr, {}), "null"); }

}  // namespace
}  // namespace pipette::bindings
