#include "data/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>

#include "core/error.h"

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::vector<std::int64_t>;

// What the dataset gives, `limit` elements at most: every i64 leaf's values in one row per element.
std::vector<Values> rows(const Dataset& dataset, std::size_t limit = 1000) {
  std::vector<Values> result;
  const auto iterator = dataset.make_iterator();
  Element element;
  while (result.size() < limit && iterator->next(element)) {
    Values row;
    for (const Array& leaf : element.flatten()) {
      for (const std::int64_t value : leaf.span<std::int64_t>()) row.push_back(value);
    }
    result.push_back(row);
  }
  return result;
}

Values values(const Dataset& dataset, std::size_t limit = 1000) {
  Values flat;
  for (const Values& row : rows(dataset, limit)) flat.insert(flat.end(), row.begin(), row.end());
  return flat;
}

Values iota(std::int64_t count) {
  Values result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

template <class E, class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  } catch (const Error& error) {
    return std::string("another error: ") + error.name() + ": " + error.what();
  }
  return "nothing was thrown";
}

// Counts how often elements are made.
class CountingSource : public ElementSource {
 public:
  explicit CountingSource(std::int64_t size) : size_(size) {}
  std::int64_t size() const override { return size_; }
  const ElementSpec& spec() const override { return spec_; }
  void read(std::int64_t index, std::span<std::byte* const> leaves) const override {
    ++reads;
    std::memcpy(leaves[0], &index, sizeof index);
  }
  mutable int reads = 0;

 private:
  std::int64_t size_;
  ElementSpec spec_ = ArraySpec{DType::i64, Shape{}};
};

Dataset counting_generator(std::shared_ptr<int> passes, std::int64_t size) {
  return Dataset::from_generator(ArraySpec{DType::i64, Shape{}}, [passes, size] {
    ++*passes;
    auto position = std::make_shared<std::int64_t>(0);
    return [position, size](Element& element) {
      if (*position == size) return false;
      element = Array::scalar<std::int64_t>((*position)++);
      return true;
    };
  });
}

TEST(Dataset, RangeCountsFromZero) {
  EXPECT_THAT(values(Dataset::range(4)), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(values(Dataset::range(-3)), IsEmpty());
  EXPECT_EQ(Dataset::range(4).cardinality(), 4);
}

TEST(Dataset, FromTensorSlicesTakesRowsOfEveryLeaf) {
  const Array x = Array::of<float>({3, 2}, {1, 2, 3, 4, 5, 6});
  const Array y = Array::of<std::uint8_t>({3}, {7, 8, 9});
  const Dataset dataset = Dataset::from_tensor_slices(Element::dict({{"y", y}, {"x", x}}));
  EXPECT_EQ(dataset.element_spec()["x"].leaf(), (ArraySpec{DType::f32, Shape{2}}));
  const auto iterator = dataset.make_iterator();
  Element element;
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(iterator->next(element));
    EXPECT_EQ(element["x"].leaf().data<float>()[1], x.data<float>()[2 * i + 1]);
    EXPECT_EQ(element["y"].leaf().item<std::uint8_t>(), y.data<std::uint8_t>()[i]);
  }
  EXPECT_FALSE(iterator->next(element));
  EXPECT_FALSE(iterator->next(element));
  EXPECT_EQ(element["y"].leaf().item<std::uint8_t>(), 9);  // left alone at the end
}

TEST(Dataset, FromTensorSlicesNamesBothSizes) {
  const auto make = [] {
    Dataset::from_tensor_slices(
        Element::tuple({Array::zeros(DType::f32, {3, 2}), Array::zeros(DType::u8, {4})}));
  };
  EXPECT_THAT(message_of<InvalidArgument>(make), AllOf(HasSubstr("3"), HasSubstr("4")));
  EXPECT_THROW(Dataset::from_tensor_slices(Array::scalar(1.0f)), InvalidArgument);
  EXPECT_THROW(Dataset::from_tensor_slices(Element{}), InvalidArgument);
  EXPECT_THROW(Dataset::from_source(nullptr), InvalidArgument);
  EXPECT_THROW(Dataset::from_generator(ArraySpec{}, nullptr), InvalidArgument);
}

TEST(Dataset, FromTensorsIsOneElement) {
  const Dataset dataset = Dataset::from_tensors(Array::of<std::int64_t>({3}, {5, 6, 7}));
  EXPECT_THAT(rows(dataset), ElementsAre(ElementsAre(5, 6, 7)));
  EXPECT_EQ(dataset.cardinality(), 1);
}

TEST(Dataset, ElementsAreNotOverwrittenLater) {
  const auto iterator = Dataset::range(6).batch(2).make_iterator();
  Element first, second;
  ASSERT_TRUE(iterator->next(first));
  ASSERT_TRUE(iterator->next(second));
  EXPECT_EQ(first.leaf().data<std::int64_t>()[1], 1);
  EXPECT_EQ(second.leaf().data<std::int64_t>()[1], 3);
}

TEST(Dataset, BatchKeepsOrDropsTheRemainder) {
  const Dataset keep = Dataset::range(7).batch(3);
  const Dataset drop = Dataset::range(7).batch(3, true);
  EXPECT_THAT(rows(keep), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4, 5), ElementsAre(6)));
  EXPECT_THAT(rows(drop), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4, 5)));
  EXPECT_EQ(keep.cardinality(), 3);
  EXPECT_EQ(drop.cardinality(), 2);
  EXPECT_EQ(keep.element_spec().leaf().shape.to_string(), "[?]");
  EXPECT_EQ(drop.element_spec().leaf().shape, (Shape{3}));
  EXPECT_EQ(Dataset::range(6).batch(3).element_spec().leaf().shape.to_string(), "[?]");
}

TEST(Dataset, BatchOfBatchesStacksAgain) {
  EXPECT_EQ(Dataset::range(8).batch(2, true).batch(2, true).element_spec().leaf().shape,
            (Shape{2, 2}));
  EXPECT_THAT(rows(Dataset::range(8).batch(2).batch(2)),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7)));
  EXPECT_THAT(message_of<InvalidArgument>([] { rows(Dataset::range(7).batch(2).batch(4)); }),
              AllOf(HasSubstr("[2]"), HasSubstr("[1]"), HasSubstr("element 3")));
}

TEST(Dataset, OrderOfRepeatAndBatchMatters) {
  EXPECT_THAT(rows(Dataset::range(3).batch(2).repeat(2)),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2), ElementsAre(0, 1), ElementsAre(2)));
  EXPECT_THAT(rows(Dataset::range(3).repeat(2).batch(2)),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, 0), ElementsAre(1, 2)));
}

TEST(Dataset, RepeatCountsAndEnds) {
  EXPECT_THAT(values(Dataset::range(2).repeat(3)), ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_THAT(values(Dataset::range(2).repeat(), 5), ElementsAre(0, 1, 0, 1, 0));
  EXPECT_THAT(values(Dataset::range(2).repeat(0)), IsEmpty());
  EXPECT_THAT(values(Dataset::range(0).repeat()), IsEmpty());  // must not hang
  EXPECT_THAT(values(Dataset::range(2).repeat(2).repeat(2)), ElementsAre(0, 1, 0, 1, 0, 1, 0, 1));
}

TEST(Dataset, TakeAndSkip) {
  EXPECT_THAT(values(Dataset::range(5).take(2)), ElementsAre(0, 1));
  EXPECT_THAT(values(Dataset::range(2).take(5)), ElementsAre(0, 1));
  EXPECT_THAT(values(Dataset::range(2).take(-1)), ElementsAre(0, 1));
  EXPECT_THAT(values(Dataset::range(2).take(0)), IsEmpty());
  EXPECT_THAT(values(Dataset::range(5).skip(3)), ElementsAre(3, 4));
  EXPECT_THAT(values(Dataset::range(5).skip(9)), IsEmpty());
  EXPECT_THAT(values(Dataset::range(5).skip(-1)), IsEmpty());
  EXPECT_THAT(values(Dataset::range(5).skip(3).repeat(2)), ElementsAre(3, 4, 3, 4));
  EXPECT_THAT(values(Dataset::range(5).take(1).repeat(3)), ElementsAre(0, 0, 0));
}

TEST(Dataset, Cardinalities) {
  const Dataset unknown = counting_generator(std::make_shared<int>(), 3);
  const Dataset infinite = Dataset::range(3).repeat();
  EXPECT_EQ(unknown.cardinality(), Dataset::kUnknown);
  EXPECT_EQ(unknown.batch(2).take(1).cardinality(), Dataset::kUnknown);
  EXPECT_EQ(unknown.repeat().cardinality(), Dataset::kInfinite);
  EXPECT_EQ(unknown.skip(1).cardinality(), Dataset::kUnknown);
  EXPECT_EQ(infinite.cardinality(), Dataset::kInfinite);
  EXPECT_EQ(infinite.batch(2).skip(4).cardinality(), Dataset::kInfinite);
  EXPECT_EQ(infinite.take(7).cardinality(), 7);
  EXPECT_EQ(infinite.repeat(0).cardinality(), 0);
  EXPECT_EQ(Dataset::range(3).repeat(4).skip(2).cardinality(), 10);
  EXPECT_EQ(Dataset::range(3).skip(5).cardinality(), 0);
  EXPECT_EQ(Dataset::range(0).repeat().cardinality(), 0);
  EXPECT_EQ(Dataset::range(5).shuffle(2, 1).cache().prefetch(1).cardinality(), 5);
}

TEST(Dataset, ArgumentErrorsAreTyped) {
  const Dataset dataset = Dataset::range(3);
  EXPECT_THAT(message_of<InvalidArgument>([&] { dataset.batch(0); }), HasSubstr("batch_size"));
  EXPECT_THAT(message_of<InvalidArgument>([&] { dataset.shuffle(0, 1); }),
              HasSubstr("buffer_size"));
  EXPECT_THAT(message_of<InvalidArgument>([&] { dataset.prefetch(-2); }), HasSubstr("prefetch"));
  EXPECT_THROW(dataset.map(nullptr), InvalidArgument);
}

TEST(Dataset, MapFindsItsSpec) {
  const auto cast = [](const Element& element) {
    return Element::tuple({element.leaf().cast(DType::f32), Array::scalar<std::int32_t>(4)});
  };
  const Dataset fixed = Dataset::range(4).batch(2, true).map(cast);
  EXPECT_EQ(fixed.element_spec().flatten()[0], (ArraySpec{DType::f32, Shape{2}}));
  const Dataset open = Dataset::range(4).batch(2).map(cast);
  EXPECT_EQ(open.element_spec().flatten()[0].shape.to_string(), "[?]");
  EXPECT_EQ(open.element_spec().flatten()[1].shape, Shape{});
  const auto iterator = fixed.make_iterator();
  Element element;
  ASSERT_TRUE(iterator->next(element));
  ASSERT_TRUE(iterator->next(element));
  EXPECT_EQ(element.flatten()[0].data<float>()[1], 3.0f);
  EXPECT_FALSE(iterator->next(element));
}

TEST(Dataset, ElementsThatDoNotFitTheSpecAreTypedErrors) {
  const auto yields = [](Element given) {
    const auto dataset = Dataset::from_generator(
        Element::tuple({Array::zeros(DType::f32, {2})}).map([](const Array& a) {
          return a.spec();
        }),
        [given] {
          return [given](Element& element) {
            element = given;
            return true;
          };
        });
    Element element;
    dataset.make_iterator()->next(element);
  };
  EXPECT_NO_THROW(yields(Element::tuple({Array::zeros(DType::f32, {2})})));
  EXPECT_THROW(yields(Array::zeros(DType::f32, {2})), TypeError);
  EXPECT_THROW(yields(Element::tuple({Array::zeros(DType::i32, {2})})), TypeError);
  EXPECT_THROW(yields(Element::tuple({Array::zeros(DType::f32, {3})})), InvalidArgument);
  EXPECT_THROW(yields(Element::tuple({Array::zeros(DType::f32, {2, 1})})), InvalidArgument);
  const Dataset lying =
      Dataset::range(2).map([](const Element& element) { return element.leaf().cast(DType::f32); },
                            ArraySpec{DType::i64, Shape{}});
  EXPECT_THROW(rows(lying), TypeError);
}

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
}  // namespace pipette
