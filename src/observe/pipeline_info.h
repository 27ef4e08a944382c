// A pipelined program for people: its schedule with the program's times, its stages, its memory,
// and the position of a run.
//
//   PipelineInfo info = describe(outline, strategy);
//   info.table.slot(7);  info.timing.total.bubble_fraction();  info.stages[0].stash_bytes;
//   PipelinePosition at = pipeline_position(info, strategy);       // at.slot, at.done[program]
//
// Times are cycles of the modelled clock, counted from the start of one weight update's pipeline
// (ScheduleTiming) unless a comment says otherwise. The timing is computed from the costs in the
// compiled program by the rule that the engine follows; only waiting for the infeed is not
// predicted. All of these are plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/memory.h"
#include "pipeline/pipeline_outline.h"
#include "pipeline/program_costs.h"
#include "pipeline/schedule_timing.h"
#include "program/strategy.h"

namespace pipette {

struct StageInfo {
  std::string name;                                              // "dense 784 × 256"
  std::vector<int> ipus;                                         // of a replica
  std::int64_t forward_cycles = 0, backward_cycles = 0;          // of one mini-batch
  std::int64_t recompute_cycles = 0;                             // in a slot of its own
  std::int64_t forward_send_bytes = 0, backward_send_bytes = 0;  // to the next and previous stage
  std::int64_t variable_bytes = 0;  // weights, accumulators and optimizer state
  std::int64_t stash_bytes = 0;     // kept for the backward pass, per mini-batch
};

struct PipelineInfo {
  pipelining::ScheduleTable table;
  pipelining::ScheduleCosts costs;
  pipelining::ScheduleTiming timing;
  std::vector<StageInfo> stages;
  std::vector<MemoryReport> memory;  // by IPU of a replica
  Ladder ladder;                     // which the IPUs form
  int num_replicas = 1;
  std::uint64_t program = 0;  // Function::uid() of the function described
};

struct PipelinePosition {
  bool running = false;            // between the first slot and the end of the weight update
  bool updating = false;           // all slots are done, the weights are being updated
  std::int32_t slot = 0;           // the current or next slot
  std::vector<std::int64_t> done;  // mini-batches finished, by stage program
  std::int64_t begin_cycle = 0;    // when this pipeline run began, on the modelled clock
  std::int64_t update = 0;         // weight updates finished before it
};

// Compiles the function if necessary.
PipelineInfo describe(const pipelining::PipelineOutline& outline, Strategy& strategy);

// The position of the latest run of that program. `running` is false if another program ran last.
PipelinePosition pipeline_position(const PipelineInfo& info, const Strategy& strategy);

}  // namespace pipette
