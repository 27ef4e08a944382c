// The order in which a pipeline runs its stage programs, as an engine walks it. It is made by
// pipelining::make_plan (pipeline/schedule.h); see docs/semantics.md, "The compiler's rule".
//
//   for (std::int64_t i = 0; i < plan.num_slots(count); ++i)
//     for (int program : plan.slot(i, count)) run(program);    // its next mini-batch
//
// A program is the forward or backward pass of one stage. Programs are numbered in the order in
// which a mini-batch passes through them: forwards first, then backwards from the last stage to the
// first. A slot (a column of the picture) holds the programs that run between two barriers, in
// execution order. Each program processes the mini-batches in order, so the number of its
// executions identifies the mini-batch. A slot that lists a program several times runs it for as
// many parts of a mini-batch (batch serialization), each of which then counts as a mini-batch.
// Nothing is unrolled: ramp-up, then `steady` as often as the count requires, then ramp-down; a
// slot may be empty.
//
// With overlapped I/O a slot also lists host transfers, which run beside its stage programs on
// tiles of their own: data that a program reads from its infeed arrives one slot earlier
// (`inputs`), data that it puts into an outfeed leaves one slot later (`outputs`). Transfers are
// numbered after the stage programs, inputs first, and process the mini-batches in order, as stage
// programs do.
//
// A stage that is `recomputed` runs its forward pass again in a part of its own, one slot before
// its backward program and after the stage programs of that slot. Recomputations are numbered after
// the transfers and process the mini-batches in order too.
//
// Plain value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/item.h"

namespace pipette {

// The counts of mini-batches that a schedule can run: `least`, and more by multiples of `step`, up
// to 2^31 - 1. Without overlapped I/O both are the overlap.
struct CountRule {
  int least = 1;
  int step = 1;

  std::string text() const;  // "a multiple of 8", "at least 10"
  // The number of times that the steady part runs for a valid count.
  std::int64_t repeats(std::int64_t count) const { return (count - least) / step; }
};

// The valid counts nearest to `count`, or `count` itself if it is valid; 0 if there is none.
struct NearestCounts {
  std::int64_t below = 0, above = 0;
};
NearestCounts nearest_valid_counts(const CountRule& rule, std::int64_t count);

struct PipelinePlan {
  using Slot = std::vector<int>;

  int num_programs = 0;  // of stages
  int overlap = 1;       // mini-batches under way at once
  CountRule count_rule;
  std::vector<Slot> ramp_up, steady, ramp_down;
  // The stage programs whose streams are host transfers beside the slots; empty: no overlapped I/O.
  std::vector<int> inputs, outputs;
  std::vector<int> recomputed;  // stages, ascending; in training only

  bool overlapped_io() const { return count_rule.least > overlap; }
  int num_transfers() const { return to_int(inputs.size() + outputs.size()); }
  int num_recomputations() const { return to_int(recomputed.size()); }
  // The number of stage programs, transfers and recomputations, in that order.
  int num_parts() const { return end_of_transfers() + num_recomputations(); }
  int end_of_transfers() const { return num_programs + num_transfers(); }
  bool is_program(int part) const { return part < num_programs; }
  bool is_transfer(int part) const { return part >= num_programs && part < end_of_transfers(); }
  bool is_output(int part) const {
    return is_transfer(part) && part >= num_programs + to_int(inputs.size());
  }
  bool is_recomputation(int part) const { return part >= end_of_transfers(); }
  // Returns the stage program that a transfer belongs to or that needs a recomputation; for a stage
  // program, itself.
  int program_of(int part) const {
    if (is_program(part)) return part;
    if (is_recomputation(part)) return num_programs - 1 - recomputed_stage(part);
    const int transfer = part - num_programs, num_inputs = to_int(inputs.size());
    return transfer < num_inputs ? item(inputs, transfer) : item(outputs, transfer - num_inputs);
  }
  int recomputed_stage(int part) const { return item(recomputed, part - end_of_transfers()); }

  // Returns the position of a part in the order of dependencies: inputs, forward programs,
  // recomputations, backward programs, outputs.
  int place_of(int part) const {
    const int num_inputs = to_int(inputs.size());
    if (is_recomputation(part)) return part - end_of_transfers() + num_inputs + num_forwards();
    if (is_output(part)) return part + num_recomputations();
    if (is_transfer(part)) return part - num_programs;
    return part + num_inputs + (part < num_forwards() ? 0 : num_recomputations());
  }
  int part_at(int place) const {
    const int num_inputs = to_int(inputs.size());
    if (place < num_inputs) return num_programs + place;
    if (place < num_inputs + num_forwards()) return place - num_inputs;
    const int again = place - num_inputs - num_forwards();
    if (again < num_recomputations()) return end_of_transfers() + again;
    const int part = place - num_recomputations();
    return part < num_inputs + num_programs ? part - num_inputs : part;
  }

  // Throws FailedPrecondition, naming the nearest valid counts, if the rule does not allow `count`.
  void check_count(std::int64_t count) const;
  std::int64_t num_slots(std::int64_t count) const {
    return size(ramp_up) + size(steady) * count_rule.repeats(count) + size(ramp_down);
  }
  const Slot& slot(std::int64_t index, std::int64_t count) const {
    if (index < size(ramp_up)) return item(ramp_up, index);
    index -= size(ramp_up);
    const std::int64_t main = size(steady) * count_rule.repeats(count);
    if (index < main) return item(steady, index % size(steady));
    return item(ramp_down, index - main);
  }

 private:
  // The programs before the recomputations; without recomputations the boundary does not matter.
  int num_forwards() const { return recomputed.empty() ? num_programs : num_programs / 2; }
  static std::int64_t size(const std::vector<Slot>& slots) {
    return static_cast<std::int64_t>(slots.size());
  }
};

}  // namespace pipette
