// The activity of every IPU of a pipeline at one moment, and the place of each mini-batch. Pure: a
// function of the schedule and a place in it, so that it can be played at any speed and stepped
// back.
//
//   const MachineModel machine = machine_at(info, 7.5);     // the middle of slot 7
//   machine.chips[0].activity;  machine.tokens.size();  machine.stashes[0].count();
//
// Places are those of slot_clock.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "observe/pipeline_info.h"
#include "ui/theme.h"

namespace pipette::app::schedule_scene {

struct MachineModel {
  struct Chip {
    Activity activity = Activity::idle;  // exchange after the barrier, if it ran something
    std::int32_t box = -1;               // index of the running box; -1: none
    float progress = 0;                  // of the box, or of the weight update
    std::int32_t idle = -1;              // index into the row's idle spans; -1: not idle
  };
  // A mini-batch on its way from one row to another; row -1 is the infeed, `rows` the outfeed.
  struct Token {
    std::int32_t mini_batch = 0;
    std::int32_t from = 0, to = 0;
    bool backward = false;
    bool loss = false;
    float along = 0;  // 0 to 1
  };
  // The FIFO of a stage holds the mini-batches [first, end).
  struct Stash {
    std::int32_t first = 0, end = 0, peak = 0;
    std::int32_t count() const { return end - first; }
  };

  int slot = 0;
  double cycles = 0;
  bool updating = false;
  std::vector<Chip> chips;  // by row of the schedule
  std::vector<Token> tokens;
  std::vector<Stash> stashes;    // by stage
  std::int32_t entered = 0;      // mini-batches that have left the infeed
  std::int32_t losses_done = 0;  // forward passes that have left the last stage
  std::int32_t finished = 0;     // finished backward passes (in inference: forward passes)
};

MachineModel machine_at(const PipelineInfo& info, double place);

// The boxes of a mini-batch in a stage program; a group of concurrent stages has several. Their
// indices follow one another, from table.find() on.
std::span<const pipelining::ScheduleBox> boxes_of(const PipelineInfo& info, int program,
                                                  std::int32_t mini_batch);

}  // namespace pipette::app::schedule_scene
