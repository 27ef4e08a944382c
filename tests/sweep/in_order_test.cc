#include "sweep/in_order.h"

#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include <unistd.h>

namespace pipette::sweep {
namespace {

constexpr auto kGoOn = [](std::size_t, std::size_t) { return true; };

TEST(InOrder, ResultsComeInOrderHoweverLongEachTakes) {
  std::vector<std::string> texts;
  const auto work = [](std::size_t number) {
    usleep(number % 3 == 0 ? 30'000 : 0);
    return std::to_string(number) + std::string(100'000, '.');  // more than a pipe holds
  };
  EXPECT_TRUE(run_in_order(
      2, 12, 4, work, [&](const Ended& ended) { texts.push_back(ended.text); }, kGoOn));
  ASSERT_EQ(texts.size(), 10u);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(texts[i].substr(0, texts[i].find('.')), std::to_string(i + 2));
    EXPECT_EQ(texts[i].back(), '.');
  }
}

TEST(InOrder, AProcessThatDiesIsToldAndEndsNoOther) {
  std::vector<std::string> faults;
  const auto work = [](std::size_t number) -> std::string {
    if (number == 1) std::raise(SIGKILL);
    if (number == 2) throw 7;
    return "done";
  };
  EXPECT_TRUE(run_in_order(
      0, 4, 2, work, [&](const Ended& ended) { faults.push_back(ended.fault); }, kGoOn));
  EXPECT_EQ(faults,
            (std::vector<std::string>{"", "ended by signal 9", "ended with exit code 1", ""}));
}

TEST(InOrder, NoMoreRunAtATimeThanAsked) {
  std::size_t most = 0;
  run_in_order(
      0, 12, 3,
      [](std::size_t) {
        usleep(5'000);
        return std::string();
      },
      [](const Ended&) {},
      [&](std::size_t, std::size_t running) {
        most = std::max(most, running);
        return true;
      });
  EXPECT_EQ(most, 3u);
}

TEST(InOrder, EndsAtOnceWhenAsked) {
  int taken = 0;
  EXPECT_FALSE(run_in_order(
      0, 100, 2,
      [](std::size_t number) {
        if (number > 3) sleep(600);
        return std::string("done");
      },
      [&](const Ended&) { ++taken; }, [](std::size_t done, std::size_t) { return done < 4; }));
  EXPECT_EQ(taken, 4);
}

}  // namespace
}  // namespace pipette::sweep
