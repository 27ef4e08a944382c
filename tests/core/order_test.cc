#include "core/order.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/random.h"

namespace pipette {
namespace {

using Pair = std::pair<int, int>;  // key, place before

TEST(Order, IsThatOfAStableInsertionSort) {
  RandomStream random(1, "order");
  for (int count = 0; count < 200; ++count) {
    std::vector<Pair> items;
    for (int i = 0; i < count; ++i) {
      items.emplace_back(static_cast<int>(random.next_u32() % 10), i);
    }
    std::vector<Pair> expected;  // each before the first that is greater
    for (const Pair& item : items) {
      auto at = expected.begin();
      while (at != expected.end() && at->first <= item.first) ++at;
      expected.insert(at, item);
    }
    const auto order = sorted_order(items.size(), [&](std::size_t a, std::size_t b) {
      return items[a].first < items[b].first;
    });
    ASSERT_EQ(order.size(), expected.size());
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(items[order[i]], expected[i]);
    sort_by(items, [](const Pair& a, const Pair& b) { return a.first < b.first; });
    EXPECT_EQ(items, expected);
  }
}

TEST(Order, MovesAndLeavesWhatIsSorted) {
  std::vector<std::unique_ptr<std::string>> names;
  for (const char* name : {"c", "a", "b"}) names.push_back(std::make_unique<std::string>(name));
  const std::string* const a = names[1].get();
  const auto by_name = [](const auto& x, const auto& y) { return *x < *y; };
  sort_by(names, by_name);
  EXPECT_EQ(names[0].get(), a);
  EXPECT_EQ(*names[1] + *names[2], "bc");
  const auto* const storage = names.data();
  sort_by(names, by_name);
  EXPECT_EQ(names.data(), storage);
}

}  // namespace
}  // namespace pipette
