#include "cli/interruption.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/call.h"
#include "temporary_path.h"

namespace pipette::cli {
namespace {

// Somebody who presses Ctrl+C as soon as she sees progress.
class Impatient : public std::stringbuf {
 protected:
  int sync() override {
    if (!done_) std::raise(SIGINT);
    done_ = true;
    return 0;
  }

 private:
  bool done_ = false;
};

TEST(Interruption, EndsARunWithWholeFiles) {
  const auto before = std::signal(SIGINT, SIG_DFL);  // a shell's background ignores it
  const std::string trace = temporary_path("interrupted.json");
  const std::string losses = temporary_path("interrupted.csv");
  Impatient buffer;
  std::ostream err(&buffer);
  std::ostringstream out;
  EXPECT_EQ(run_command_line({"run", "mnist-with-feeds", "--steps", "1000000", "--trace", trace,
                              "--losses", losses},
                             out, err, true),
            130);
  EXPECT_THAT(buffer.str(), testing::ContainsRegex("pipette: interrupted after [0-9]+ of 1000000 "
                                                   "steps; the files hold what there was"));
  EXPECT_THAT(out.str(), testing::ContainsRegex("steps +[0-9]+ in [0-9]+ engine runs"));
  expect_perfetto_takes(trace);
  const std::string csv = content_of(losses);
  EXPECT_EQ(csv.substr(0, 11), "mini_batch,");
  EXPECT_EQ(csv.back(), '\n');
  std::remove(trace.c_str());
  std::remove(losses.c_str());
  std::signal(SIGINT, before);
}

volatile std::sig_atomic_t heard = 0;

TEST(Interruption, LeavesSignalsAsTheyWere) {
  const auto before = std::signal(SIGINT, [](int) { heard = 1; });
  {
    const Interruption interruption;
    EXPECT_FALSE(interruption.asked());
    std::raise(SIGINT);
    EXPECT_TRUE(interruption.asked());
    EXPECT_EQ(heard, 0);
  }
  EXPECT_FALSE(Interruption().asked()) << "each is asked anew";
  std::raise(SIGINT);
  EXPECT_EQ(heard, 1);
  std::signal(SIGINT, before);
}

TEST(Interruption, SignalsThatNobodyShallHearStayUnheard) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  const Interruption interruption;
  std::raise(SIGHUP);
  EXPECT_FALSE(interruption.asked());
  std::signal(SIGHUP, before);
}

}  // namespace
}  // namespace pipette::cli
