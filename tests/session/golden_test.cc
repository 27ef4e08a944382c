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
  for (const golden::Golden& expected : golden::kExperiments) {
    SCOPED_TRACE(expected.experiment);
    for (const kernels::InstructionSet set : kernels::available()) {
      SCOPED_TRACE(to_word(set));
      kernels::select(set);
      Session session(Experiment::from_json(expected.experiment));
      session.advance(Budget::unlimited());
      const Summary summary = session.summary(false);
      EXPECT_EQ(summary.weight_hash, expected.weights);
      EXPECT_EQ(summary.loss_hash, expected.losses);
      EXPECT_EQ(summary.modelled_cycles, expected.cycles);
    }
  }
}

}  // namespace
}  // namespace pipette
