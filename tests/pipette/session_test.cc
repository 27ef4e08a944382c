// <pipette/session.h> stands alone: nothing else of this project is included here.
#include <pipette/session.h>

#include <gtest/gtest.h>

TEST(PublicSession, AnExperimentRuns) {
  pipette::Experiment experiment = pipette::Experiment::defaults("perf-training-example");
  EXPECT_TRUE(pipette::problems_of(experiment).empty());
  pipette::Session session(experiment);
  while (!session.advance(pipette::Budget::unlimited())) {
  }
  EXPECT_TRUE(session.status().finished);
}
