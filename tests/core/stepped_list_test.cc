#include "core/stepped_list.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace pipette {
namespace {

SteppedList list_of(const std::vector<std::int64_t>& values) {
  SteppedList list;
  for (std::int64_t value : values) list.push_back(value);
  return list;
}

TEST(SteppedList, EqualStepsAreOneStretch) {
  SteppedList list;
  EXPECT_TRUE(list.empty());
  for (std::int64_t i = 0; i < 1000; ++i) list.push_back(500 + 320 * i);
  EXPECT_EQ(list.num_stretches(), 1u);
  EXPECT_EQ(list.front(), 500);
  EXPECT_EQ(list[999], 320180);
  EXPECT_EQ(list.back(), list[999]);
}

TEST(SteppedList, GivesBackWhateverItWasGiven) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> values;
    std::int64_t value = static_cast<std::int64_t>(random());
    for (int i = 0; i < 100; ++i) {
      const std::int64_t step = static_cast<std::int64_t>(random() % 3) - 1;
      value += random() % 4 == 0 ? step * 1'000'003 : step;
      values.push_back(value);
    }
    const SteppedList list = list_of(values);
    ASSERT_EQ(list.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(list[i], values[i]);
    EXPECT_EQ(list.back(), values.back());
    EXPECT_LE(list.num_stretches(), values.size() / 2 + 1);
  }
}

TEST(SteppedList, MemoryIsFlatWhereTheFirstAreDropped) {
  SteppedList list;
  std::size_t most = 0;
  for (std::size_t i = 0; i < 10'000; ++i) {
    list.push_back(static_cast<std::int64_t>(i * i / 3));  // hardly two equal steps
    if (i % 100 == 99) list.drop_before(i - 50);
    most = std::max(most, list.num_stretches());
    if (i < 200) continue;
    for (const std::size_t at : {i - 50, i}) {
      EXPECT_EQ(list[at], static_cast<std::int64_t>(at * at / 3));
    }
  }
  EXPECT_LE(most, 160u);
  EXPECT_EQ(list.size(), 10'000u);
  list.drop_before(0);  // nothing more
  EXPECT_EQ(list[9'960], 9'960 * 9'960 / 3);
}

TEST(SteppedList, TakesTheEndsOfTheRange) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::int64_t> values = {kLeast, kMost, 0, kMost, kMost, kLeast};
  const SteppedList list = list_of(values);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(list[i], values[i]);
}

TEST(SteppedList, EqualElementsMakeEqualLists) {
  EXPECT_EQ(list_of({1, 2, 3, 7}), list_of({1, 2, 3, 7}));
  EXPECT_NE(list_of({1, 2, 3, 7}), list_of({1, 2, 3}));
  EXPECT_NE(list_of({1, 2, 3, 7}), list_of({1, 2, 4, 7}));
}

}  // namespace
}  // namespace pipette
