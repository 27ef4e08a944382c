// Learning rates that decay and weights that do, as fields of an experiment.
#include <gtest/gtest.h>

#include "experiment/problems.h"
#include "session/finished.h"

namespace pipette {
namespace {

using testing_support::finished;

Experiment trained(OptimizerName optimizer) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.model.hidden_units = {8};
  e.training.batch_size = 4;
  e.training.steps = 40;
  e.training.optimizer = optimizer;
  return e;
}

std::string weights_of(const Experiment& e) { return finished(e).summary(false).weight_hash; }

TEST(LearningRates, ACosineHasItsEndAfterTheStepsOfTheDecay) {
  Experiment e = trained(OptimizerName::sgd);
  e.training.decay = Decay::cosine;
  e.training.decay_steps = 20;
  const std::string weights = weights_of(e);
  e.training.steps = 20;
  EXPECT_EQ(weights_of(e), weights) << "nothing is learnt at a rate of 0";
  e.training.decay_steps = 30;
  EXPECT_NE(weights_of(e), weights);
}

TEST(LearningRates, AnExponentialDecayThatLosesNothingIsNone) {
  Experiment e = trained(OptimizerName::momentum);
  const std::string weights = weights_of(e);
  e.training.decay = Decay::exponential;
  e.training.decay_rate = 1;
  EXPECT_EQ(weights_of(e), weights);
  e.training.decay_rate = 0.5;
  EXPECT_NE(weights_of(e), weights);
}

TEST(LearningRates, AdamWithoutWeightDecayIsAdam) {
  Experiment e = trained(OptimizerName::adamw);
  e.training.learning_rate = 0.001;
  const std::string decayed = weights_of(e);
  e.training.weight_decay = 0;
  const std::string weights = weights_of(e);
  EXPECT_NE(weights, decayed);
  e.training.weight_decay = Experiment().training.weight_decay;
  e.training.optimizer = OptimizerName::adam;
  EXPECT_EQ(weights_of(e), weights);
}

// In a pipeline the schedule counts weight updates, not mini-batches.
TEST(LearningRates, APipelineTrainsToTheBitsOfOneIpu) {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.model.hidden_units = {8, 8};
  e.training.batch_size = 4;
  e.training.steps = 10;
  e.training.optimizer = OptimizerName::adamw;
  e.training.decay = Decay::exponential;
  e.training.decay_steps = 3;
  e.pipeline.stages = 2;
  e.pipeline.gradient_accumulation_count = 8;
  const std::string pipelined = weights_of(e);
  e.pipeline.stages = 1;
  EXPECT_EQ(weights_of(e), pipelined);
}

TEST(LearningRates, WhatDecaysNothingIsRefused) {
  Experiment e = trained(OptimizerName::adam);
  e.training.weight_decay = 0.1;
  ASSERT_EQ(problems_of(e).size(), 1u);
  EXPECT_EQ(problems_of(e)[0].field, "weight_decay");
  e = trained(OptimizerName::sgd);
  e.training.decay = Decay::cosine;
  e.training.decay_rate = 0.5;
  ASSERT_EQ(problems_of(e).size(), 1u);
  EXPECT_EQ(problems_of(e)[0].field, "decay_rate");
}

}  // namespace
}  // namespace pipette
