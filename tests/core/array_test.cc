#include "core/array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace pipette {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <class T>
std::vector<T> values(const Array& array) {
  return std::vector<T>(array.span<T>().begin(), array.span<T>().end());
}

TEST(Array, HoldsWhatItWasGiven) {
  const Array a = Array::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(a.dtype(), DType::f32);
  EXPECT_EQ(a.shape(), (Shape{2, 3}));
  EXPECT_EQ(a.size(), 6u);
  EXPECT_EQ(a.num_bytes(), 24u);
  EXPECT_THAT(values<float>(a), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THROW(Array::of<float>({2}, {1, 2, 3}), InvalidArgument);
}

TEST(Array, IsAlignedForEveryVectorUnit) {
  for (const std::int64_t size : {1, 3, 17, 1000}) {
    const Array a = Array::zeros(DType::u8, Shape{size});
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.bytes()) % 64, 0u);
    for (const std::uint8_t x : a.span<std::uint8_t>()) ASSERT_EQ(x, 0);
  }
}

TEST(Array, TypedAccessChecksTheType) {
  const Array a = Array::scalar(std::int32_t{7});
  EXPECT_EQ(a.item<std::int32_t>(), 7);
  try {
    a.item<float>();
    FAIL();
  } catch (const TypeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("int32"));
    EXPECT_THAT(error.what(), HasSubstr("float32"));
  }
  EXPECT_THROW((Array::filled<float>({2}, 1.0f).item<float>()), ValueError);
  EXPECT_THROW(Array().item<float>(), ValueError);
}

TEST(Array, CopiesAreHandlesAndClonesAreNot) {
  const Array a = Array::of<float>({2}, {1, 2});
  const Array handle = a;
  const Array copy = a.clone();
  a.data<float>()[0] = 9;
  EXPECT_THAT(values<float>(handle), ElementsAre(9, 2));
  EXPECT_THAT(values<float>(copy), ElementsAre(1, 2));
}

TEST(Array, SlicesAreViewsThatKeepTheStorageAlive) {
  Array row;
  {
    const Array a = Array::of<float>({3, 2}, {1, 2, 3, 4, 5, 6});
    row = a.slice(1);
    const Array rows = a.slice(1, 3);
    EXPECT_EQ(rows.shape(), (Shape{2, 2}));
    EXPECT_THAT(values<float>(rows), ElementsAre(3, 4, 5, 6));
    EXPECT_EQ(a.slice(3, 3).size(), 0u);
    row.data<float>()[0] = 30;
    EXPECT_EQ(a.data<float>()[2], 30);
  }
  EXPECT_EQ(row.shape(), (Shape{2}));
  EXPECT_THAT(values<float>(row), ElementsAre(30, 4));
}

TEST(Array, SlicesOutsideAreErrors) {
  const Array a = Array::zeros(DType::f32, {3, 2});
  EXPECT_THROW(a.slice(-1), OutOfRange);
  EXPECT_THROW(a.slice(3), OutOfRange);
  EXPECT_THROW(a.slice(2, 1), OutOfRange);
  EXPECT_THROW(a.slice(0, 4), OutOfRange);
  EXPECT_THROW(Array::scalar(1.0f).slice(0), OutOfRange);
}

TEST(Array, ReshapeSharesStorageAndChecksTheCount) {
  const Array a = Array::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Array b = a.reshape({3, 2});
  EXPECT_EQ(b.bytes(), a.bytes());
  EXPECT_THROW(a.reshape({4}), InvalidArgument);
  EXPECT_THROW(a.reshape({Shape::kUnknown}), InvalidArgument);
}

TEST(Array, StackAddsAnAxisAndAnEmptyListGivesNoRows) {
  const ArraySpec spec{DType::f32, {2}};
  const Array s = stack({Array::of<float>({2}, {1, 2}), Array::of<float>({2}, {3, 4})}, spec);
  EXPECT_EQ(s.shape(), (Shape{2, 2}));
  EXPECT_THAT(values<float>(s), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(stack({}, spec).shape(), (Shape{0, 2}));
  EXPECT_THROW(stack({Array::zeros(DType::f32, {3})}, spec), InvalidArgument);
  EXPECT_THROW(stack({Array::zeros(DType::i32, {2})}, spec), InvalidArgument);
}

TEST(Array, CastFollowsConversionRulesAndHalfRounds) {
  const Array a = Array::of<float>({4}, {1.9f, -1.9f, 0.0f, 2049.0f});
  EXPECT_THAT(values<std::int32_t>(a.cast(DType::i32)), ElementsAre(1, -1, 0, 2049));
  EXPECT_THAT(values<bool>(a.cast(DType::boolean)), ElementsAre(true, true, false, true));
  EXPECT_EQ(static_cast<float>(values<Half>(a.cast(DType::f16))[3]), 2048.0f);  // tie to even
  EXPECT_THAT(values<float>(a.cast(DType::f16).cast(DType::f32))[0], 1.9003906f);
  EXPECT_NE(a.cast(DType::f32).bytes(), a.bytes());
  const Array wide = Array::of<std::int64_t>({2}, {-1, 300});
  EXPECT_THAT(values<std::uint8_t>(wide.cast(DType::u8)), ElementsAre(255, 44));
}

TEST(Array, FloatsOutsideAnIntegersRangeWrapTheSameEverywhere) {
  const float inf = std::numeric_limits<float>::infinity();
  const Array a = Array::of<float>(
      {6}, {-5.0f, 300.0f, 4294967297.5f, -inf, inf, std::numeric_limits<float>::quiet_NaN()});
  EXPECT_THAT(values<std::uint8_t>(a.cast(DType::u8)), ElementsAre(251, 44, 0, 0, 255, 0));
  EXPECT_THAT(values<std::int32_t>(a.cast(DType::i32)), ElementsAre(-5, 300, 0, 0, -1, 0));
  const Array half = Array::of<Half>({1}, {Half(-5.0f)});
  EXPECT_THAT(values<std::uint8_t>(half.cast(DType::u8)), ElementsAre(251));
}

TEST(Array, NeedsAFullyDefinedShapeAndMemory) {
  EXPECT_THROW((Array(ArraySpec{DType::f32, {Shape::kUnknown, 2}})), ValueError);
  // Bytes that do not fit a 64-bit (in WebAssembly a 32-bit) size must not wrap to a small one.
  const Shape huge{std::int64_t{1} << 61};
  EXPECT_THROW((Array(ArraySpec{DType::f64, huge})), ResourceExhausted);
#if !defined(PIPETTE_SANITIZED)  // where so large a request ends the program instead
  EXPECT_THROW((Array(ArraySpec{DType::u8, {std::int64_t{1} << 60}})), ResourceExhausted);
#endif
}

TEST(Array, ADefaultArrayIsEmpty) {
  const Array a;
  EXPECT_EQ(a.shape(), (Shape{0}));
  EXPECT_EQ(a.size(), 0u);
  EXPECT_EQ(a.clone().size(), 0u);
}

}  // namespace
}  // namespace pipette
