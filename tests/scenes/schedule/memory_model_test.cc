#include "scenes/schedule/memory_model.h"

#include <gtest/gtest.h>

#include "scenes/schedule/fake_schedule.h"

namespace pipette::app::schedule_scene {
namespace {

constexpr std::int64_t kTiles = 4, kTile = 1000;

// One IPU with 4,000 bytes, of which so many are always live.
MemoryReport ipu_with(std::int64_t live) {
  MemoryReport report;
  report.always_live_bytes.assign(kTiles, live / kTiles);
  report.total_always_live_bytes = live;
  report.tile_memory_bytes = kTile;
  return report;
}

PipelineInfo two_stages(std::int64_t stash) {
  PipelineInfo info = fake_pipeline({.stages = 2});
  info.stages[0].variable_bytes = 500;
  info.stages[0].stash_bytes = stash;
  info.stages[1].variable_bytes = 20;
  info.stages[1].stash_bytes = 0;
  info.memory = {ipu_with(800), ipu_with(100)};
  return info;
}

TEST(MemoryModel, OneScaleIsThatOfTheFullestStage) {
  const PipelineInfo info = two_stages(100);
  ASSERT_EQ(info.timing.peak_stash[0], 3) << "2N - 1";
  const MemoryModel model = memory_model(info);
  EXPECT_EQ(model.stages[0].peak, 500 + 3 * 100);
  EXPECT_EQ(model.most, 800);
  EXPECT_EQ(model.scale(0, false), model.scale(1, false)) << "so that stages can be compared";
  EXPECT_EQ(model.scale(1, true), 20) << "so that a small stage has a shape";
}

TEST(MemoryModel, TheLimitIsDrawnToScaleWhereItIsInSight) {
  const MemoryModel far = memory_model(two_stages(100));
  EXPECT_EQ(far.limit, kTiles * kTile);
  EXPECT_FALSE(far.limit_in_sight()) << "five times the fullest stage";
  EXPECT_EQ(far.scale(0, false), 800);
  const MemoryModel near = memory_model(two_stages(500));
  EXPECT_TRUE(near.limit_in_sight()) << "twice the fullest stage";
  EXPECT_EQ(near.scale(0, false), near.limit);
  PipelineInfo unknown = two_stages(500);
  unknown.memory.clear();
  EXPECT_FALSE(memory_model(unknown).limit_in_sight());
  EXPECT_EQ(memory_model(unknown).words, "");
}

TEST(MemoryModel, PartsAndLimitAreToldInBytes) {
  const MemoryModel model = memory_model(two_stages(100));
  EXPECT_EQ(model.stages[0].words, "500 B always live + 3 × 100 B stashed");
  EXPECT_EQ(model.stages[0].brief, "800 B");
  EXPECT_EQ(model.stages[1].words, "20 B always live") << "it stashes nothing";
  EXPECT_EQ(model.words, "An IPU has 3.91 KiB: the fullest uses 20.0 %");
  EXPECT_EQ(model.brief, "20.0 % full");
  PipelineInfo loss = two_stages(100);
  loss.stages[1].variable_bytes = 0;
  EXPECT_EQ(memory_model(loss).stages[1].words, "Holds nothing");
}

}  // namespace
}  // namespace pipette::app::schedule_scene
