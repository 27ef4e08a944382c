#include "cli/help_text.h"

#include "cli/call.h"

namespace pipette::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HelpText, LinesAreBrokenAtSpaces) {
  EXPECT_EQ(wrapped("a text of several short words", 20, 2), "a text of several\n  short words");
  EXPECT_EQ(wrapped("", 20), "");
  EXPECT_EQ(wrapped("one,two,three,four,five,six", 20, 1), "one,two,three,four,\n five,six");
  EXPECT_EQ(wrapped(std::string(30, 'x'), 20), std::string(30, 'x'))
      << "there is no place to break";
}

TEST(HelpText, WhatIsRareIsLeftToHelpAll) {
  const std::string usual = call({"run", "--help"}).out, all = call({"run", "--help-all"}).out;
  for (const char* flag : {"--steps N", "--until CONDITION", "--output FILE"}) {
    EXPECT_THAT(usual, HasSubstr(flag));
    EXPECT_THAT(all, HasSubstr(flag));
  }
  EXPECT_THAT(usual, Not(HasSubstr("--weight-decay")));
  EXPECT_THAT(usual, HasSubstr("--help-all shows "));
  EXPECT_THAT(all, HasSubstr("--weight-decay X"));
  EXPECT_THAT(all, HasSubstr("--optimizer {sgd,momentum,adam,adamw,rmsprop}"));
  EXPECT_THAT(all, Not(HasSubstr("--help-all shows ")));
}

TEST(HelpText, AnOptionNamesItsValues) {
  CLI::App app;
  int count = 0;
  std::string word, file;
  bool on = false;
  const CLI::Option* number = app.add_option("-n,--number", count);
  const CLI::Option* choice = app.add_option("--choice", word)->check(CLI::IsMember({"a", "b"}));
  const CLI::Option* path = app.add_option("--file", file)->type_name("FILE");
  const CLI::Option* flag = app.add_flag("--on", on);
  EXPECT_EQ(names_of(*number), (std::vector<std::string>{"-n", "--number"}));
  EXPECT_EQ(value_of(*number), "N");
  EXPECT_EQ(words_of(*choice), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(value_of(*path), "FILE");
  EXPECT_EQ(words_of(*path), std::vector<std::string>{});
  EXPECT_EQ(value_of(*flag), "");
}

}  // namespace
}  // namespace pipette::cli
