#include "core/hash.h"

#include <gtest/gtest.h>

#include <cstring>

namespace pipette {
namespace {

std::string hash_of(const char* text) {
  Hash hash;
  hash.add(text, std::strlen(text));
  return hash.hex();
}

// Published values: Fowler, Noll, Vo; draft-eastlake-fnv, appendix C.
TEST(Hash, KnownAnswers) {
  EXPECT_EQ(hash_of(""), "cbf29ce484222325");
  EXPECT_EQ(hash_of("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(hash_of("foobar"), "85944171f73967e8");
}

TEST(Hash, PartsGiveTheSameAsTheWhole) {
  Hash hash;
  hash.add("foo", 3);
  hash.add("", 0);
  hash.add("bar", 3);
  EXPECT_EQ(hash.hex(), hash_of("foobar"));
  EXPECT_EQ(hash.value(), 0x85944171f73967e8u);
}

TEST(Hash, HexKeepsLeadingZeros) {
  int seen = 0;
  for (int i = 0; i < 1000; ++i) {
    Hash hash;
    hash.add(&i, sizeof i);
    ASSERT_EQ(hash.hex().size(), 16u);
    if (hash.value() >> 60 != 0) continue;
    ++seen;
    EXPECT_EQ(hash.hex()[0], '0');
    EXPECT_EQ(std::stoull(hash.hex(), nullptr, 16), hash.value());
  }
  EXPECT_GT(seen, 20);
}

}  // namespace
}  // namespace pipette
