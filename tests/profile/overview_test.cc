// Summaries of any length: no cycle is lost, none is made.
#include "profile/overview.h"

#include <gtest/gtest.h>

#include "core/item.h"
#include "core/random.h"

namespace pipette::profile {
namespace {

using theme::Activity;

std::int64_t total(const Overview& overview, int lane, Activity activity) {
  std::int64_t sum = 0;
  for (const Overview::Bucket& bucket : overview.lanes().at(lane)) sum += item(bucket, activity);
  return sum;
}

TEST(Overview, PutsCyclesWhereTheyWere) {
  Overview overview;
  overview.add(0, Activity::forward, 1000, 2100);  // 24 + 1024 + 52
  const std::vector<Overview::Bucket>& buckets = overview.lanes().at(0);
  ASSERT_EQ(buckets.size(), 3u);
  EXPECT_EQ(item(buckets[0], Activity::forward), 24);
  EXPECT_EQ(item(buckets[1], Activity::forward), 1024);
  EXPECT_EQ(item(buckets[2], Activity::forward), 52);
}

TEST(Overview, LosesNothingHoweverLongItIs) {
  Overview overview;
  RandomStream random(20260102, "overview");
  std::int64_t now = 0, forward = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t begin = now + random.uniform_int(1000);
    now = begin + random.uniform_int(100000);
    forward += now - begin;
    overview.add(0, Activity::forward, begin, now);
    ASSERT_LE(std::ssize(overview.lanes().at(0)), Overview::kMostBuckets);
  }
  EXPECT_GT(std::ssize(overview.lanes().at(0)), Overview::kMostBuckets / 4);
  EXPECT_EQ(total(overview, 0, Activity::forward), forward);
  for (const Overview::Bucket& bucket : overview.lanes().at(0)) {
    EXPECT_LE(item(bucket, Activity::forward), overview.bucket_cycles());
  }
}

TEST(Overview, HasFewerBucketsForEachOfManyLanes) {
  Overview overview;
  std::int64_t cycles = 0;
  for (std::int64_t now = 0; now < 100'000'000; now += 10'000) {
    for (int lane = 0; lane < 20; ++lane) overview.add(lane, Activity::backward, now, now + 7000);
    cycles += 7000;
  }
  for (const auto& [lane, buckets] : overview.lanes()) {
    EXPECT_LE(std::ssize(buckets), Overview::kFewestBuckets);
    EXPECT_GT(std::ssize(buckets), Overview::kFewestBuckets / 4);
    EXPECT_EQ(total(overview, lane, Activity::backward), cycles);
  }
}

}  // namespace
}  // namespace pipette::profile
