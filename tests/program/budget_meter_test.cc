#include "program/budget_meter.h"

#include <gtest/gtest.h>

namespace pipette {
namespace {

TEST(BudgetMeter, LeavesWhatTheMachineHasNotUsed) {
  Machine machine;
  machine.steps = 100;
  machine.slots = 7;
  Budget budget = Budget::steps(10);
  budget.slot_count = 20;
  const BudgetMeter meter(budget, machine);
  EXPECT_EQ(meter.left().step_count, 10);
  machine.steps += 4;
  machine.slots += 1;
  EXPECT_EQ(meter.left().step_count, 6);
  EXPECT_EQ(meter.left().slot_count, 19);
  EXPECT_EQ(meter.left().instruction_count, Budget::kNoLimit);
  EXPECT_FALSE(meter.spent());
  machine.steps += 6;
  EXPECT_TRUE(meter.spent());
}

TEST(BudgetMeter, IsSpentByRunsCyclesTimeAndInstructions) {
  Machine machine;
  EXPECT_FALSE(BudgetMeter(Budget::unlimited(), machine).spent());
  EXPECT_FALSE(BudgetMeter(Budget::cycles(50), machine).spent());
  machine.device.spend(0, 50);
  EXPECT_TRUE(BudgetMeter(Budget::cycles(50), machine).spent());
  Budget one_run;
  one_run.until_run = 1;
  EXPECT_FALSE(BudgetMeter(one_run, machine).spent());
  machine.runs = 1;
  EXPECT_TRUE(BudgetMeter(one_run, machine).spent());
  EXPECT_TRUE(BudgetMeter(Budget::microseconds(0), machine).spent());
  EXPECT_TRUE(BudgetMeter(Budget::instructions(5), machine).spent());
  const BudgetMeter timed(Budget::microseconds(1e9), machine);
  EXPECT_LE(timed.left().real_us, 1e9);
  EXPECT_FALSE(timed.spent());
}

}  // namespace
}  // namespace pipette
