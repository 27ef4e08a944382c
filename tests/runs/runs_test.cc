// One run or two side by side: who leads, who follows, and at what pace.
#include "runs/runs.h"

#include <gtest/gtest.h>

#include "runs/pacing.h"

namespace pipette::app {
namespace {

Experiment small(const char* name) {
  Experiment experiment = Experiment::defaults(name);
  experiment.training.batch_size = 4;
  experiment.training.steps = 20;
  experiment.training.steps_per_execution = std::string(name) == "mnist-without-feeds" ? 1 : 10;
  return experiment;
}

std::unique_ptr<Run> make_run(RunKind kind, const char* name) {
  return std::make_unique<Run>(kind, small(name), ImageData::generated(1), 1);
}

Runs two_runs() {
  return Runs(make_run(RunKind::on_device, "mnist-with-feeds"),
              make_run(RunKind::by_calls, "mnist-without-feeds"));
}

TEST(Runs, ARunThatStandsAloneLeadsAndFollowsItself) {
  Runs runs(make_run(RunKind::pipelined, "mnist-with-feeds"));
  EXPECT_FALSE(runs.side_by_side());
  EXPECT_EQ(&runs.leader(), &runs.follower());
  EXPECT_FALSE(runs.lead(RunKind::by_calls));
  EXPECT_TRUE(runs.lead(RunKind::pipelined));
  runs.leader().work(1e9, 20);
  EXPECT_TRUE(runs.finished());
}

TEST(Runs, TheOtherRunLeadsFromTheStepThatTheFirstHasReached) {
  Runs runs = two_runs();
  EXPECT_EQ(runs.leader().kind(), RunKind::on_device);
  runs.leader().work(1e9, 7);
  EXPECT_EQ(runs.follower().steps_done(), 0);
  ASSERT_TRUE(runs.lead(RunKind::by_calls));
  EXPECT_EQ(runs.leader().kind(), RunKind::by_calls);
  EXPECT_EQ(runs.leader().steps_done(), runs.follower().steps_done());
  EXPECT_EQ(runs.all()[0]->kind(), RunKind::on_device) << "in the order in which they were given";
}

TEST(Pacing, AnEngineRunEndsForBoth) {
  Runs runs = two_runs();
  Evaluation evaluation;
  evaluation.attach(ImageData::generated(1));
  Pacing pacing;
  pacing.step_engine_run(runs);
  EXPECT_TRUE(pacing.running());
  EXPECT_TRUE(pacing.at_full_speed());
  for (int i = 0; i < 100000 && pacing.at_full_speed(); ++i) {
    pacing.advance(runs, evaluation, 1 + i / 60.0, 3000);
  }
  EXPECT_FALSE(pacing.running());
  EXPECT_FALSE(pacing.settling());
  EXPECT_EQ(runs.leader().steps_done(), 10);
  EXPECT_EQ(runs.follower().steps_done(), 10);
  ASSERT_FALSE(evaluation.accuracy().points.empty());
  EXPECT_EQ(evaluation.accuracy().points.back().step, 10);
}

TEST(Pacing, AnAnimationDoesNotMakeUpForAPause) {
  Pacing pacing;
  EXPECT_EQ(pacing.elapsed(100), 0) << "nothing has begun";
  Runs runs = two_runs();
  Evaluation evaluation;
  pacing.set_speed(2);  // one step a second
  pacing.run(runs);
  pacing.advance(runs, evaluation, 100, 1e6);
  EXPECT_EQ(pacing.elapsed(100.5), 0.5);
  pacing.forget_time();
  EXPECT_EQ(pacing.elapsed(200), 0);
}

}  // namespace
}  // namespace pipette::app
