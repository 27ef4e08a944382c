// The blocks of a schedule, blanks included, from which a plan is assembled (schedule.h).
//
//   const std::vector<int> offsets = {0, 1, 2, 3};
//   const SchedulePart ramp_up = SchedulePart::ramp_up;
//   schedule_block(PipelineSchedule::grouped, ramp_up, offsets, 4);      // a...ba..cba.dcba
//   recomputation_block(PipelineSchedule::grouped, ramp_up, offsets, 4); // ....b....ba...ba
//
// Recomputations are in the slot before their backward program, in the row in which the stage's
// forward program would be in the schedule.
//
// With overlapped I/O the ramps are padded by two slots, and there is a main part of one slot:
//
//   phase      ramp-up                     ramp-down
//   input      block, 2 full slots         block, 2 blank slots
//   compute    1 blank, block, 1 full      1 full, block, 1 blank
//   output     2 blank, block              2 full, block
//
// Pure functions: any thread.
#pragma once

#include "pipeline/schedule.h"

namespace pipette::pipelining {

// One block of the schedule, blanks included: for each slot one program, or -1, per offset, in
// execution order. The full block of Grouped runs the last program first; all others keep the order
// of the rows.
enum class SchedulePart : std::uint8_t { ramp_up, main, ramp_down };
constexpr auto choices_of(SchedulePart) {
  return std::to_array<Choice<SchedulePart>>({{SchedulePart::ramp_up, "ramp_up", "ramp-up"},
                                              {SchedulePart::main, "main"},
                                              {SchedulePart::ramp_down, "ramp_down", "ramp-down"}});
}
std::vector<std::vector<int>> schedule_block(PipelineSchedule schedule, SchedulePart part,
                                             const std::vector<int>& offsets, int num_programs);

// The same for recomputations, in training: the stage that runs its forward pass again, or -1.
std::vector<std::vector<int>> recomputation_block(PipelineSchedule schedule, SchedulePart part,
                                                  const std::vector<int>& offsets,
                                                  int num_programs);

// Pads a block of any part with `left` empty slots before it and `right` after it. Throws
// ValueError for negative numbers, and for padding a block without slots, since nothing says how
// many programs its slots would have.
std::vector<std::vector<int>> padded_block(std::vector<std::vector<int>> block, int left,
                                           int right);

// The blocks with overlapped I/O, for Grouped.
constexpr std::size_t kIoSlots = 2;  // added to each ramp
enum class IoPhase : std::uint8_t { input, compute, output };
std::vector<std::vector<int>> overlapped_block(SchedulePart part, IoPhase phase,
                                               const std::vector<int>& offsets, int num_programs);
std::vector<std::vector<int>> overlapped_recomputation_block(SchedulePart part,
                                                             const std::vector<int>& offsets,
                                                             int num_programs);

}  // namespace pipette::pipelining
