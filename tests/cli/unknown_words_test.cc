#include "cli/unknown_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/call.h"

namespace pipette::cli {
namespace {

TEST(UnknownWords, AreNamedWithWhatWouldDo) {
  const BadCall cases[] = {
      {{"model"}, 2, "\"model\" needs a command: matmul"},
      {{"model", "matmull"}, 2, "no command \"matmull\"; did you mean \"matmul\"?"},
      {{"model", "matmul", "--m", "1e3", "--k", "1", "--n", "1"},
       2,
       "--m must be a whole number, but it is 1e3"},
      {{"loops", "--epochs", "two"}, 2, "--epochs must be a number, but it is two"},
      {{"run", "mnist-with-feeds", "--steps"}, 2, "--steps needs a value"},
      {{"fly"}, 2, "there is no command \"fly\"; there are list, run, train,"},
      {{"mnist-with-feeds"}, 2, "is an experiment: pipette run mnist-with-feeds"},
      {{"runn"}, 2, "there is no command \"runn\"; did you mean \"run\"?"},
      {{"run", "mnist-with-feeds", "--stepz", "1"},
       2,
       "\"run\" has no flag --stepz; did you mean \"--steps\"?"},
      {{"train", "--batch_size=3"}, 2, "no flag --batch_size; did you mean \"--batch-size\"?"},
      {{"run", "mnist-with-feeds", "fast"}, 2, "takes no more words, but there is \"fast\""},
  };
  for (const BadCall& bad : cases) {
    const Result r = call(bad.arguments);
    SCOPED_TRACE(r.err);
    EXPECT_EQ(r.code, bad.code);
    EXPECT_THAT(r.err, testing::StartsWith("pipette: "));
    EXPECT_THAT(r.err, testing::HasSubstr(bad.message));
    EXPECT_THAT(r.err, testing::EndsWith("\nRun with --help for more information.\n"));
    EXPECT_EQ(r.out, "");
  }
}

}  // namespace
}  // namespace pipette::cli
