#include <gtest/gtest.h>

#include "golden/experiments.h"
#include "kernels/instruction_set.h"
#include "session/session.h"

namespace pipette {
namespace {

class GoldenTest : public testing::Test {
 protected:
  ~GoldenTest() override { kernels::select(before_); }
  kernels::InstructionSet before_ = kernels::current();
};

TEST_F(GoldenTest, EveryInstructionSetGivesTheSameExperiment) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.steps = 200;
  for (const kernels::InstructionSet set : kernels::available()) {
    SCOPED_TRACE(kernels::instruction_set_name(set));
    kernels::select(set);
    Session session(e);
    session.advance(Budget::unlimited());
    const Summary summary = session.summary(false);
    EXPECT_EQ(summary.weight_hash, golden::kMnistWeights);
    EXPECT_EQ(summary.loss_hash, golden::kMnistLosses);
    EXPECT_EQ(summary.modelled_cycles, golden::kMnistCycles);
  }
}

}  // namespace
}  // namespace pipette
