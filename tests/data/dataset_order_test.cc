#include "data/dataset_fixture.h"

namespace pipette::dataset_fixture {
namespace {

TEST(Dataset, ShuffleIsAPermutationPerEpochAndReproducible) {
  const Dataset dataset = Dataset::range(100).shuffle(100, 7).repeat(2);
  const Values all = values(dataset);
  Values first(all.begin(), all.begin() + 100), second(all.begin() + 100, all.end());
  EXPECT_NE(first, iota(100));
  EXPECT_NE(first, second);
  EXPECT_EQ(values(dataset), all);  // a new iterator starts at epoch 0
  EXPECT_NE(values(Dataset::range(100).shuffle(100, 8)), first);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  EXPECT_EQ(first, iota(100));
  EXPECT_EQ(second, iota(100));
}

TEST(Dataset, ShuffleWithoutReshuffleRepeatsItsOrder) {
  const Values all = values(Dataset::range(50).shuffle(50, 7, false).repeat(2));
  EXPECT_TRUE(std::equal(all.begin(), all.begin() + 50, all.begin() + 50));
  const Values cached = values(Dataset::range(50).shuffle(50, 7).cache().repeat(2));
  EXPECT_TRUE(std::equal(cached.begin(), cached.begin() + 50, cached.begin() + 50));
}

TEST(Dataset, ShuffleBufferBoundsHowEarlyAnElementComes) {
  for (const std::int64_t buffer : {1, 2, 10}) {
    const Values all = values(Dataset::range(200).shuffle(buffer, 3));
    ASSERT_EQ(all.size(), 200u);
    for (std::int64_t position = 0; position < 200; ++position) {
      EXPECT_LT(all[static_cast<std::size_t>(position)], position + buffer);
    }
  }
  EXPECT_EQ(values(Dataset::range(20).shuffle(1, 3)), iota(20));
}

TEST(Dataset, ShuffleDrawsUniformly) {
  // First element of a buffer of 4, over 4000 seeds: chi-squared with 3 degrees of freedom.
  std::map<std::int64_t, int> seen;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    ++seen[values(Dataset::range(8).shuffle(4, seed), 1)[0]];
  }
  ASSERT_EQ(seen.size(), 4u);
  double chi_squared = 0;
  for (const auto& [value, count] : seen)
    chi_squared += (count - 1000.0) * (count - 1000.0) / 1000.0;
  EXPECT_LT(chi_squared, 16.3);  // 0.1 %
}

TEST(Dataset, RepeatBeforeShuffleBlendsEpochs) {
  const Values all = values(Dataset::range(20).repeat(2).shuffle(40, 5));
  std::set<std::int64_t> first(all.begin(), all.begin() + 20);
  EXPECT_LT(first.size(), 20u);
  EXPECT_EQ(std::count(all.begin(), all.end(), 3), 2);
}

TEST(Dataset, CacheKeepsTheFirstCompletePass) {
  const auto passes = std::make_shared<int>(0);
  const Dataset cached = counting_generator(passes, 3).cache();
  EXPECT_EQ(*passes, 0);
  EXPECT_THAT(values(cached.repeat(3)), ElementsAre(0, 1, 2, 0, 1, 2, 0, 1, 2));
  EXPECT_EQ(*passes, 1);
  EXPECT_THAT(values(cached), ElementsAre(0, 1, 2));  // another iterator, the same cache
  EXPECT_EQ(*passes, 1);
}

TEST(Dataset, CacheForgetsAnIncompletePass) {
  const auto passes = std::make_shared<int>(0);
  const Dataset cached = counting_generator(passes, 3).cache();
  EXPECT_THAT(values(cached.take(2).repeat(2)), ElementsAre(0, 1, 0, 1));
  EXPECT_EQ(*passes, 2);
  EXPECT_THAT(values(cached), ElementsAre(0, 1, 2));
  EXPECT_EQ(*passes, 3);
}

TEST(Dataset, CacheAfterMapCallsTheFunctionOncePerElement) {
  const auto calls = std::make_shared<int>(0);
  const Dataset mapped = Dataset::range(4).map(
      [calls](const Element& element) {
        ++*calls;
        return element;
      },
      ArraySpec{DType::i64, Shape{}});
  EXPECT_EQ(values(mapped.cache().shuffle(4, 1).repeat(3)).size(), 12u);
  EXPECT_EQ(*calls, 4);
}

TEST(Dataset, StagesMakeNoElementBeforeItIsNeeded) {
  const auto source = std::make_shared<CountingSource>(60000);
  const Dataset dataset =
      Dataset::from_source(source).cache().shuffle(60000, 1).skip(100).batch(32, true).repeat();
  const auto iterator = dataset.make_iterator();
  EXPECT_EQ(source->reads, 0);
  Element element;
  ASSERT_TRUE(iterator->next(element));
  EXPECT_EQ(source->reads, 32);
  EXPECT_EQ(element.leaf().shape(), (Shape{32}));
}

TEST(Dataset, OneGeneratorPassPerEpochAndIterator) {
  const auto passes = std::make_shared<int>(0);
  const Dataset dataset = counting_generator(passes, 2);
  EXPECT_THAT(values(dataset.repeat(3)), ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_EQ(*passes, 3);
}

TEST(Dataset, ZeroSizedAndManyLeaves) {
  const Dataset empty_rows = Dataset::from_tensor_slices(Array::zeros(DType::f32, {3, 0}));
  Element element;
  ASSERT_TRUE(empty_rows.batch(2).make_iterator()->next(element));
  EXPECT_EQ(element.leaf().shape(), (Shape{2, 0}));
  const Array column = Array::of<std::int64_t>({2}, {1, 2});
  const Dataset dict = Dataset::from_tensor_slices(Element::tuple(
      {Element::dict({{"b", column}, {"a", Array::of<std::int64_t>({2}, {3, 4})}}), column}));
  EXPECT_THAT(rows(dict.batch(2)), ElementsAre(ElementsAre(3, 4, 1, 2, 1, 2)));
  // The same through made elements, whose leaves are copied one by one.
  EXPECT_THAT(rows(dict.map([](const Element& e) { return e; }).batch(2)),
              ElementsAre(ElementsAre(3, 4, 1, 2, 1, 2)));
}

}  // namespace
}  // namespace pipette::dataset_fixture
