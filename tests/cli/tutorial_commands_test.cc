#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/call.h"

namespace pipette::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

TEST(TutorialCommands, TheFiltersOfTheInspectedNetworkAreFlags) {
  const std::vector<std::string> small{
      "inspect-pipelined", "--repeat-count", "2", "--gradient-accumulation-count", "4",
      "--run-single-step"};
  const std::string usual = call(small).out;
  EXPECT_THAT(usual, HasSubstr("dense1/kernel:0_grad"));
  EXPECT_THAT(usual, testing::Not(HasSubstr("dense3/kernel:0_grad")));
  std::vector<std::string> other = small;
  other.insert(other.end(), {"--gradients-filters", "dense3", "--activations-filters", "none"});
  const std::string shown = call(other).out;
  EXPECT_THAT(shown, HasSubstr("dense3/kernel:0_grad"));
  EXPECT_THAT(shown, testing::Not(HasSubstr("dense1/kernel:0_grad")));
  EXPECT_THAT(shown, HasSubstr("Activation key: dense2"));
}

TEST(TutorialCommands, InspectKerasPrintsWhatTheSeedPrints) {
  const std::vector<std::string> small{"inspect-keras", "--steps-per-epoch", "8", "--epochs", "1"};
  const Result pipelined = call(small);
  EXPECT_EQ(pipelined.code, 0) << pipelined.err;
  EXPECT_THAT(pipelined.out, HasSubstr("\nGradients callback\n"
                                       "key: Dense_128/bias:0_grad shape: (2, 128)\n"
                                       "key: Dense_128/kernel:0_grad shape: (2, 256, 128)\n"
                                       "Epoch 1 - Summary Stats\nIndex Name"));
  EXPECT_THAT(pipelined.out, HasSubstr("\nMulti-layer activations callback\n"));
  std::vector<std::string> plain = small;
  plain.insert(plain.end(), {"--no-pipelining", "--model-type", "Model"});
  EXPECT_THAT(call(plain).out, HasSubstr("kernel:0_grad shape: (8, 784, 128)"));
  EXPECT_THAT(call(plain).out, HasSubstr("\nSingle layer activations callback\n"
                                         "key: Dense_128_acts shape: (8, 32, 128)\n"));
  plain.push_back("--use-gradient-accumulation");
  EXPECT_THAT(call(plain).out, HasSubstr("kernel:0_grad shape: (2, 784, 128)"));
  plain.push_back("--outfeed-pre-accumulated-gradients");
  EXPECT_THAT(call(plain).out, HasSubstr("kernel:0_grad shape: (8, 784, 128)"));
  std::vector<std::string> sequential = small;
  sequential.push_back("--no-pipelining");
  EXPECT_THAT(call(sequential).out, HasSubstr("\nMulti-layer activations callback\n"
                                              "key: Dense_128_acts shape: (8, 32, 128)\n"
                                              "key: Dense_10_acts shape: (8, 32, 10)\n"));
  std::vector<std::string> filtered = small;
  filtered.insert(filtered.end(),
                  {"--gradients-filters", "nothing", "--activations-filters", "_10_"});
  EXPECT_THAT(call(filtered).out, HasSubstr("\nGradients callback\nNo data enqueued\n"));
  EXPECT_THAT(call(filtered).out, HasSubstr("callback\nkey: Dense_10_acts shape: (8, 32, 10)\n"
                                            "Epoch"));
}

TEST(TutorialCommands, KerasConvolutionsShowTheirKernels) {
  const Result r = call({"keras-convolutions", "--steps-per-epoch", "2", "--epochs", "1"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("key: Conv_1/kernel:0_grad shape: (2, 3, 3, 1, 8)\nEpoch 1"));
  EXPECT_THAT(r.out, HasSubstr("key: Pool_1_acts shape: (2, 32, 14, 14, 8)\n"));
  const Result both = call({"keras-convolutions", "--steps-per-epoch", "1", "--epochs", "1",
                            "--gradients-filters", "kernel", "--activations-filters", "nothing"});
  EXPECT_THAT(both.out, HasSubstr("key: Conv_2/kernel:0_grad shape: (1, 3, 3, 8, 8)\n"));
  EXPECT_THAT(both.out, HasSubstr("callback\nNo data enqueued\n"));
  EXPECT_THAT(call({"inspect-keras", "--help"}).out,
              ContainsRegex("--steps-per-epoch N +Mini-batches. Default: 2000."));
  EXPECT_THAT(call({"keras-convolutions", "--help"}).out,
              ContainsRegex("Default:[ \n]+\\[Conv_1/kernel\\]"));
}

TEST(TutorialCommands, InspectKerasRefusesWrongFlags) {
  EXPECT_EQ(call({"inspect-keras", "--model-type", "Other"}).code, 2);
  const Result indivisible = call({"inspect-keras", "--steps-per-epoch", "10"});
  EXPECT_EQ(indivisible.code, 3);
  EXPECT_THAT(indivisible.err,
              HasSubstr("weight updates of 4 each; --steps-per-epoch 8 or 12 would do"));
}

TEST(TutorialCommands, InspectedModelsTakeTheSeedsFlags) {
  const Result pipelined = call({"inspect-pipelined", "--repeat-count", "2",
                                 "--gradient-accumulation-count", "4", "--run-single-step"});
  EXPECT_EQ(pipelined.code, 0) << pipelined.err;
  EXPECT_THAT(pipelined.out, testing::StartsWith("Activation key: dense1 shape: (8, 32, 256)\n"
                                                 "Activation key: dense3 shape: (8, 32, 10)\n\n"
                                                 "Step 0 - Summary Stats\n"));
  EXPECT_THAT(pipelined.out, HasSubstr("\nGradient key: dense2/bias:0_grad shape: (2, 128)\n"));
  EXPECT_THAT(pipelined.out, testing::EndsWith("\n\n"));
  const Result plain = call({"inspect-model", "--repeat-count", "8", "--run-single-step"});
  EXPECT_THAT(plain.out, HasSubstr("dense1/kernel:0_grad shape: (8, 784, 256)"));
  const Result wrong =
      call({"inspect-model", "--repeat-count", "10", "--gradient-accumulation-count", "4"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_THAT(wrong.err, HasSubstr("--repeat-count (10) must be a multiple of "
                                   "--gradient-accumulation-count (4); the nearest valid value is "
                                   "12"));
}

// No number of steps; to convert one would be undefined.
TEST(TutorialCommands, RefuseMoreStepsThanCanBeCounted) {
  const std::vector<std::vector<std::string>> commands = {
      {"inspect-keras", "--epochs", "1e30"},
      {"inspect-keras", "--epochs", "nan"},
      {"keras-convolutions", "--steps-per-epoch", "9000000000000000000", "--epochs", "3"},
      {"inspect-pipelined", "--epochs", "1e30"},
      {"inspect-pipelined", "--repeat-count", "9000000000000000000"},
      {"loops", "--epochs", "1e30"},
      {"while-loop", "--epochs", "-inf"},
      {"dataset-benchmark", "--number-of-epochs", "2000000000", "--elements-per-epochs",
       "9000000000000"},
  };
  for (const std::vector<std::string>& command : commands) {
    const Result r = call(command);
    EXPECT_EQ(r.code, 3) << command[0];
    EXPECT_THAT(r.err, HasSubstr("at most 2^53 can be counted")) << command[0];
    EXPECT_THAT(r.err, HasSubstr(command[1])) << command[0];
  }
  EXPECT_EQ(call({"inspect-pipelined", "--repeat-count", "0"}).code, 3);
}

TEST(TutorialCommands, RunWholeEpochsOnly) {
  for (const char* name : {"inspect-keras", "keras-convolutions", "loops"}) {
    const Result r = call({name, "--epochs", "1.5"});
    EXPECT_EQ(r.code, 3) << name;
    EXPECT_THAT(r.err,
                HasSubstr("--epochs must be a whole number, but it is 1.5; the next one is 2"));
  }
}

TEST(TutorialCommands, TheSmallOnesRunAndTheirJsonIsTheSummary) {
  EXPECT_THAT(call({"perf-training-example"}).out, testing::StartsWith("counter 10\n"));
  EXPECT_THAT(call({"outfeed-example"}).out, HasSubstr("Step 99: loss "));
  const Result json = call({"outfeed-example", "--json"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["steps"], 100);
  for (const char* name : {"dataset-benchmark", "infeed-benchmark"}) {
    // All that goes to the output is JSON; advice is for people.
    for (const char* option : {"", "--json"}) {
      std::vector<std::string> arguments{name, "--number-of-epochs", "2", "--elements-per-epochs",
                                         "3"};
      if (*option != 0) arguments.emplace_back(option);
      const Result benchmark = call(arguments);
      const nlohmann::json epochs = nlohmann::json::parse(benchmark.out)["epochs"];
      ASSERT_EQ(epochs.size(), 2u);
      EXPECT_EQ(epochs[1]["elements_processed"], 3);
      EXPECT_THAT(benchmark.err, testing::HasSubstr("would be the bottleneck"));
    }
    const Result summary = call({"run", name, "--steps", "6", "--steps-per-execution", "3"});
    EXPECT_THAT(summary.out, testing::HasSubstr("nothing is trained"));
    EXPECT_THAT(summary.out, testing::Not(testing::HasSubstr("cbf29ce484222325")));  // of nothing
    const Result wrong = call({name, "--number-of-epochs", "0"});
    EXPECT_EQ(wrong.code, 3);
    EXPECT_THAT(wrong.err, testing::HasSubstr("--number-of-epochs must be at least 1"));
  }
  EXPECT_EQ(call({"loops", "--batch-size", "0"}).code, 3);
}

}  // namespace
}  // namespace pipette::cli
