// Decides when each stage program of a pipeline runs: the compiler's rule for the three schedules.
//
//   const auto devices = program_devices({{0}, {1}, {2}, {3}}, /*training=*/true);
//   const PipelinePlan plan = make_plan(PipelineSchedule::grouped, devices);
//   plan.check_count(16);                                // a multiple of 8: fine
//   for (int program : plan.slot(7, 16)) ...             // 7 6 5 4 3 2 1 0: B1 before F8 on IPU 0
//
// A stage has a forward program and, in training, a backward program on the same devices. Programs
// are numbered in the order in which a mini-batch passes through them: forwards 0..N-1, then the
// backward of stage N-1, and so on to the backward of stage 0. A group of concurrent stages is one
// stage on several devices.
//
// The rule (docs/semantics.md, "The compiler's rule"; it reproduces every order test of the
// original): a mini-batch advances by one program in each slot, and mini-batches start at the
// `offsets` of a block that has as many slots as there are programs. Each offset has a row; ramp-up
// blanks everything before the start, ramp-down everything after the end, and count / offsets - 1
// whole blocks run in between.
//
//   schedule      offsets                                    FIFO of stage s    held at most
//   Grouped       0, 1, ..., programs - 1                    2 (N - 1 - s)      2 (N - s) - 1
//   Interleaved   those at which no device has two programs  N - 1 - s          N - s
//   Sequential    0                                          0                  1
//
// The trailing empty slots of the ramp-down are left out of a plan.
//
// Overlapped I/O (Grouped only): separate tiles move data between host and IPU while the others
// compute. The same block is run in three copies, one slot apart: for inputs, stage programs and
// outputs (`IoPhase`). Full slots fill the gaps, so both ramps are two slots longer, and one full
// slot is repeated in between: any count from overlap + 2 on is valid.
//
// Recomputation before the backward pass (RecomputeThenBackpropagate) has a place of its own: the
// slot before the backward program, after the stage programs of that slot. The blocks are defined
// in schedule_blocks.h.
//
// Free functions without state: any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/choices.h"
#include "graph/pipeline_plan.h"

namespace pipette::pipelining {

// Devices of each program or stage, in order; several for a group of concurrent stages.
using DeviceLists = std::vector<std::vector<int>>;

constexpr int kMaxStages = 1024;
constexpr int kMaxDevice = 4095;  // the largest id of an IPU in a schedule
constexpr int kMaxBatchSerialization = 4096;

enum class PipelineSchedule { grouped, interleaved, sequential };
constexpr auto choices_of(PipelineSchedule) {
  return std::to_array<Choice<PipelineSchedule>>(
      {{PipelineSchedule::grouped, "grouped", "Grouped"},
       {PipelineSchedule::interleaved, "interleaved", "Interleaved"},
       {PipelineSchedule::sequential, "sequential", "Sequential"}});
}
// Accepts the words in any case. Throws ValueError for anything else.
PipelineSchedule parse_schedule(std::string_view text);

enum class RecomputationMode {
  automatic,
  recompute_then_backpropagate,             // "RecomputeThenBackpropagate"
  recompute_and_backpropagate_interleaved,  // "RecomputeAndBackpropagateInterleaved"
};
constexpr auto choices_of(RecomputationMode) {
  return std::to_array<Choice<RecomputationMode>>(
      {{RecomputationMode::automatic, "auto", "Auto"},
       {RecomputationMode::recompute_then_backpropagate, "recompute_then_backpropagate",
        "RecomputeThenBackpropagate"},
       {RecomputationMode::recompute_and_backpropagate_interleaved,
        "recompute_and_backpropagate_interleaved", "RecomputeAndBackpropagateInterleaved"}});
}
RecomputationMode parse_recomputation_mode(std::string_view text);
// Resolves `automatic`: interleaved recomputation for Sequential, otherwise recomputation before
// the backward pass. Throws InvalidArgument for interleaved recomputation under Interleaved, and
// for recomputation before the backward pass under Sequential, which do not exist.
RecomputationMode resolve_recomputation(RecomputationMode mode, PipelineSchedule schedule);

// Stage k on IPU k: neighbouring stages are one hop apart, and no two copies share a link
// (device/links.h).
DeviceLists default_device_mapping(int num_stages);

// Returns the devices of all programs, given those of the stages.
DeviceLists program_devices(const DeviceLists& stage_devices, bool training);

// Throws ValueError unless there are 2..kMaxStages stages and each has a device, InvalidArgument
// for a negative device, Unimplemented for Interleaved training with two stages on one device.
void check_device_mapping(PipelineSchedule schedule, int num_stages, const DeviceLists& mapping,
                          bool training);

// The offsets at which mini-batches start. Interleaved: 0, then every offset whose rotation of
// `devices` shares no device at any position with the rotations accepted before it.
std::vector<int> schedule_offsets(PipelineSchedule schedule, const DeviceLists& devices);

// The stage programs whose streams are host transfers on tiles of their own, ascending.
struct HostTransfers {
  std::vector<int> inputs, outputs;
  std::vector<int> devices = {};  // of each, inputs first; empty: its program's first
};
// The transfers of a pipeline with an infeed in its first stage and an outfeed in its last.
HostTransfers feeds_of_ends(int num_stages);

// With batch serialization, a mini-batch consists of that many parts, and each slot runs its
// program for all of them, one after the other. The stages of `recomputed` have recomputations of
// their own. Throws InvalidArgument for no programs, more than 2 * kMaxStages, a program without a
// device, batch serialization without Sequential, and whatever check_recomputed() rejects.
PipelinePlan make_plan(PipelineSchedule schedule, const DeviceLists& devices,
                       int batch_serialization_iterations = 1,
                       const std::vector<int>& recomputed = {});
// The plan with overlapped I/O. In a slot, transfers and recomputations come after the stage
// programs. Also throws Unimplemented for another schedule than Grouped, InvalidArgument for a
// program that does not exist.
PipelinePlan make_overlapped_plan(PipelineSchedule schedule, const DeviceLists& devices,
                                  const HostTransfers& transfers,
                                  const std::vector<int>& recomputed = {});
// Every stage but the last, which goes backward at once, so that recomputing would save nothing.
std::vector<int> recomputed_stages(int num_stages);
// Throws InvalidArgument under Sequential, in inference, and unless the stages ascend and exist.
void check_recomputed(PipelineSchedule schedule, int num_stages, bool training,
                      const std::vector<int>& recomputed);
// Throws Unimplemented unless the schedule can overlap I/O.
void check_overlapped_io(PipelineSchedule schedule);

// The number of mini-batches under way at once, and the counts that it allows.
int overlap_length(PipelineSchedule schedule, const DeviceLists& devices);
CountRule count_rule(int overlap, bool overlapped_io);

// The documented depth of the FIFO between forward and backward of a stage (0-based), and the most
// mini-batches that it holds including the current one. For training; inference stashes nothing.
int stash_depth(PipelineSchedule schedule, int stage, int num_stages);
int max_stash(PipelineSchedule schedule, int stage, int num_stages);

}  // namespace pipette::pipelining
