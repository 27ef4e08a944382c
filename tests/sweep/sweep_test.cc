#include "sweep/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "message_of.h"

namespace pipette::sweep {
namespace {

using testing::HasSubstr;

Sweep sweep_of(const std::vector<std::string>& texts, const std::string& name = "mnist-pipelined") {
  std::vector<Variation> variations;
  for (const std::string& text : texts) variations.push_back(parse_variation(text));
  return {Experiment::defaults(name), std::move(variations)};
}

TEST(Sweep, TheLastVariationChangesFastest) {
  const Sweep sweep = sweep_of({"stages=1,2", "optimizer=sgd,momentum,adam"});
  ASSERT_EQ(sweep.size(), 6u);
  EXPECT_EQ(sweep.varied(0).dump(), R"({"stages":1,"optimizer":"sgd"})");
  EXPECT_EQ(sweep.varied(4).dump(), R"({"stages":2,"optimizer":"momentum"})");
  EXPECT_EQ(sweep.experiment(4).pipeline.stages, 2);
  EXPECT_EQ(sweep.experiment(4).training.optimizer, OptimizerName::momentum);
}

TEST(Sweep, WithoutVariationsItIsTheExperiment) {
  const Sweep sweep = sweep_of({});
  EXPECT_EQ(sweep.size(), 1u);
  EXPECT_EQ(sweep.experiment(0).to_json(), Experiment::defaults("mnist-pipelined").to_json());
}

TEST(Sweep, LayersAreVariedByTheirPlace) {
  const Sweep sweep = sweep_of({"layers/1/units=16,32"}, "inspect-keras");
  EXPECT_NE(sweep.experiment(0).to_json(), sweep.experiment(1).to_json());
}

TEST(Sweep, WhatCannotBeVariedIsRefused) {
  EXPECT_THAT(testing_support::message_of<Error>([] { sweep_of({"nope=1,2"}); }),
              HasSubstr("nope"));
  EXPECT_THAT(testing_support::message_of<Error>([] {
                sweep_of({"stages=1,2", "stages=3"});
              }),
              HasSubstr("twice"));
  std::string many = "seed=0";
  for (int i = 1; i < 400; ++i) many += "," + std::to_string(i);
  std::string steps = "steps=1";
  for (int i = 2; i < 400; ++i) steps += "," + std::to_string(i);
  EXPECT_THAT(testing_support::message_of<Error>([&] {
                sweep_of({many, steps});
              }),
              HasSubstr("at most 100000 experiments"));
}

}  // namespace
}  // namespace pipette::sweep
