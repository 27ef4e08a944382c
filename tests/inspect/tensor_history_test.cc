#include "inspect/tensor_history.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"

namespace pipette::inspect {
namespace {

Array elements(std::int64_t first, std::int64_t count) {
  Array array(ArraySpec{DType::f32, Shape{count, 3}});
  for (std::int64_t i = 0; i < 3 * count; ++i) {
    array.data<float>()[i] = static_cast<float>(3 * first + i);
  }
  return array;
}

TEST(TensorHistory, KeepsTheLatestValuesAndTheStatisticsOfAll) {
  TensorHistory history;
  history.add(elements(0, 4));
  history.add(elements(4, 0));
  history.add(elements(4, 2));
  EXPECT_EQ(history.num_elements(), 6);
  EXPECT_EQ(history.num_latest(), 2);
  EXPECT_EQ(history.first_of_latest(), 4);
  EXPECT_EQ(history.latest().data<float>()[0], 12);
  EXPECT_EQ(history.statistics().count, 6);
  EXPECT_EQ(history.statistics().mean, 14.5);
  ASSERT_EQ(history.groups().size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(history.groups()[i].first, static_cast<std::int64_t>(i));
    EXPECT_EQ(history.groups()[i].statistics.mean, 3 * static_cast<double>(i) + 1);
    EXPECT_EQ(history.groups()[i].histogram.count(), 3);
  }
}

TEST(TensorHistory, MergesGroupsWhenThereAreManyHoweverElementsArrive) {
  constexpr std::int64_t kElements = 1000;
  RandomStream random(9, "parts");
  TensorHistory at_once, in_parts;
  at_once.add(elements(0, kElements));
  for (std::int64_t first = 0; first < kElements;) {
    const std::int64_t count =
        std::min(kElements - first, static_cast<std::int64_t>(random.uniform(0, 40)));
    in_parts.add(elements(first, count));
    first += count;
  }
  for (const TensorHistory* history : {&at_once, &in_parts}) {
    EXPECT_EQ(history->group_size(), 4);
    ASSERT_EQ(history->groups().size(), 250u);
    for (std::size_t i = 0; i < 250; ++i) {
      const TensorHistory::Group& group = history->groups()[i];
      const auto first = static_cast<double>(12 * i);
      EXPECT_EQ(group.first, static_cast<std::int64_t>(4 * i));
      EXPECT_EQ(group.histogram.count(), 12);
      EXPECT_NEAR(group.statistics.mean, first + 5.5, 1e-9);
      EXPECT_EQ(group.statistics.minimum, static_cast<float>(first));
      EXPECT_EQ(group.statistics.maximum, static_cast<float>(first + 11));
    }
  }
}

TEST(TensorHistory, MissingElementsLeaveAGap) {
  TensorHistory history;
  history.add(elements(0, 2));
  history.add(elements(6, 3), 6);
  EXPECT_EQ(history.num_elements(), 5);
  EXPECT_EQ(history.first_of_latest(), 6);
  std::vector<std::int64_t> firsts;
  for (const TensorHistory::Group& group : history.groups()) firsts.push_back(group.first);
  EXPECT_EQ(firsts, (std::vector<std::int64_t>{0, 1, 6, 7, 8}));
  EXPECT_THROW(history.add(elements(8, 1), 8), InvalidArgument);
  for (std::int64_t i = 10; i < 2000; i += 3) history.add(elements(i, 2), i);
  std::int64_t count = 0, end = 0;
  for (const TensorHistory::Group& group : history.groups()) {
    EXPECT_GE(group.first, end);
    EXPECT_LE(group.count, history.group_size());
    EXPECT_EQ(group.histogram.count(), 3 * group.count);
    EXPECT_EQ(group.statistics.minimum, static_cast<float>(3 * group.first));
    end = group.first + group.count;
    count += group.count;
  }
  EXPECT_EQ(count, history.num_elements());
  EXPECT_LE(history.groups().size(), TensorHistory::kMaxGroups);
}

TEST(TensorHistory, RefusesWhatDoesNotContinueIt) {
  TensorHistory history;
  EXPECT_THROW(history.add(Array::scalar(1.0f)), InvalidArgument);
  history.add(elements(0, 1));
  EXPECT_THROW(history.add(Array::zeros(DType::f32, Shape{1, 4})), InvalidArgument);
}

}  // namespace
}  // namespace pipette::inspect
