// The order in which a pipeline runs its stage programs, as an engine walks it. It is made by
// pipelining::make_plan (pipeline/schedule.h); see docs/semantics.md, "The compiler's rule".
//
//   for (std::int64_t i = 0; i < plan.num_slots(count); ++i)
//     for (int program : plan.slot(i, count)) run(program);    // its next mini-batch
//
// A program is the forward or backward pass of one stage. Programs are numbered in the order in
// which a mini-batch goes through them: forwards first, then backwards from the last stage to the
// first. A slot (a column of the picture) holds the programs that run between two barriers, in
// execution order. Each program meets the mini-batches in order, so counting its executions gives
// the mini-batch. A slot that names one program several times runs it for as many parts of a
// mini-batch (batch serialization), which count like mini-batches from then on. Nothing is
// unrolled: ramp-up, then `steady` as often as the count wants it, then ramp-down; a slot may be
// empty.
//
// With overlapped I/O a slot also names host transfers, which run beside its stage programs on
// tiles of their own: what a program reads from its infeed comes a slot before it (`inputs`), what
// it puts into an outfeed leaves a slot after it (`outputs`). Transfers are numbered after the
// stage programs, inputs first, and meet the mini-batches in order like these.
//
// A stage that is `recomputed` runs its forward pass once more in a part of its own, a slot before
// its backward program and after the stage programs of that slot. Recomputations are numbered after
// the transfers and meet the mini-batches in order too.
//
// Plain value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/item.h"

namespace pipette {

// Which counts of mini-batches a schedule can do: `least`, and more by multiples of `step`, up to
// 2^31 - 1. Without overlapped I/O both are the overlap.
struct CountRule {
  int least = 1;
  int step = 1;

  std::string text() const;  // "a multiple of 8", "at least 10"
  // How often the steady part runs for a valid count.
  std::int64_t repeats(std::int64_t count) const { return (count - least) / step; }
};

// The valid counts next to `count`, or `count` itself if it is valid; 0 where there is none.
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
  // The stage programs whose streams are host transfers beside the slots; none: no overlapped I/O.
  std::vector<int> inputs, outputs;
  std::vector<int> recomputed;  // stages, ascending; in training only

  bool overlapped_io() const { return count_rule.least > overlap; }
  int num_transfers() const { return to_int(inputs.size() + outputs.size()); }
  int num_recomputations() const { return to_int(recomputed.size()); }
  // Stage programs, then transfers, then recomputations.
  int num_parts() const { return end_of_transfers() + num_recomputations(); }
  int end_of_transfers() const { return num_programs + num_transfers(); }
  bool is_program(int part) const { return part < num_programs; }
  bool is_transfer(int part) const { return part >= num_programs && part < end_of_transfers(); }
  bool is_output(int part) const {
    return is_transfer(part) && part >= num_programs + to_int(inputs.size());
  }
  bool is_recomputation(int part) const { return part >= end_of_transfers(); }
  // The stage program that a transfer belongs to, or that needs what is recomputed; a stage program
  // itself.
  int program_of(int part) const {
    if (is_program(part)) return part;
    if (is_recomputation(part)) return num_programs - 1 - recomputed_stage(part);
    const int transfer = part - num_programs, num_inputs = to_int(inputs.size());
    return transfer < num_inputs ? item(inputs, transfer) : item(outputs, transfer - num_inputs);
  }
  int recomputed_stage(int part) const { return item(recomputed, part - end_of_transfers()); }

  // Where a part stands among all in the order in which they need each other: inputs, forward
  // programs, recomputations, backward programs, outputs.
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

  // Throws FailedPrecondition, naming the nearest valid counts, for one that the rule does not
  // allow.
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
  // Before the recomputations; without any, where the backward programs begin does not matter.
  int num_forwards() const { return recomputed.empty() ? num_programs : num_programs / 2; }
  static std::int64_t size(const std::vector<Slot>& slots) {
    return static_cast<std::int64_t>(slots.size());
  }
};

}  // namespace pipette
