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
// unrolled: ramp-up, then `steady` count / overlap - 1 times, then ramp-down; a slot may be empty.
//
// Plain value.
#pragma once

#include <cstdint>
#include <vector>

#include "core/item.h"

namespace pipette {

// The valid counts next to `count`, or `count` itself if it is valid; 0 where there is none (a
// count is at least the overlap and at most 2^31 - 1).
struct NearestCounts {
  std::int64_t below = 0, above = 0;
};
NearestCounts nearest_valid_counts(int overlap, std::int64_t count);

struct PipelinePlan {
  using Slot = std::vector<int>;

  int num_programs = 0;
  int overlap = 1;  // mini-batches under way at once; divides the count
  std::vector<Slot> ramp_up, steady, ramp_down;

  // Throws FailedPrecondition, naming the nearest valid counts, unless the count is a positive
  // multiple of the overlap.
  void check_count(std::int64_t count) const;
  std::int64_t num_slots(std::int64_t count) const {
    return size(ramp_up) + size(steady) * (count / overlap - 1) + size(ramp_down);
  }
  const Slot& slot(std::int64_t index, std::int64_t count) const {
    if (index < size(ramp_up)) return item(ramp_up, index);
    index -= size(ramp_up);
    const std::int64_t main = size(steady) * (count / overlap - 1);
    if (index < main) return item(steady, index % size(steady));
    return item(ramp_down, index - main);
  }

 private:
  static std::int64_t size(const std::vector<Slot>& slots) {
    return static_cast<std::int64_t>(slots.size());
  }
};

}  // namespace pipette
