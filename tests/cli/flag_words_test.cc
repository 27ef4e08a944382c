#include "cli/flag_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/call.h"
#include "experiment/experiment.h"

namespace pipette::cli {
namespace {

TEST(FlagWords, FieldsThatTheCommandHasAreFlags) {
  CLI::App command;
  std::string any;
  for (const char* flag : {"--steps", "--batch-size", "--host-call-us"})
    command.add_option(flag, any);
  const auto said = [&](const char* text) {
    return with_flags(text, command, {{"steps_per_execution", "--repeat-count"}});
  };
  EXPECT_EQ(said("steps must be 1 to 9 steps."), "--steps must be 1 to 9 steps.");
  EXPECT_EQ(said("\"steps\" must be an integer"), "--steps must be an integer");
  EXPECT_EQ(said("more than batch_size."), "more than --batch-size.");
  EXPECT_EQ(said("host.call_us, 0.5 of hidden_units"), "--host-call-us, 0.5 of hidden_units");
  EXPECT_EQ(said("try steps_per_execution 8"), "try --repeat-count 8");
  EXPECT_EQ(said("--batch-size 3 is given"), "--batch-size 3 is given");
}

TEST(FlagValues, WhatIsGivenIsNeverIgnored) {
  const BadCall cases[] = {
      {{"run", "mnist-with-feeds", "--until", ""}, 2, "its value is empty"},
      {{"run", "mnist-with-feeds", "--losses", ""}, 2, "its value is empty"},
      {{"run", "mnist-with-feeds", "--trace", ""}, 2, "its value is empty"},
      {{"run", "mnist-with-feeds", "--data-dir", ""}, 2, "its value is empty"},
      {{"run", "mnist-with-feeds", "--code", "python", "--losses", "l.csv"}, 2, "--losses"},
      {{"run", "mnist-with-feeds", "--code", "pyton"}, 3, "--code must be one of"},
      {{"run", "dataset-benchmark", "--until", "steps >= 20"}, 3, "runs to its end"},
      {{"run", "mnist-with-feeds", "--hidden-units", "1,024"}, 3, "1024, not 1,024"},
      {{"describe", "inspect-keras", "--set", "layers/9/units=5"}, 4, "the model has 4"},
  };
  for (const BadCall& bad : cases) {
    const Result r = call(bad.arguments);
    EXPECT_EQ(r.code, bad.code) << r.err;
    EXPECT_THAT(r.err, testing::HasSubstr(bad.message));
  }
}

TEST(FlagValues, LayersAreOneListOfJson) {
  const std::string layers = R"([{"layer": "flatten"}, {"layer": "dense", "units": 10}])";
  const Result r = call({"describe", "inspect-keras", "--layers", layers});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(Experiment::from_json(r.out).model.layers.size(), 2u);
  EXPECT_EQ(call({"describe", "inspect-keras", "--layers=" + layers}).out, r.out);
}

}  // namespace
}  // namespace pipette::cli
