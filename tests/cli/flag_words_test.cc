#include "cli/flag_words.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace pipette::cli
