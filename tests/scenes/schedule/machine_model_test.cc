#include "scenes/schedule/machine_model.h"

#include <gtest/gtest.h>

#include <map>

#include "pipeline/slot_clock.h"
#include "scenes/schedule/fake_schedule.h"

namespace pipette::app::schedule_scene {
namespace {

using pipelining::PipelineSchedule;
using pipelining::ScheduleBox;

TEST(MachineModel, AgreesWithLookingAtEveryBox) {
  for (const PipelineInfo& info : some_pipelines()) {
    for (double place = 0.01; place < last_place(info.timing); place += 0.173) {
      const MachineModel machine = machine_at(info, place);
      std::vector<int> held(info.stages.size());
      std::vector<std::int64_t> runs(info.table.devices.size(), -1);
      for (std::size_t i = 0; i < info.table.boxes.size(); ++i) {
        const ScheduleBox& box = info.table.boxes[i];
        const bool begun = static_cast<double>(info.timing.begin[i]) <= machine.cycles;
        const bool ended = static_cast<double>(info.timing.end[i]) <= machine.cycles;
        if (info.table.training && !box.backward && begun)
          ++held[static_cast<std::size_t>(box.stage)];
        if (box.backward && ended) --held[static_cast<std::size_t>(box.stage)];
        if (begun && !ended) runs[static_cast<std::size_t>(box.row)] = static_cast<std::int64_t>(i);
      }
      for (std::size_t row = 0; row < runs.size(); ++row) {
        EXPECT_EQ(machine.chips[row].box, runs[row]) << "row " << row << " at " << place;
      }
      for (std::size_t stage = 0; stage < held.size(); ++stage) {
        // Concurrent stages take equally long here, so they hold the same mini-batches.
        const auto members = static_cast<int>(info.stages[stage].ipus.size());
        EXPECT_EQ(machine.stashes[stage].count() * members, held[stage])
            << "stage " << stage << " at " << place;
        EXPECT_LE(machine.stashes[stage].count(), machine.stashes[stage].peak);
      }
    }
  }
}

TEST(MachineModel, IoTilesMoveElementsWhileTheOthersCompute) {
  const PipelineInfo info = fake_pipeline({.stages = 2, .count = 7, .transfer = 9000});
  const MachineModel machine = machine_at(info, 4 + 0.5 * pipelining::kProgramPart);
  ASSERT_EQ(machine.tokens.size(), 2u);
  EXPECT_EQ(machine.tokens[0].mini_batch, 4);  // into IPU 0, for the next slot
  EXPECT_EQ(machine.tokens[0].from, -1);
  EXPECT_EQ(machine.tokens[0].to, 0);
  EXPECT_EQ(machine.tokens[1].mini_batch, 1);  // a loss, out of IPU 1
  EXPECT_EQ(machine.tokens[1].from, 1);
  EXPECT_EQ(machine.tokens[1].to, 2);
  EXPECT_TRUE(machine.tokens[1].loss);
  EXPECT_NEAR(machine.tokens[0].along, 0.5, 1e-3);
  for (const auto& token : machine_at(info, 4.9).tokens) {
    EXPECT_TRUE(token.from >= 0 && token.to <= 1) << "only copies between IPUs";
  }
}

TEST(MachineModel, EveryMiniBatchCrossesEveryLinkOnce) {
  const PipelineInfo info = fake_pipeline({});
  std::vector<int> forward(16), backward(16), entered(16), losses(16);
  for (int slot = -1; slot < info.table.num_slots(); ++slot) {
    for (const auto& token : machine_at(info, slot + 0.9).tokens) {
      const auto b = static_cast<std::size_t>(token.mini_batch);
      EXPECT_NEAR(token.along, 0.6, 1e-3);
      if (token.from < 0) {
        ++entered[b];
        EXPECT_EQ(token.to, 0);
      } else if (token.loss) {
        ++losses[b];
        EXPECT_EQ(token.from, 3);
        EXPECT_EQ(token.to, 4);
      } else {
        EXPECT_EQ(token.to - token.from, token.backward ? -1 : 1);
        ++(token.backward ? backward : forward)[b];
      }
    }
  }
  for (std::size_t b = 0; b < 16; ++b) {
    EXPECT_EQ(forward[b], 3) << b;
    EXPECT_EQ(backward[b], 3) << b;
    EXPECT_EQ(losses[b], 1) << b;
    if (b > 0) {
      EXPECT_EQ(entered[b], 1) << b;
    }
  }
}

TEST(MachineModel, IdleChipsKnowWhy) {
  const PipelineInfo info = fake_pipeline({});
  const MachineModel machine = machine_at(info, 0.3);
  EXPECT_GE(machine.chips[0].box, 0);
  ASSERT_GE(machine.chips[3].idle, 0);
  const auto& idle = info.timing.idle_of(3)[static_cast<std::size_t>(machine.chips[3].idle)];
  EXPECT_EQ(idle.reason, WaitReason::ramp_up);
}

TEST(MachineModel, TheWeightUpdateLightsUpAllChips) {
  const PipelineInfo info = fake_pipeline({});
  const MachineModel machine = machine_at(info, info.table.num_slots() + 1);
  EXPECT_TRUE(machine.updating);
  for (const auto& chip : machine.chips) {
    EXPECT_EQ(chip.activity, Activity::update);
    EXPECT_NEAR(chip.progress, 0.5, 1e-3);
  }
  EXPECT_EQ(machine.finished, 16);
  for (const auto& stash : machine.stashes) EXPECT_EQ(stash.count(), 0);
}

TEST(MachineModel, ConcurrentStagesAllGetAndSendTokens) {
  const PipelineInfo info =
      fake_pipeline({.stages = 3, .count = 12, .mapping = {{0}, {1, 2}, {3}}});
  std::map<std::pair<int, int>, int> forward, backward;
  for (int slot = 0; slot < info.table.num_slots(); ++slot) {
    for (const auto& token : machine_at(info, slot + 0.9).tokens) {
      if (token.loss || token.from < 0) continue;
      ++(token.backward ? backward : forward)[{token.from, token.to}];
    }
  }
  const std::map<std::pair<int, int>, int> to_the_right = {
      {{0, 1}, 12}, {{0, 2}, 12}, {{1, 3}, 12}, {{2, 3}, 12}};
  const std::map<std::pair<int, int>, int> to_the_left = {
      {{3, 1}, 12}, {{3, 2}, 12}, {{1, 0}, 12}, {{2, 0}, 12}};
  EXPECT_EQ(forward, to_the_right);
  EXPECT_EQ(backward, to_the_left);
  for (int program = 0; program < info.table.num_programs(); ++program) {
    const auto boxes = boxes_of(info, program, 7);
    ASSERT_EQ(boxes.size(), program == 1 || program == 4 ? 2U : 1U);
    for (const ScheduleBox& box : boxes) {
      EXPECT_EQ(info.table.pass(box), program);
      EXPECT_EQ(box.mini_batch, 7);
    }
  }
}

}  // namespace
}  // namespace pipette::app::schedule_scene
