#include "sweep/results_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>

#include "message_of.h"
#include "temporary_path.h"

namespace pipette::sweep {
namespace {

using testing::HasSubstr;

Sweep three_seeds() {
  return {Experiment::defaults("mnist-with-feeds"), {parse_variation("seed=1,2,3")}};
}

Json line(const Sweep& sweep, std::size_t number) {
  return {{"loss", 0.5},
          {"settings", parse_json(sweep.experiment(number).to_json())},
          {"varied", sweep.varied(number)}};
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Results : public testing::Test {
 protected:
  void TearDown() override { std::remove(path_.c_str()); }
  std::string path_ = temporary_path("results.jsonl");
  Sweep sweep_ = three_seeds();
};

TEST_F(Results, GoOnWhereTheFileEnds) {
  {
    ResultsFile file(path_, sweep_);
    EXPECT_EQ(file.size(), 0u);
    file.append(line(sweep_, 0));
    file.append(line(sweep_, 1));
  }
  ResultsFile file(path_, sweep_);
  EXPECT_EQ(file.size(), 2u);
  file.append(line(sweep_, 2));
  const std::vector<Json> lines = read_results(path_);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[2]["varied"]["seed"], 3);
}

// Whatever ends a process, at most the last line is torn: wherever that is, it is written again.
TEST_F(Results, ATornLineIsWrittenAgain) {
  {
    ResultsFile file(path_, sweep_);
    file.append(line(sweep_, 0));
    file.append(line(sweep_, 1));
  }
  const std::string whole = text_of(path_);
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t cut = 0; cut <= whole.size(); cut += 37) {
    std::ofstream(path_) << whole.substr(0, cut);
    ResultsFile file(path_, sweep_);
    EXPECT_EQ(file.size(), cut < first ? 0u : 1u) << cut;
    for (std::size_t number = file.size(); number < 2; ++number) file.append(line(sweep_, number));
    EXPECT_EQ(text_of(path_), whole) << cut;
  }
}

TEST_F(Results, OfAnotherSweepAreLeftAlone) {
  { ResultsFile(path_, sweep_).append(line(sweep_, 0)); }
  const std::string before = text_of(path_);
  const Sweep others[] = {
      {Experiment::defaults("mnist-with-feeds"), {parse_variation("seed=4,5")}},
      {Experiment::defaults("mnist-with-feeds"), {parse_variation("batch_size=4,5")}},
      {Experiment::defaults("mnist-without-feeds"), {parse_variation("seed=1,2,3")}},
  };
  for (const Sweep& other : others) {
    EXPECT_THAT(testing_support::message_of<Error>([&] { ResultsFile(path_, other); }),
                HasSubstr("the results of another sweep"));
  }
  std::ofstream(path_, std::ios::app) << "{}\n";
  EXPECT_THAT(testing_support::message_of<Error>([&] { ResultsFile(path_, sweep_); }),
              HasSubstr("line 2 of"));
  EXPECT_EQ(text_of(path_), before + "{}\n");
}

TEST_F(Results, HaveOneWriter) {
  const ResultsFile file(path_, sweep_);
  EXPECT_THAT(testing_support::message_of<Error>([&] { ResultsFile(path_, sweep_); }),
              HasSubstr("another sweep writes"));
}

TEST_F(Results, ThatCannotBeOpenedAreNamed) {
  EXPECT_THAT(testing_support::message_of<Error>([&] { ResultsFile("/nowhere/r.jsonl", sweep_); }),
              HasSubstr("/nowhere/r.jsonl"));
  EXPECT_THAT(testing_support::message_of<Error>([] { read_results("/nowhere/r.jsonl"); }),
              HasSubstr("/nowhere/r.jsonl"));
}

}  // namespace
}  // namespace pipette::sweep
