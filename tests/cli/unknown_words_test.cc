#include "cli/unknown_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/call.h"

namespace pipette::cli {
namespace {

struct Misread {
  std::vector<std::string> arguments;
  const char* message;
};

TEST(UnknownWords, AreNamedWithWhatWouldDo) {
  const Misread cases[] = {
      {{}, "\"pipette\" needs a command: list, run, "},
      {{"model"}, "\"model\" needs a command: matmul"},
      {{"model", "matmull"}, "no command \"matmull\"; did you mean \"matmul\"?"},
      {{"model", "matmul", "--m", "1e3", "--k", "1", "--n", "1"},
       "--m must be a whole number, but it is 1e3"},
      {{"loops", "--epochs", "two"}, "--epochs must be a number, but it is two"},
      {{"run", "mnist-with-feeds", "--steps"}, "--steps needs a value"},
      {{"fly"}, "there is no command \"fly\"; there are list, run, train,"},
      {{"mnist-with-feeds"}, "is an experiment: pipette run mnist-with-feeds"},
      {{"runn"}, "there is no command \"runn\"; did you mean \"run\"?"},
      {{"run", "mnist-with-feeds", "--stepz", "1"},
       "\"run\" has no flag --stepz; did you mean \"--steps\"?"},
      {{"train", "--batch_size=3"}, "no flag --batch_size; did you mean \"--batch-size\"?"},
      {{"run", "mnist-with-feeds", "fast"}, "takes no more words, but there is \"fast\""},
  };
  for (const Misread& misread : cases) {
    const Result r = call(misread.arguments);
    SCOPED_TRACE(r.err);
    EXPECT_EQ(r.code, 2);
    EXPECT_THAT(r.err, testing::StartsWith("pipette: "));
    EXPECT_THAT(r.err, testing::HasSubstr(misread.message));
    EXPECT_THAT(r.err, testing::EndsWith("\nRun with --help for more information.\n"));
    EXPECT_EQ(r.out, "");
  }
}

}  // namespace
}  // namespace pipette::cli
