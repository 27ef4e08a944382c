// Passing over elements: what comes after them is the same, and nobody has made them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "data/dataset.h"

namespace pipette {
namespace {

Dataset numbers(std::int64_t n) { return Dataset::range(n); }

std::vector<Dataset> pipelines() {
  const auto twice = [](const Element& element) {
    return Element(Array::scalar(2 * element.leaf().data<std::int64_t>()[0]));
  };
  const auto generator = [] {
    return [i = std::int64_t{0}](Element& element) mutable {
      element = Element(Array::scalar(i));
      return i++ < 23;
    };
  };
  return {
      numbers(23),
      numbers(23).shuffle(5, 1),
      numbers(23).batch(4),
      numbers(23).batch(4, true).repeat(3),
      numbers(23).map(twice).cache().repeat(2),
      numbers(23).cache().shuffle(30, 2).batch(3).repeat(2).take(9),
      numbers(23).skip(4).map(twice).batch(2),
      Dataset::from_generator(ElementSpec(ArraySpec{DType::i64, Shape{}}), generator).repeat(2),
  };
}

std::vector<std::int64_t> values(const Element& element) {
  const Array& array = element.leaf();
  return {array.data<std::int64_t>(), array.data<std::int64_t>() + array.shape().num_elements()};
}

TEST(DatasetSkip, ElementsAfterItAreThoseOfAPassWithoutIt) {
  int number = 0;
  for (const Dataset& dataset : pipelines()) {
    SCOPED_TRACE(number++);
    std::vector<std::vector<std::int64_t>> all;
    Element element;
    for (const auto whole = dataset.make_iterator(); whole->next(element);) {
      all.push_back(values(element));
    }
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RandomStream random(seed, "skip", 0);
      const auto iterator = dataset.make_iterator();
      for (const auto& expected : all) {
        if (random.uniform_int(3) > 0) {
          ASSERT_TRUE(iterator->skip());
          continue;
        }
        ASSERT_TRUE(iterator->next(element));
        ASSERT_EQ(values(element), expected);
      }
      EXPECT_FALSE(random.uniform_int(2) == 0 ? iterator->skip() : iterator->next(element));
      EXPECT_FALSE(iterator->skip());
    }
  }
}

TEST(DatasetSkip, CallsNoFunctionForWhatNobodySees) {
  int calls = 0;
  const Dataset dataset = numbers(10).map(
      [&calls](const Element& element) {
        ++calls;
        return element;
      },
      ElementSpec(ArraySpec{DType::i64, Shape{}}));
  const auto iterator = dataset.batch(2).make_iterator();
  Element element;
  EXPECT_TRUE(iterator->skip());
  EXPECT_TRUE(iterator->next(element));
  EXPECT_THAT(values(element), testing::ElementsAre(2, 3));
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace pipette
