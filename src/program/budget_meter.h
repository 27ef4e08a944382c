// Divides one budget among several engine runs.
//
//   BudgetMeter meter(budget, machine);
//   do {
//     strategy.start(function);
//     if (!strategy.advance(meter.left())) break;          // in the middle of a run
//   } while (!meter.spent());
//
// Only the engine counts instructions, so an instruction budget ends at the latest with a run.
#pragma once

#include <chrono>

#include "program/budget.h"
#include "program/machine.h"

namespace pipette {

class BudgetMeter {
 public:
  BudgetMeter(const Budget& budget, const Machine& machine)
      : budget_(budget), machine_(machine), begin_(Clock::now()) {
    if (budget_.step_count != Budget::kNoLimit) budget_.step_count += machine.steps;
    if (budget_.slot_count != Budget::kNoLimit) budget_.slot_count += machine.slots;
  }

  Budget left() const {
    Budget left = budget_;
    left.real_us -= real_us();
    if (left.step_count != Budget::kNoLimit) left.step_count -= machine_.steps;
    if (left.slot_count != Budget::kNoLimit) left.slot_count -= machine_.slots;
    return left;
  }
  // True if no further run may begin.
  bool spent() const {
    return machine_.steps >= budget_.step_count || machine_.slots >= budget_.slot_count ||
           machine_.runs >= budget_.until_run || machine_.device.now() >= budget_.until_cycle ||
           real_us() >= budget_.real_us || budget_.instruction_count != Budget::kNoLimit;
  }
  double real_us() const {  // since construction
    return std::chrono::duration<double, std::micro>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;

  Budget budget_;  // counts are the machine's counts at which to stop
  const Machine& machine_;
  Clock::time_point begin_;
};

}  // namespace pipette
