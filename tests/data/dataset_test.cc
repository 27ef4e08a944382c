#include "data/dataset_fixture.h"

namespace pipette::dataset_fixture {
namespace {

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

// Neither of these may take memory or time before it is refused.
// Found by fuzzing: batches that drop what does not fill them claimed terabytes, and a benchmark or
// map() took them.
TEST(Dataset, ABatchOfFewElementsClaimsNoMoreThanOthersMay) {
  const Dataset batches = Dataset::range(3).batch(30'000, true);
  EXPECT_EQ(batches.cardinality(), 0);
  EXPECT_THAT(message_of<InvalidArgument>([&] { batches.batch(30'000, true); }),
              HasSubstr("1 GiB"));
  const Dataset open = Dataset::range(3).batch(2).batch(30'000, true);
  EXPECT_THAT(message_of<InvalidArgument>([&] { open.batch(30'000, true); }), HasSubstr("1 GiB"));
}

// Found by fuzzing: each of the passes was made.
TEST(Dataset, AnEmptyDatasetIsRepeatedAtOnce) {
  const std::int64_t often = std::int64_t{1} << 62;
  EXPECT_THAT(values(Dataset::range(0).repeat(often)), IsEmpty());
  EXPECT_THAT(values(Dataset::range(3).skip(3).cache().repeat(often).take(5)), IsEmpty());
  EXPECT_THAT(values(Dataset::range(0).repeat(often).repeat(often)), IsEmpty());
}

TEST(Dataset, RefusesWhatWouldTakeForEver) {
  const Dataset rows =
      Dataset::from_tensor_slices(Element(Array::zeros(DType::f32, Shape{10, 784})));
  const Dataset endless = rows.repeat();
  EXPECT_THROW(endless.skip(1'000'000'000'000'000), InvalidArgument);
  EXPECT_THROW(endless.batch(1'000'000'000), InvalidArgument);
  EXPECT_THROW(endless.shuffle(4'000'000'000, 1), InvalidArgument);
  EXPECT_THROW(rows.repeat(1'000'000'000'000).skip(1'000'000'000'000), InvalidArgument);
  // What ends early costs nothing, however large the number.
  EXPECT_EQ(rows.skip(1'000'000'000'000'000).cardinality(), 0);
  EXPECT_EQ(rows.batch(1'000'000'000).cardinality(), 1);
  EXPECT_EQ(rows.shuffle(4'000'000'000, 1).cardinality(), 10);
  EXPECT_NO_THROW(endless.skip(1'000'000).batch(10'000));
}

}  // namespace
}  // namespace pipette::dataset_fixture
