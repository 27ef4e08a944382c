#include "program/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "failing_allocation.h"

namespace pipette {
namespace {

// A thread that was too slow for the run before would take parts of one that has failed.
TEST(WorkerPool, ARunThatFailsBeforeItBeginsIsNeverTaken) {
  std::atomic<int> taken{0};
  const std::function<void(int)> nothing = [](int) {}, counted = [&](int) { ++taken; };
  {
    WorkerPool pool(3);
    for (int i = 0; i < 2000; ++i) {
      pool.run(2, nothing);
      fail_allocation(0, Failure::out_of_memory);
      EXPECT_THROW(pool.run(2, counted), std::bad_alloc);
      EXPECT_TRUE(take_failed());
    }
  }
  EXPECT_EQ(taken, 0);
}

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
