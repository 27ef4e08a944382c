#include "core/latest_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pipette {
namespace {

using testing::ElementsAre;

TEST(LatestList, KeepsNumbersWhenTheFirstAreDropped) {
  LatestList<int> list;
  EXPECT_TRUE(list.empty());
  for (int i = 0; i < 5; ++i) list.push_back(10 * i);
  list.drop_front(2);
  EXPECT_EQ(list.size(), 5u);
  EXPECT_EQ(list.first(), 2u);
  EXPECT_EQ(list[2], 20);
  EXPECT_EQ(list.back(), 40);
  EXPECT_THAT(list, ElementsAre(20, 30, 40));
  list.push_back(50);
  EXPECT_EQ(list[5], 50);
  list.drop_front(100);
  EXPECT_EQ(list.first(), 6u);
  EXPECT_FALSE(list.empty());
  EXPECT_THAT(list.kept(), ElementsAre());
}

}  // namespace
}  // namespace pipette
