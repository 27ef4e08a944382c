#include "program/budget.h"

namespace pipette {

Budget Budget::microseconds(double us) {
  Budget budget;
  budget.real_us = us;
  return budget;
}
Budget Budget::instructions(std::int64_t count) {
  Budget budget;
  budget.instruction_count = count;
  return budget;
}
Budget Budget::steps(std::int64_t count) {
  Budget budget;
  budget.step_count = count;
  return budget;
}
Budget Budget::slots(std::int64_t count) {
  Budget budget;
  budget.slot_count = count;
  return budget;
}
Budget Budget::cycles(std::int64_t until) {
  Budget budget;
  budget.until_cycle = until;
  return budget;
}

}  // namespace pipette
