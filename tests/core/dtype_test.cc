#include "core/dtype.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pipette {
namespace {

using testing::HasSubstr;

struct DTypeFacts {
  DType dtype;
  const char* name;
  const char* short_name;
  std::size_t bytes;
  bool floating, on_device;
};

constexpr DTypeFacts kFacts[] = {
    {DType::f32, "float32", "f32", 4, true, true},
    {DType::f16, "float16", "f16", 2, true, true},
    {DType::i32, "int32", "i32", 4, false, true},
    {DType::u32, "uint32", "u32", 4, false, true},
    {DType::i8, "int8", "i8", 1, false, true},
    {DType::u8, "uint8", "u8", 1, false, true},
    {DType::boolean, "bool", "bool", 1, false, true},
    {DType::f64, "float64", "f64", 8, true, false},
    {DType::i64, "int64", "i64", 8, false, false},
};

TEST(DType, FactsOfEveryType) {
  for (const DTypeFacts& e : kFacts) {
    SCOPED_TRACE(e.name);
    EXPECT_STREQ(dtype_name(e.dtype), e.name);
    EXPECT_EQ(dtype_size(e.dtype), e.bytes);
    EXPECT_EQ(is_floating(e.dtype), e.floating);
    EXPECT_EQ(is_device_dtype(e.dtype), e.on_device);
    EXPECT_EQ(parse_dtype(e.name), e.dtype);
    EXPECT_EQ(parse_dtype(e.short_name), e.dtype);
  }
}

TEST(DType, WithTypeCallsTheStoredTypeAndDtypeOfIsItsInverse) {
  for (const DTypeFacts& e : kFacts) {
    SCOPED_TRACE(e.name);
    const auto [size, back] = with_type(e.dtype, [](auto tag) {
      using T = typename decltype(tag)::type;
      return std::pair(sizeof(T), dtype_of<T>());
    });
    EXPECT_EQ(size, e.bytes);
    EXPECT_EQ(back, e.dtype);
  }
}

TEST(DType, AnUnknownNameIsAnErrorThatListsTheKnownOnes) {
  for (const char* name : {"", "float", "Float32", "f32 ", "complex64"}) {
    try {
      parse_dtype(name);
      FAIL() << name << " was accepted";
    } catch (const ValueError& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string("\"") + name + "\""));
      EXPECT_THAT(error.what(), HasSubstr("float32, float16, int32"));
    }
  }
}

}  // namespace
}  // namespace pipette
