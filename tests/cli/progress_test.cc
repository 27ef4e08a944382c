// The line of progress: as wide as the terminal, whatever that is.
#include "cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "cli/call.h"

namespace pipette::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

class OnATerminal : public testing::Test {
 protected:
  ~OnATerminal() override { unsetenv("COLUMNS"); }
  static void set_columns(int columns) {
    setenv("COLUMNS", std::to_string(columns).c_str(), 1);
    if (terminal_columns() != columns) GTEST_SKIP() << "the standard error is a terminal";
  }
  // What was drawn, one after the other.
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line, '\r');) all.push_back(line);
    return all;
  }
};

TEST_F(OnATerminal, TheLineNeverReachesTheLastColumn) {
  for (const int columns : {200, 86, 80, 60, 40, 20, 5}) {
    set_columns(columns);
    std::ostringstream out;
    Progress progress(out, true);
    for (const double share : {0.0, 0.5, 1.0}) {
      progress.show(share, {"step 1000/20000", "loss 0.1234", "modelled 123.456 s"});
    }
    for (const std::string& line : lines(out.str())) {
      EXPECT_LT(line.size(), static_cast<std::size_t>(columns)) << line;
    }
    if (columns >= 20) {
      EXPECT_THAT(out.str(), HasSubstr("50 %"));
    }
    if (columns >= 86) {
      EXPECT_THAT(out.str(), HasSubstr("modelled"));
    }
    if (columns == 40) {
      EXPECT_THAT(out.str(), Not(HasSubstr("loss")));
    }
  }
}

TEST_F(OnATerminal, AShorterLineCoversALongerOne) {
  set_columns(80);
  std::ostringstream out;
  Progress progress(out, true);
  progress.show(0.5, {"step 1/2", "loss 0.5"});
  progress.show(0.6, {"step 1/2"});
  const std::vector<std::string> drawn = lines(out.str());
  ASSERT_EQ(drawn.size(), 3u);
  EXPECT_GE(drawn[2].size(), drawn[1].size());
  progress.clear();
  EXPECT_EQ(lines(out.str()).back().find_first_not_of(' '), std::string::npos);
}

TEST_F(OnATerminal, NoLossIsShownBeforeThereIsOne) {
  const Result r =
      call({"run", "mnist-with-feeds", "--steps", "2000", "--steps-per-execution", "2000"}, true);
  EXPECT_EQ(r.code, 0);
  EXPECT_THAT(r.err, Not(HasSubstr("loss 0.0000")));
  EXPECT_THAT(r.err, HasSubstr("100 %"));
}

TEST_F(OnATerminal, EveryCommandThatRunsSaysHowFarItIs) {
  const std::vector<std::vector<std::string>> commands = {
      {"run", "mnist-with-feeds", "--steps", "10", "--json"},
      {"profile", "mnist-with-feeds", "--steps", "10"},
      {"profile", "mnist-without-feeds", "--steps", "10", "--try-advice"},
      {"train", "--steps", "5"},
      {"inspect-model", "--repeat-count", "2", "--run-single-step"},
      {"dataset-benchmark", "--number-of-epochs", "1", "--elements-per-epochs", "3"},
  };
  for (const std::vector<std::string>& command : commands) {
    const Result r = call(command, true);
    EXPECT_EQ(r.code, 0) << command[0];
    EXPECT_THAT(r.err, HasSubstr("\r[")) << command[0];
    EXPECT_THAT(call(command).err, Not(HasSubstr("\r"))) << command[0];
  }
  EXPECT_THAT(call(commands[2], true).err, HasSubstr("trying advice 1 of"));
}

}  // namespace
}  // namespace pipette::cli
