#include "data/array_maps.h"

#include <cmath>
#include <limits>

#include "data/dataset_fixture.h"

namespace pipette {
namespace {

using namespace dataset_fixture;

Array first(const Dataset& dataset, int item = -1) {
  Element element;
  EXPECT_TRUE(dataset.make_iterator()->next(element));
  return item < 0 ? element.leaf() : element[item].leaf();
}

template <class T>
std::vector<T> numbers(const Array& array) {
  return {array.data<T>(), array.data<T>() + array.size()};
}

Dataset bytes() {
  return Dataset::from_tensors(Array::of<std::uint8_t>(Shape{2, 3}, {0, 1, 51, 128, 254, 255}));
}
Dataset pairs() {
  return Dataset::from_tensor_slices(
      Element::tuple({Array::of<std::uint8_t>(Shape{3, 2}, {10, 20, 30, 40, 50, 60}),
                      Array::of<std::int32_t>(Shape{3}, {2, 0, 7})}));
}

TEST(ArrayMaps, CastsAsArraysAreCast) {
  const Array cast = first(bytes().map(on_item(cast_to(DType::i32))));
  EXPECT_EQ(cast.dtype(), DType::i32);
  EXPECT_THAT(numbers<std::int32_t>(cast), ElementsAre(0, 1, 51, 128, 254, 255));
}

// float(double(x) / 255), which is what the tutorials' images are.
TEST(ArrayMaps, NormalisesBytesToTheBitsOfTheTutorials) {
  const Array unit = first(bytes().map(on_item(normalised(0, 255))));
  EXPECT_EQ(unit.dtype(), DType::f32);
  std::vector<float> expected;
  for (const double x : {0, 1, 51, 128, 254, 255}) expected.push_back(static_cast<float>(x / 255));
  EXPECT_EQ(numbers<float>(unit), expected);
  EXPECT_THAT(numbers<float>(first(bytes().map(on_item(normalised(1, -2))))),
              ElementsAre(0.5f, 0, -25, -63.5f, -126.5f, -127));
}

TEST(ArrayMaps, OneHotIsOneAtThePlaceAndZerosWhereThereIsNone) {
  const Dataset hot = pairs().map(on_item(one_hot(3), 1));
  EXPECT_EQ(hot.element_spec()[1].leaf(), (ArraySpec{DType::f32, Shape{3}}));
  EXPECT_EQ(hot.element_spec()[0].leaf(), (ArraySpec{DType::u8, Shape{2}})) << "left alone";
  const Dataset batch = pairs().batch(3).map(on_item(one_hot(3), 1));
  EXPECT_THAT(numbers<float>(first(batch, 1)), ElementsAre(0, 0, 1, 1, 0, 0, 0, 0, 0));
  const Dataset negative = Dataset::from_tensors(Array::scalar<std::int64_t>(-1));
  EXPECT_THAT(numbers<float>(first(negative.map(on_item(one_hot(2))))), ElementsAre(0, 0));
}

TEST(ArrayMaps, FlattensAndReshapesAlsoWhatHasAnyBatch) {
  EXPECT_EQ(first(bytes().map(on_item(flattened()))).shape(), (Shape{6}));
  EXPECT_EQ(first(bytes().map(on_item(reshaped({3, -1, 1})))).shape(), (Shape{3, 2, 1}));
  const Dataset batches = pairs().batch(2).map(on_item(reshaped({-1, 1, 2})));
  EXPECT_EQ(batches.element_spec()[0].leaf().shape, (Shape{Shape::kUnknown, 1, 2}));
  EXPECT_THAT(numbers<std::uint8_t>(first(batches, 0)), ElementsAre(10, 20, 30, 40));
}

TEST(ArrayMaps, WorkOnTheNamedItemOfADict) {
  const Dataset dict = Dataset::from_tensors(Element::dict(
      {{"x", Array::scalar<std::int32_t>(4)}, {"y", Array::scalar<std::int32_t>(5)}}));
  Element element;
  dict.map(on_item(cast_to(DType::f32), "y")).make_iterator()->next(element);
  EXPECT_EQ(element["y"].leaf().item<float>(), 5);
  EXPECT_EQ(element["x"].leaf().item<std::int32_t>(), 4);
  EXPECT_THAT(message_of<NotFound>([&] { dict.map(on_item(flattened())); }),
              HasSubstr("no key \"0\""));
}

TEST(ArrayMaps, SayWhatDoesNotFit) {
  EXPECT_THAT(message_of<InvalidArgument>([] { normalised(0, 0); }), HasSubstr("std not 0"));
  EXPECT_THAT(message_of<InvalidArgument>([] { normalised(std::nan(""), 1); }),
              HasSubstr("finite"));
  EXPECT_THAT(message_of<InvalidArgument>([] { one_hot(0); }),
              HasSubstr("nearest valid value is 1"));
  EXPECT_THAT(message_of<InvalidArgument>([] { reshaped({-1, 2, -1}); }), HasSubstr("[-1, 2, -1]"));
  EXPECT_THAT(message_of<InvalidArgument>([] { reshaped({-2}); }), HasSubstr("at least 0"));
  EXPECT_THAT(message_of<ValueError>([] {
                const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
                reshaped({huge, huge});
              }),
              HasSubstr("more elements than can be counted"));
  EXPECT_THAT(message_of<InvalidArgument>([] {
                bytes().map(on_item(reshaped({4, -1})));
              }),
              HasSubstr("[2, 3]"));
  EXPECT_THAT(message_of<TypeError>(
                  [] { bytes().map(on_item(cast_to(DType::f32))).map(on_item(one_hot(2))); }),
              HasSubstr("float32; cast them first"));
  EXPECT_THAT(
      message_of<InvalidArgument>([] {
        Dataset::from_tensors(Array::zeros(DType::u8, Shape{1 << 20})).map(on_item(one_hot(512)));
      }),
      HasSubstr("more than 1 GiB"));
  EXPECT_THAT(message_of<OutOfRange>([] { pairs().map(on_item(flattened(), 2)); }),
              HasSubstr("2 items"));
  EXPECT_THAT(message_of<NotFound>([] { pairs().map(on_item(flattened(), "x")); }),
              HasSubstr("none named \"x\""));
}

}  // namespace
}  // namespace pipette
