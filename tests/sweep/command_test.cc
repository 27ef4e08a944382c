#include "sweep/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"

namespace pipette::sweep {
namespace {

TEST(Command, GetsATextAndGivesOneBack) {
  const std::string text(1 << 20, 'x');
  const Output output = run_command({"cat"}, text);
  EXPECT_EQ(output.text, text);
  EXPECT_EQ(output.errors, "");
  EXPECT_EQ(output.fault, "");
}

TEST(Command, SaysHowItHasEnded) {
  const Output failed = run_command({"sh", "-c", "echo so >&2; exit 3"}, "");
  EXPECT_EQ(failed.errors, "so\n");
  EXPECT_EQ(failed.fault, "ended with exit code 3");
  EXPECT_EQ(run_command({"sh", "-c", "kill -9 $$"}, "").fault, "ended by signal 9");
}

TEST(Command, MustExist) { EXPECT_THROW(run_command({"no-such-program"}, ""), NotFound); }

TEST(Command, KnowsThisProgram) { EXPECT_THAT(this_program(), testing::HasSubstr("sweep_test")); }

}  // namespace
}  // namespace pipette::sweep
