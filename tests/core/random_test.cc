#include "core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace pipette {
namespace {

using Block = std::array<std::uint32_t, 4>;

// Random123's known-answer vectors for philox4x32-10.
TEST(Random, PhiloxKnownAnswers) {
  EXPECT_EQ(philox4x32_10({0, 0, 0, 0}, {0, 0}),
            (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(
      philox4x32_10({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
      (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

std::vector<std::uint32_t> draw(RandomStream stream, int count) {
  std::vector<std::uint32_t> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(stream.next_u32());
  return numbers;
}

TEST(Random, AStreamIsItsSeedNameAndSubstream) {
  const auto numbers = draw(RandomStream(7, "shuffle", 2), 64);
  EXPECT_EQ(numbers, draw(RandomStream(7, "shuffle", 2), 64));
  EXPECT_NE(numbers, draw(RandomStream(8, "shuffle", 2), 64));
  EXPECT_NE(numbers, draw(RandomStream(7, "shuffl", 2), 64));
  EXPECT_NE(numbers, draw(RandomStream(7, "shuffle", 3), 64));
  EXPECT_NE(numbers, draw(RandomStream(7, "shuffle", std::uint64_t{2} << 32), 64));
}

TEST(Random, SubstreamsDoNotOverlap) {
  std::set<std::uint32_t> seen;
  std::size_t drawn = 0;
  for (std::uint64_t substream = 0; substream < 20; ++substream) {
    for (const std::uint32_t x : draw(RandomStream(1, "digits", substream), 100)) {
      seen.insert(x);
      ++drawn;
    }
  }
  EXPECT_GE(seen.size() + 2, drawn);  // 2000 of 2^32: a collision is a one-in-2000 event
}

TEST(Random, IntegersAreInRangeAndUniform) {
  RandomStream random(3, "int");
  for (const std::uint32_t bound : {1u, 2u, 3u, 10u, 1000u, 0x80000001u, 0xffffffffu}) {
    for (int i = 0; i < 1000; ++i) ASSERT_LT(random.uniform_int(bound), bound);
  }
  std::vector<int> counts(10, 0);
  for (int i = 0; i < 100000; ++i) ++counts[random.uniform_int(10)];
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - 10000.0) * (count - 10000.0) / 10000.0;
  EXPECT_LT(chi_squared, 27.9);  // 9 degrees of freedom, p = 0.001
}

// With a bound just above 2^31 a modulo would give small numbers twice as often as large ones.
TEST(Random, IntegersHaveNoModuloBias) {
  RandomStream random(4, "bias");
  const std::uint32_t bound = 0xc0000000u;
  int low = 0;
  for (int i = 0; i < 30000; ++i) low += random.uniform_int(bound) < bound / 3;
  EXPECT_NEAR(low, 10000, 5 * std::sqrt(30000 * 2.0 / 9.0));
}

TEST(Random, FloatsAreInRangeWithTheirMeanAndSpread) {
  RandomStream random(5, "float");
  double sum = 0;
  double squares = 0;
  const int count = 100000;
  for (int i = 0; i < count; ++i) {
    const float u = random.uniform();
    ASSERT_GE(u, 0.0f);
    ASSERT_LT(u, 1.0f);
    ASSERT_EQ(u, std::floor(u * 0x1p24f) * 0x1p-24f);
    sum += u;
    squares += static_cast<double>(u) * u;
  }
  EXPECT_NEAR(sum / count, 0.5, 0.005);
  EXPECT_NEAR(squares / count, 1.0 / 3, 0.005);
}

// The largest draw, 1 - 2^-24: 1 + it rounds to 2, which [1, 2) does not contain.
TEST(Random, ARangeNeverContainsItsEnd) {
  RandomStream last(1, "edge", 10769592);
  ASSERT_EQ(RandomStream(last).uniform(), 1 - 0x1p-24f);
  EXPECT_EQ(last.uniform(1.0f, 2.0f), std::nextafter(2.0f, 1.0f));
  RandomStream random(6, "range");
  for (int i = 0; i < 1000; ++i) {
    const float x = random.uniform(-3.0f, -1.0f);
    ASSERT_GE(x, -3.0f);
    ASSERT_LT(x, -1.0f);
  }
  EXPECT_EQ(random.uniform(4.0f, 4.0f), 4.0f);
}

TEST(Random, NormalNumbersHaveMeanZeroDeviationOneAndTheirTails) {
  RandomStream random(9, "normal");
  const int count = 100000;
  double sum = 0;
  double squares = 0;
  int within_one = 0;
  for (int i = 0; i < count; ++i) {
    const double x = random.normal();
    ASSERT_LE(std::abs(x), 6.0);
    sum += x;
    squares += x * x;
    within_one += std::abs(x) < 1;
  }
  EXPECT_NEAR(sum / count, 0, 0.015);
  EXPECT_NEAR(squares / count, 1, 0.02);
  EXPECT_NEAR(within_one / static_cast<double>(count), 0.6827, 0.01);
}

}  // namespace
}  // namespace pipette
