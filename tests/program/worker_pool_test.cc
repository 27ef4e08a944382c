#include "program/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace pipette {
namespace {

TEST(WorkerPool, RunsEveryPartOnceHoweverManyThreadsThereAre) {
  for (const int threads : {0, 1, 3}) {
    WorkerPool pool(threads);
    for (int parts = 0; parts < 40; ++parts) {
      std::vector<int> runs(static_cast<std::size_t>(parts), 0);
      for (int repeat = 0; repeat < 20; ++repeat) {
        pool.run(parts, [&](int part) { ++runs[static_cast<std::size_t>(part)]; });
      }
      EXPECT_EQ(runs, std::vector<int>(static_cast<std::size_t>(parts), 20)) << threads;
    }
  }
}

TEST(WorkerPool, PassesOnTheFirstPartsExceptionAfterAllHaveEnded) {
  WorkerPool pool(2);
  for (int i = 0; i < 50; ++i) {
    std::atomic<int> ended{0};
    try {
      pool.run(6, [&](int part) {
        ++ended;
        if (part >= 2) throw std::runtime_error(std::to_string(part));
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& e) {
      EXPECT_STREQ(e.what(), "2");
    }
    EXPECT_EQ(ended, 6);
  }
}

TEST(WorkerPool, MayBeNested) {
  std::atomic<int> sum{0};
  WorkerPool::shared().run(
      3, [&](int) { WorkerPool::shared().run(4, [&](int part) { sum += part; }); });
  EXPECT_EQ(sum, 18);
}

}  // namespace
}  // namespace pipette
