#include "runs/share_of_time.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace pipette::app {
namespace {

// Takes a little real time.
void work_for(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
  }
}

TEST(ShareOfTime, ComesNoCloserThanTwiceASecond) {
  ShareOfTime share;
  EXPECT_TRUE(share.due(0)) << "the first time";
  share.spend(10, [] {});
  EXPECT_FALSE(share.due(10.49));
  EXPECT_TRUE(share.due(10.6));
}

TEST(ShareOfTime, WhatTakesLongComesLessOften) {
  ShareOfTime share;
  share.spend(10, [] { work_for(0.06); });
  EXPECT_FALSE(share.due(11.1)) << "20 times 60 ms are not over";
  EXPECT_TRUE(share.due(10.001 + ShareOfTime::kParts * share.cost_s())) << "more than rounded";
}

TEST(ShareOfTime, SlicesAddUpAlsoWhenOneThrows) {
  ShareOfTime share;
  share.begin();
  EXPECT_EQ(share.resume(1, [] { return work_for(0.002), 7; }), 7);
  EXPECT_THROW(share.resume(2, [] { work_for(0.002), throw std::runtime_error("broken"); }),
               std::runtime_error);
  EXPECT_GE(share.cost_s(), 0.004);
  EXPECT_EQ(share.last_s(), 2);
  share.begin();
  EXPECT_EQ(share.cost_s(), 0);
}

}  // namespace
}  // namespace pipette::app
