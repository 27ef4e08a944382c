#include "program/parallel_copy.h"

#include <gtest/gtest.h>

#include <array>

namespace pipette {
namespace {

// Values of buffers 0, 1, 2, .. after the moves; they begin as 'a', 'b', 'c', ..
std::string after(const std::vector<BufferMove>& moves) {
  std::string values = "abcd";
  std::array<std::byte*, 4> addresses{};
  for (std::size_t i = 0; i < 4; ++i) addresses[i] = reinterpret_cast<std::byte*>(&values[i]);
  if (const Kernel kernel = parallel_copy(moves)) kernel(addresses.data());
  return values;
}

TEST(ParallelCopy, MovesHappenAsIfAtOnce) {
  EXPECT_EQ(after({{0, 1, 1}}), "aacd");
  EXPECT_EQ(after({{0, 1, 1}, {1, 0, 1}}), "bacd");
  EXPECT_EQ(after({{0, 1, 1}, {1, 2, 1}, {2, 0, 1}}), "cabd");
  EXPECT_EQ(after({{1, 2, 1}, {0, 1, 1}, {1, 3, 1}}), "aabb");
}

TEST(ParallelCopy, AMoveToItselfIsNone) {
  EXPECT_EQ(parallel_copy({}), nullptr);
  EXPECT_EQ(parallel_copy({{1, 1, 1}, {2, 2, 1}}), nullptr);
  EXPECT_EQ(after({{0, 0, 1}, {0, 1, 1}}), "aacd");
}

}  // namespace
}  // namespace pipette
