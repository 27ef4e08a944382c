#include "core/nest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Ints = Nest<int>;

// {"b": 1, "a": (2, 3), 7: {}}
Ints sample() { return Ints::dict({{"b", 1}, {"a", Ints::tuple({2, 3})}, {7, Ints()}}); }

TEST(Nest, LeafTupleAndDictKnowWhatTheyAre) {
  EXPECT_TRUE(Ints(4).is_leaf());
  EXPECT_EQ(Ints(4).leaf(), 4);
  EXPECT_EQ(Ints(4).size(), 1u);
  EXPECT_TRUE(Ints().is_tuple());
  EXPECT_TRUE(Ints().empty());
  EXPECT_FALSE(Ints(4).empty());
  EXPECT_TRUE(sample().is_dict());
  EXPECT_EQ(sample().size(), 3u);
}

TEST(Nest, DictsIterateAsGivenAndFlattenByKeyNumbersFirst) {
  std::vector<std::string> keys;
  const Ints nest = sample();
  for (const NestKey& key : nest.keys()) keys.push_back(key.to_string());
  EXPECT_THAT(keys, ElementsAre("b", "a", "7"));
  EXPECT_THAT(sample().flatten(), ElementsAre(2, 3, 1));
  const Ints numbers = Ints::dict({{"0", 1}, {10, 2}, {9, 3}});
  EXPECT_THAT(numbers.flatten(), ElementsAre(3, 2, 1));
  EXPECT_FALSE(numbers.keys()[1].is_string());
}

TEST(Nest, FlattenGoesDepthFirst) {
  const Ints nest = Ints::tuple({1, Ints::tuple({2, Ints::dict({{"y", 4}, {"x", 3}})}), 5});
  EXPECT_THAT(nest.flatten(), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(Ints().flatten(), IsEmpty());
}

TEST(Nest, AccessOutsideIsATypedError) {
  EXPECT_THROW(sample().leaf(), TypeError);
  EXPECT_THROW(sample()["c"], NotFound);
  EXPECT_THROW(sample().at(8), NotFound);
  EXPECT_THROW(Ints::tuple({1, 2})[2], OutOfRange);
  EXPECT_THROW(Ints::tuple({1, 2})[-1], OutOfRange);
  EXPECT_THROW(Ints(1)[0], OutOfRange);
  EXPECT_EQ(sample()["a"][1].leaf(), 3);
}

TEST(Nest, AKeyOccursOnce) {
  EXPECT_THROW(Ints::dict({{"a", 1}, {"a", 2}}), ValueError);
  EXPECT_NO_THROW(Ints::dict({{"1", 1}, {1, 2}}));  // a string and a number differ
}

TEST(Nest, MapKeepsStructureAndMayChangeTheType) {
  const Nest<std::string> mapped = sample().map([](int x) { return std::to_string(x * 10); });
  EXPECT_TRUE(mapped.same_structure(sample()));
  EXPECT_EQ(mapped["b"].leaf(), "10");
  EXPECT_EQ(mapped["a"][1].leaf(), "30");
}

TEST(Nest, PackIsTheInverseOfFlatten) {
  const Ints packed = sample().pack(sample().flatten());
  EXPECT_TRUE(packed.same_structure(sample()));
  EXPECT_EQ(packed.flatten(), sample().flatten());
  EXPECT_EQ(packed["b"].leaf(), 1);
  EXPECT_THROW(sample().pack(std::vector<int>{1, 2}), InvalidArgument);
  EXPECT_THROW(sample().pack(std::vector<int>{1, 2, 3, 4}), InvalidArgument);
}

TEST(Nest, StructureIgnoresTheOrderOfKeysAndNothingElse) {
  const Ints ab = Ints::dict({{"a", 1}, {"b", 2}});
  EXPECT_TRUE(ab.same_structure(Ints::dict({{"b", 5}, {"a", 6}})));
  EXPECT_FALSE(ab.same_structure(Ints::dict({{"a", 1}, {"c", 2}})));
  EXPECT_FALSE(ab.same_structure(Ints::dict({{"a", 1}})));
  EXPECT_FALSE(ab.same_structure(Ints::tuple({1, 2})));
  EXPECT_FALSE(Ints(1).same_structure(Ints::tuple({1})));
  EXPECT_FALSE(Ints::tuple({1, Ints::tuple({2})}).same_structure(Ints::tuple({1, 2})));
}

struct NoDefault {
  explicit NoDefault(int v) : value(v) {}
  int value;
};

TEST(Nest, LeavesNeedNoDefaultConstructor) {
  const auto nest = sample().map([](int x) { return NoDefault(x); });
  EXPECT_EQ(nest["b"].leaf().value, 1);
}

}  // namespace
}  // namespace pipette
