#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace pipette {
namespace {

using nlohmann::json;
using testing::HasSubstr;

struct Result {
  int code;
  std::string out, err;
};

Result call(const std::vector<std::string>& arguments, bool terminal = false) {
  std::ostringstream out, err;
  const int code = run_command_line(arguments, out, err, terminal);
  return {code, out.str(), err.str()};
}

TEST(CommandLine, ListNamesTheCatalogue) {
  const Result r = call({"list"});
  EXPECT_EQ(r.code, 0);
  EXPECT_THAT(r.out, HasSubstr("mnist-with-feeds"));
  EXPECT_THAT(r.out, HasSubstr("mnist-without-feeds"));
}

TEST(CommandLine, RunPrintsOneJsonObject) {
  const Result r = call({"run", "mnist-with-feeds", "--steps", "30", "--seed", "7", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.err, "");
  const json j = json::parse(r.out);
  EXPECT_EQ(j["experiment"], "mnist-with-feeds");
  EXPECT_EQ(j["seed"], 7);
  EXPECT_EQ(j["steps"], 30);
  EXPECT_EQ(j["weight_hash"].get<std::string>().size(), 16u);
  EXPECT_GT(j["test_accuracy"], 0.0);
  const Result again = call({"run", "mnist-with-feeds", "--steps", "30", "--seed", "7", "--json"});
  EXPECT_EQ(json::parse(again.out)["weight_hash"], j["weight_hash"]);
  const Result other = call({"run", "mnist-with-feeds", "--steps", "30", "--seed", "8", "--json"});
  EXPECT_NE(json::parse(other.out)["weight_hash"], j["weight_hash"]);
}

TEST(CommandLine, RunPrintsTheProgramOfAModel) {
  const Result r = call({"run", "inspect-keras", "--optimizer", "adam", "--code", "cpp"});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("keras::adam({.learning_rate = 0.01f})"));
  EXPECT_EQ(call({"run", "mnist-with-feeds", "--code", "cpp"}).code, 3);
  EXPECT_EQ(call({"run", "inspect-keras", "--code", "fortran"}).code, 3);
}

TEST(CommandLine, ProgressOnlyOnATerminal) {
  EXPECT_EQ(call({"run", "mnist-with-feeds", "--steps", "10"}).err, "");
  EXPECT_THAT(call({"run", "mnist-with-feeds", "--steps", "10"}, true).err, HasSubstr("100 %"));
}

TEST(CommandLine, TraceFileIsAChromeTrace) {
  const std::string path = testing::TempDir() + "pipette_trace_test.json";
  const Result r = call({"run", "mnist-with-feeds", "--steps", "20", "--trace", path});
  ASSERT_EQ(r.code, 0) << r.err;
  std::ifstream in(path);
  const json trace = json::parse(in);
  std::remove(path.c_str());
  int runs = 0, threads = 0;
  for (const json& event : trace["traceEvents"]) {
    threads += event["ph"] == "M" && event["name"] == "thread_name" ? 1 : 0;
    if (event["ph"] != "X") continue;
    EXPECT_GE(event["dur"].get<double>(), 0);
    runs += event["name"].get<std::string>().rfind("Engine::run #", 0) == 0 ? 1 : 0;
  }
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(threads, 2);
}

TEST(CommandLine, WhatCannotBeWrittenIsAnError) {
  std::ostream nowhere(nullptr);
  std::ostringstream err;
  EXPECT_EQ(run_command_line({"list"}, nowhere, err, false), 5);
  EXPECT_EQ(err.str(),
            "pipette: ResourceExhaustedError: cannot write the result to the standard output\n");
  if (!std::ofstream("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Result r = call({"run", "mnist-with-feeds", "--steps", "1", "--trace", "/dev/full"});
  EXPECT_EQ(r.code, 5);
  EXPECT_THAT(r.err, HasSubstr("pipette: ResourceExhaustedError: cannot write all of \"/dev/full"));
}

TEST(CommandLine, ModelMatmulAnswersWithThePlan) {
  const Result r = call({"model", "matmul", "--m", "1024", "--k", "1024", "--n", "1024", "--dtype",
                         "float32", "--architecture", "Bow", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["flops"], 2LL * 1024 * 1024 * 1024);
  EXPECT_EQ(j["cycles"], j["exchange_cycles"].get<int>() + j["sync_cycles"].get<int>() +
                             j["layout_cycles"].get<int>() + j["compute_cycles"].get<int>());
  EXPECT_NEAR(j["flops_per_second"].get<double>() * 1e-12, 43.6, 0.12 * 43.6);  // published
}

struct BadCall {
  std::vector<std::string> arguments;
  int code;
  const char* message;
};

TEST(CommandLine, ErrorsAreOneLineWithADocumentedCode) {
  const BadCall cases[] = {
      {{}, 2, "subcommand"},
      {{"fly"}, 2, ""},
      {{"run", "mnist-with-feeds", "--stepz", "1"}, 2, "--stepz"},
      {{"run", "mnist-with-feeds", "--steps", "ten"}, 2, "ten"},
      {{"run", "nope"}, 4, "pipette: NotFoundError: there is no experiment \"nope\""},
      {{"run"}, 3, "--experiment FILE"},
      {{"run", "mnist-with-feeds", "--steps", "0"}, 3, "nearest valid value is 1"},
      {{"run", "mnist-with-feeds", "--data-dir", "/nowhere"}, 4, "/nowhere"},
      {{"run", "--experiment", "/nowhere.json"}, 4, "/nowhere.json"},
      {{"run", "mnist-with-feeds", "--steps", "1", "--trace", "/nowhere/t.json"}, 4, "/nowhere"},
      {{"model", "matmul", "--m", "0", "--k", "1", "--n", "1"}, 3, "at least 1"},
      {{"model", "matmul", "--m", "1", "--k", "1", "--n", "1", "--dtype", "int5"}, 3, "int5"},
      {{"model", "matmul", "--m", "1", "--k", "1", "--n", "1", "--architecture", "Mk9"}, 4, "Mk9"},
  };
  for (const BadCall& bad : cases) {
    const Result r = call(bad.arguments);
    SCOPED_TRACE(r.err);
    EXPECT_EQ(r.code, bad.code);
    EXPECT_THAT(r.err, HasSubstr(bad.message));
    if (bad.code > 2) {
      EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1);
    }
  }
}

}  // namespace
}  // namespace pipette
