// Going back by running again: every program, from within a step and between two.
#include "session/replay.h"

#include <gtest/gtest.h>

#include <vector>

#include "experiment/catalogue.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

void to_step(Session& session, std::int64_t steps) {
  Budget budget;
  const Machine& machine = session.observed().machine();
  while (machine.steps < steps) {
    budget.step_count = steps - machine.steps;
    session.advance(budget);
  }
}

TEST(StepBack, GivesWhatTheRunGaveThenAndGoesOnToTheSameEnd) {
  for (const CatalogueEntry& entry : catalogue()) {
    if (entry.kind == ProgramKind::benchmark) continue;
    Session straight(least_work_of(entry.name));
    straight.advance(Budget::unlimited());
    const Summary end = straight.summary(false);

    Session session(least_work_of(entry.name));
    const std::int64_t steps = straight.observed().machine().steps;
    if (steps < 2) continue;
    to_step(session, steps - 1);
    ASSERT_EQ(session.observed().machine().steps, steps - 1) << entry.name;
    const Summary before = session.summary(false);
    const std::int64_t cycles = session.status().cycles;
    session.step(StepSize::training_step);
    ASSERT_TRUE(session.step_back()) << entry.name;
    EXPECT_EQ(session.observed().machine().steps, steps - 1) << entry.name;
    EXPECT_EQ(session.status().cycles, cycles) << entry.name;
    EXPECT_EQ(session.summary(false).weight_hash, before.weight_hash) << entry.name;
    EXPECT_EQ(session.summary(false).loss_hash, before.loss_hash) << entry.name;
    session.advance(Budget::unlimited());
    EXPECT_EQ(session.summary(false).weight_hash, end.weight_hash) << entry.name;
    EXPECT_EQ(session.summary(false).loss_hash, end.loss_hash) << entry.name;
    EXPECT_EQ(session.status().cycles, straight.status().cycles) << entry.name;
  }
}

TEST(StepBack, LeadsToTheBeginningOfTheStepThatHasBegun) {
  Session session(least_work_of("mnist-with-feeds"));
  to_step(session, 3);
  const std::int64_t cycles = session.status().cycles;
  session.step(StepSize::instruction);
  ASSERT_TRUE(session.step_back());
  EXPECT_EQ(session.status().cycles, cycles);
  ASSERT_TRUE(session.step_back());
  EXPECT_EQ(session.status().step, 2);
}

TEST(StepBack, EndsAtTheFirstStep) {
  Session session(least_work_of("mnist-with-feeds"));
  EXPECT_FALSE(session.step_back()) << "nothing has run";
  session.step(StepSize::instruction);
  EXPECT_TRUE(session.step_back());
  EXPECT_EQ(session.status().cycles, 0);
  EXPECT_FALSE(session.step_back());
  EXPECT_FALSE(Session(least_work_of("dataset-benchmark")).step_back());
  EXPECT_THROW(session.step_back(StepSize::slot), InvalidArgument);
}

TEST(StepBack, ByEngineRuns) {
  Experiment e = least_work_of("mnist-with-feeds");
  e.training.steps = 6;
  Session session(e);
  session.step(StepSize::engine_run);
  const Summary first = session.summary(false);
  session.step(StepSize::engine_run);
  session.step(StepSize::instruction);
  ASSERT_TRUE(session.step_back(StepSize::engine_run)) << "to the beginning of the third";
  EXPECT_EQ(session.status().run, 2);
  ASSERT_TRUE(session.step_back(StepSize::engine_run));
  EXPECT_EQ(session.summary(false).weight_hash, first.weight_hash);
  EXPECT_EQ(session.summary(false).loss_hash, first.loss_hash);
  ASSERT_TRUE(session.step_back(StepSize::engine_run));
  EXPECT_EQ(session.status().cycles, 0);
}

TEST(StepByPhase, EndsWhereTheProgramGoesOnToSomethingElse) {
  Session session(least_work_of("mnist-with-feeds"));
  session.step(StepSize::phase);
  EXPECT_EQ(session.status().phase, Phase::forward) << "the batch is loaded";
  session.step(StepSize::phase);
  EXPECT_EQ(session.status().phase, Phase::backward);
  EXPECT_EQ(session.status().step, 0);
  EXPECT_EQ(session.status().instruction.find("apply_sgd"), std::string::npos);
  session.step(StepSize::phase);
  EXPECT_EQ(session.status().phase, Phase::weight_update) << "in the kernel of the gradient";
  EXPECT_NE(session.status().instruction.find("/apply_sgd"), std::string::npos);
  session.step(StepSize::phase);
  EXPECT_EQ(session.status().step, 1);
}

TEST(StepByPhase, GoesThroughSeveralLayersInThreePhases) {
  Experiment e = least_work_of("mnist-with-feeds");
  e.model.hidden_units = {8, 8};
  Session session(e);
  std::vector<Phase> phases;
  while (session.status().step == 0) {
    session.step(StepSize::phase);
    if (session.status().step == 0) phases.push_back(session.status().phase);
  }
  const std::vector<Phase> expected = {Phase::forward, Phase::backward, Phase::weight_update};
  EXPECT_EQ(phases, expected);
}

TEST(StepByPhase, MeetsTheWeightUpdateInEveryExperimentThatTrainsOnOneIpu) {
  for (const char* name : {"mnist-with-feeds", "mnist-without-feeds", "loops"}) {
    Session session(least_work_of(name));
    bool met = false;
    while (session.status().step == 0 && !session.finished()) {
      session.step(StepSize::phase);
      met = met || session.status().phase == Phase::weight_update;
    }
    EXPECT_TRUE(met) << name;
  }
}

TEST(StepByPhase, StaysWithinASlotOfAPipeline) {
  Session session(least_work_of("mnist-pipelined"));
  Session whole(least_work_of("mnist-pipelined"));
  whole.step(StepSize::training_step);
  int phases = 0;
  while (session.status().step == 0) {
    const std::int64_t slots = session.observed().machine().slots;
    session.step(StepSize::phase);
    EXPECT_LE(session.observed().machine().slots, slots + 1);
    ++phases;
  }
  EXPECT_GT(phases, whole.observed().machine().slots);
  EXPECT_EQ(session.status().cycles, whole.status().cycles);
}

}  // namespace
}  // namespace pipette
