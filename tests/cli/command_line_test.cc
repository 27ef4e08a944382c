#include "cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/call.h"
#include "kernels/instruction_set.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

using nlohmann::json;

TEST(CommandLine, ListNamesTheCatalogue) {
  const Result r = call({"list"});
  EXPECT_EQ(r.code, 0);
  EXPECT_THAT(r.out, HasSubstr("mnist-with-feeds"));
  EXPECT_THAT(r.out, HasSubstr("mnist-without-feeds"));
}

TEST(CommandLine, VersionNamesTheInstructionSet) {
  const Result r = call({"--version"});
  EXPECT_EQ(r.code, 0);
  EXPECT_THAT(r.out, HasSubstr("kernels: " + std::string(to_word(kernels::current()))));
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
  EXPECT_EQ(call({"run", "mnist-pipelined", "--code", "cpp"}).code, 3);
  EXPECT_EQ(call({"run", "inspect-keras", "--code", "fortran"}).code, 3);
}

TEST(CommandLine, ProgressOnlyOnATerminal) {
  EXPECT_EQ(call({"run", "mnist-with-feeds", "--steps", "10"}).err, "");
  EXPECT_THAT(call({"run", "mnist-with-feeds", "--steps", "10"}, true).err, HasSubstr("100 %"));
}

TEST(CommandLine, TraceFileIsAChromeTrace) {
  const std::string path = temporary_path("trace_test.json");
  const Result r = call({"run", "mnist-with-feeds", "--steps", "20", "--trace", path});
  ASSERT_EQ(r.code, 0) << r.err;
  std::ifstream in(path);
  const json trace = json::parse(in);
  std::remove(path.c_str());
  int runs = 0, threads = 0;
  for (const json& event : trace) {
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

TEST(CommandLine, WhereAFileCannotBeWrittenNothingIsTrained) {
  for (const char* option : {"--trace", "--losses"}) {
    const Result r = call({"run", "mnist-with-feeds", option, "no/such/folder/file"}, true);
    EXPECT_EQ(r.code, 4);
    EXPECT_EQ(r.err,
              "pipette: NotFoundError: cannot write \"no/such/folder/file\": No such file or "
              "directory\n");
  }
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

TEST(CommandLine, ErrorsAreOneLineWithADocumentedCode) {
  const BadCall cases[] = {
      {{"run", "mnist-with-feeds", "--steps", "ten"}, 3, "--steps must be an integer, not \"ten\""},
      {{"run", "nope"},
       4,
       "pipette: NotFoundError: there is no experiment \"nope\"; the catalogue"},
      {{"run", "mnist-with-feed"}, 4, "\"mnist-with-feed\"; did you mean \"mnist-with-feeds\"?"},
      {{"run", "mnist-with-feeds", "--set", "stepPerExecution=3"},
       4,
       "no field \"stepPerExecution\"; did you mean --steps-per-execution?"},
      {{"run", "mnist-with-feeds", "--set", "colour=3"}, 4, "docs/experiments.md lists them"},
      {{"run", "mnist-with-feeds", "--batch-size", "8", "--set", "batch_size=9"},
       3,
       "--batch-size and --set batch_size=9 say the same twice; give one of them"},
      {{"run"}, 3, "--experiment FILE"},
      {{"run", "mnist-with-feeds", "--steps", "0"}, 3, "it is 0; try --steps 1"},
      {{"run", "mnist-with-feeds", "--data-dir", "/nowhere"}, 4, "/nowhere"},
      {{"run", "--experiment", "/nowhere.json"}, 4, "/nowhere.json"},
      {{"run", "mnist-with-feeds", "--steps", "1", "--trace", "/nowhere/t.json"}, 4, "/nowhere"},
      {{"model", "matmul", "--m", "0", "--k", "1", "--n", "1"}, 3, "--m must be at least 1"},
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

// What was asked and means nothing to the program is refused, with the flags that would do.
TEST(CommandLine, NothingThatIsAskedIsIgnored) {
  const BadCall cases[] = {
      {{"run", "mnist-with-feeds", "--schedule", "interleaved"},
       3,
       "has no meaning for \"mnist-with"},
      {{"run", "mnist-with-feeds", "--recompute"}, 3, "--recompute has no meaning"},
      {{"run", "mnist-with-feeds", "--reduction", "mean"}, 3, "--reduction-method has no meaning"},
      {{"run", "loops", "--hidden-units", "64"}, 3, "--hidden-units has no meaning for \"loops\""},
      {{"run", "mnist-without-feeds", "--prefetch-depth", "5"},
       3,
       "--prefetch-depth has no meaning"},
      {{"train", "--keep-state"}, 3, "sgd has none"},
      {{"train", "--stages", "1", "--schedule", "interleaved"}, 3, "at least 2 stages"},
      {{"train", "--gradient-accumulation", "13"},
       3,
       "try --gradient-accumulation-count 8 or --gradient-accumulation-count 16"},
      {{"run", "inspect-keras", "--stages", "2"}, 3, "--stages has no meaning"},
  };
  for (const BadCall& bad : cases) {
    const Result r = call(bad.arguments);
    SCOPED_TRACE(r.err);
    EXPECT_EQ(r.code, bad.code);
    EXPECT_THAT(r.err, HasSubstr(bad.message));
  }
}

// Each of these once crashed, hung, or took minutes and gigabytes before it was refused.
TEST(CommandLine, HostileInputIsRefusedAtOnce) {
  std::string wide = "4096", layers;
  for (int i = 1; i < 64; ++i) wide += ",4096";
  for (int i = 0; i < 29; ++i) layers += R"({"layer": "conv2d", "filters": 4096}, )";
  const std::string wrong = temporary_path("wrong.json");
  std::ofstream(wrong) << R"({"experiment": "mnist-with-feeds", "steps": 0})";
  const Result named = call({"run", "--experiment", wrong});
  EXPECT_EQ(named.code, 3);
  EXPECT_THAT(named.err, HasSubstr(wrong + ": steps must be"));
  const std::string deep = temporary_path("deep.json");
  std::ofstream(deep) << std::string(100'000, '[');
  const std::string large = temporary_path("large.json");
  std::ofstream(large) << R"({"experiment": "keras-convolutions", "layers": [)"
                       << R"({"layer": "reshape", "shape": [28, 28, 1]}, )" << layers
                       << R"({"layer": "flatten"}, {"layer": "dense", "units": 10}]})";
  const BadCall cases[] = {
      {{"run", "inspect-keras", "--gradient-accumulation", "0"}, 3, "must be 1 to 1000000"},
      {{"run", "mnist-pipelined", "--device-mapping", "2147483647,1"}, 3, "must be 0 to 63"},
      {{"run", "mnist-pipelined", "--device-mapping", "1500000000,1"}, 3, "must be 0 to 63"},
      {{"run", "mnist-pipelined", "--device-mapping", "4294967296,1"}, 3, "must be 0 to 63"},
      {{"run", "--experiment", deep}, 3, "not valid JSON"},
      {{"run", "--experiment", "/dev/zero"}, 3, "is no experiment"},
      {{"run", "mnist-with-feeds", "--hidden-units", wide}, 5, "weights"},
      {{"run", "--experiment", large}, 5, "weights"},
  };
  for (const BadCall& bad : cases) {
    const Result r = call(bad.arguments);
    SCOPED_TRACE(r.err);
    EXPECT_EQ(r.code, bad.code);
    EXPECT_THAT(r.err, HasSubstr(bad.message));
  }
  std::remove(deep.c_str());
  std::remove(large.c_str());
}

TEST(CommandLine, ACountThatIsRoundedUpIsSaid) {
  const Result five = call({"run", "mnist-with-feeds", "--steps", "5", "--json"});
  const json j = json::parse(five.out);
  EXPECT_EQ(j["steps"], 10);
  EXPECT_EQ(j["asked"]["steps"], 5);
  const json ten = json::parse(call({"run", "mnist-with-feeds", "--steps", "10", "--json"}).out);
  EXPECT_FALSE(ten.contains("asked"));
  EXPECT_EQ(ten["fingerprint"], j["fingerprint"]) << "the same is done";
  EXPECT_THAT(call({"run", "mnist-with-feeds", "--steps", "5"}).out,
              HasSubstr("asked               5 steps; 10 are done"));
}

TEST(CommandLine, LossesAreWrittenWithTheirCycles) {
  const std::string path = temporary_path("losses_test.csv");
  ASSERT_EQ(call({"run", "mnist-with-feeds", "--steps", "10", "--losses", path}).code, 0);
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  EXPECT_EQ(line, "mini_batch,loss,cycle,seconds");
  std::int64_t before = 0, rows = 0;
  for (; std::getline(in, line); ++rows) {
    std::int64_t mini_batch = -1, cycle = 0;
    float loss = 0;
    char comma = 0;
    std::istringstream(line) >> mini_batch >> comma >> loss >> comma >> cycle;
    EXPECT_EQ(mini_batch, rows);
    EXPECT_GT(loss, 0);
    EXPECT_GT(cycle, before);
    before = cycle;
  }
  EXPECT_EQ(rows, 10);
  std::remove(path.c_str());
  EXPECT_EQ(call({"run", "mnist-with-feeds", "--steps", "10", "--losses", "/nowhere/x"}).code, 4);
}

// A step of a Keras model is a mini-batch, also when a pipeline makes one update of several.
TEST(CommandLine, StepsAreCountedInTheUnitInWhichTheyWereAsked) {
  const Result r = call({"run", "inspect-keras", "--steps", "32", "--steps-per-execution", "32",
                         "--replicas", "2", "--json"});
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(json::parse(r.out)["steps"], 32);
  EXPECT_EQ(json::parse(r.out)["step"], "mini-batch");
}

TEST(CommandLine, DescribePrintsWhatRunWouldRun) {
  const Result r = call({"describe", "mnist-pipelined", "--stages", "2", "--optimizer", "adam"});
  ASSERT_EQ(r.code, 0) << r.err;
  const json j = json::parse(r.out);
  EXPECT_EQ(j["stages"], 2);
  EXPECT_EQ(j["optimizer"], "adam");
  EXPECT_EQ(j["host"]["compile_seconds"], 11.6);
  EXPECT_EQ(call({"describe", "mnist-pipelined", "--stages", "9"}).code, 3);
}

TEST(CommandLine, AnEpochOfLoopsFollowsTheBatchSizeUnlessAFlagSaysMore) {
  const auto described = [](std::vector<std::string> flags) {
    flags.insert(flags.begin(), {"describe", "loops"});
    const json j = json::parse(call(flags).out);
    return std::pair(j["steps_per_execution"].get<int>(), j["steps"].get<int>());
  };
  EXPECT_EQ(described({}), std::pair(1875, 9375));
  EXPECT_EQ(described({"--batch-size", "64"}), std::pair(937, 4685)) << "as on the page";
  EXPECT_EQ(described({"--steps-per-execution", "100", "--steps", "300", "--batch-size", "64"}),
            std::pair(100, 300));
}

// Files that repeat the table of fields are what `pipette schema` prints.
TEST(CommandLine, SchemaHasLimitsAndTypes) {
  const json schema = json::parse(call({"schema"}).out);
  EXPECT_EQ(schema["properties"]["batch_size"]["maximum"], 10000);
  EXPECT_EQ(schema["properties"]["host"]["properties"]["call_us"]["type"], "number");
}

// Each line "write FILE ARGUMENTS..." of tools/write_tables.
TEST(CommandLine, TablesAreWhatTheRepositoryRepeats) {
  std::istringstream script(content_of(PIPETTE_SOURCE_DIR "/tools/write_tables"));
  int files = 0;
  for (std::string line; std::getline(script, line);) {
    std::istringstream words(line);
    std::string command, file;
    if (!(words >> command >> file) || command != "write") continue;
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    EXPECT_EQ(call(arguments).out, content_of(PIPETTE_SOURCE_DIR "/" + file))
        << "run tools/write_tables";
    ++files;
  }
  EXPECT_EQ(files, 9);
}

}  // namespace
}  // namespace pipette::cli
