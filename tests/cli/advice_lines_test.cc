// The advice of `pipette profile`: commands that can be pasted, and what comes when it is followed.
#include "cli/advice_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/command_line.h"
#include "cli/field_flags.h"
#include "experiment/edit.h"

namespace pipette::cli {
namespace {

using testing::HasSubstr;

Json printed(std::vector<std::string> arguments) {
  std::ostringstream out, err;
  EXPECT_EQ(run_command_line(arguments, out, err, false), 0) << err.str();
  return parse_json(out.str());
}

std::vector<std::string> words_of_line(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// What `pipette describe` makes of the flags of a command is the experiment that it is for.
void expect_comes_back(const Experiment& e) {
  std::vector<std::string> words = words_of_line(command_of(e, "describe"));
  ASSERT_FALSE(words.empty());
  words.erase(words.begin());
  EXPECT_EQ(printed(words), parse_json(e.to_json()));
}

TEST(CommandOf, RunsTheExperiment) {
  Experiment e = Experiment::defaults("mnist-pipelined");
  expect_comes_back(e);
  set_value(e, "recompute", true);
  set_value(e, "offload_weight_update_variables", false);
  set_value(e, "optimizer", "adam");
  set_value(e, "stages", 3);
  set_value(e, "gradient_accumulation_count", 18);
  set_value(e, "device_mapping", Json::array({0, 1, 1}));
  set_value(e, "host.element_us", 3.5);
  expect_comes_back(e);
  Experiment keras = Experiment::defaults("inspect-keras");
  set_value(keras, "stages/1/first", 3);
  expect_comes_back(keras);
  set_value(keras, "stages", 3);
  set_value(keras, "pipeline_schedule", "sequential");
  expect_comes_back(keras);
  set_value(keras, "activations_filters", Json::array({"Dense_128", "Dense_10"}));
  expect_comes_back(keras);
}

TEST(CommandOf, IsNothingForLayersOfOnesOwn) {
  Experiment e = Experiment::defaults("inspect-keras");
  set_value(e, "layers/1/units", 64);
  EXPECT_EQ(command_of(e, "run"), "");
}

TEST(Set, TakesTheNamesOfThePage) {
  const Json e = printed(
      {"describe", "inspect-keras", "--set", "stages/1/first=3", "--set", "layers/1/units=64"});
  EXPECT_EQ(e["layers"][1]["units"], 64);
  EXPECT_EQ(e["layers"][2]["stage"], 0);
  std::ostringstream out, err;
  EXPECT_EQ(run_command_line({"describe", "inspect-keras", "--set", "stages"}, out, err, false), 3);
  EXPECT_THAT(err.str(), HasSubstr("NAME=VALUE"));
}

TEST(Advice, IsPrintedWithItsCommand) {
  std::ostringstream out, err;
  ASSERT_EQ(run_command_line({"profile", "mnist-with-feeds", "--steps", "200"}, out, err, false),
            0);
  EXPECT_THAT(out.str(), HasSubstr("Do 10 times as many steps in each engine run."));
  EXPECT_THAT(out.str(),
              HasSubstr("pipette profile mnist-with-feeds --steps 200 --steps-per-execution 100"));
}

TEST(Advice, IsTried) {
  const Json json =
      printed({"profile", "mnist-with-feeds", "--steps", "200", "--json", "--try-advice"});
  int tried = 0;
  for (const Json& insight : json["profiles"][0]["insights"]) {
    for (const Json& advice : insight["advice"]) {
      ++tried;
      EXPECT_TRUE(advice["kept"].get<bool>()) << advice;
      EXPECT_LT(advice["came"].get<double>(), advice["promise"]["from"].get<double>());
    }
  }
  EXPECT_EQ(tried, 2);
}

}  // namespace
}  // namespace pipette::cli
