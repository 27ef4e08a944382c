// A limit on how far an engine may run before it returns control.
//
//   engine.advance(Budget::microseconds(6000));
//   Budget budget = Budget::steps(10);
//   budget.until_cycle = 1'000'000;              // whichever limit is reached first
//
// Dividing a run by budgets never changes its numbers or cycles. Plain value.
#pragma once

#include <cstdint>
#include <limits>

namespace pipette {

struct Budget {
  static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  double real_us = std::numeric_limits<double>::infinity();  // real time, by the host's clock
  std::int64_t instruction_count = kNoLimit;
  std::int64_t step_count = kNoLimit;   // training steps
  std::int64_t slot_count = kNoLimit;   // of pipelines; a weight update counts as a slot
  std::int64_t until_cycle = kNoLimit;  // of the modelled clock
  // For callers that make several engine runs: no further run begins after this many
  // (Machine::runs).
  std::int64_t until_run = kNoLimit;

  static Budget unlimited() { return {}; }
  static Budget microseconds(double us);
  static Budget instructions(std::int64_t count);
  static Budget steps(std::int64_t count);
  static Budget slots(std::int64_t count);
  static Budget cycles(std::int64_t until);
};

}  // namespace pipette
