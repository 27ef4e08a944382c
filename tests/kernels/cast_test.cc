#include <limits>

#include "core/error.h"
#include "core/half.h"
#include "kernels/elementwise.h"
#include "kernels/kernel_testing.h"

namespace pipette::kernels {
namespace {

template <class To, class From>
To cast_one(From value) {
  To result{};
  cast(&value, dtype_of<From>(), &result, dtype_of<To>(), 1);
  return result;
}

TEST(Cast, UnitFloatsAreExactForEveryByte) {
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < 256 + 13; ++i) bytes.push_back(static_cast<std::uint8_t>(i));
  under_every_set([&] {
    std::vector<float> y(bytes.size());
    u8_to_unit_float(bytes.data(), y.data(), static_cast<std::int64_t>(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      EXPECT_EQ(y[i], static_cast<float>(static_cast<double>(bytes[i]) / 255.0)) << i;
    }
    cast(bytes.data(), DType::u8, y.data(), DType::f32, static_cast<std::int64_t>(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); ++i) EXPECT_EQ(y[i], static_cast<float>(bytes[i]));
  });
}

TEST(Cast, EveryHalfBecomesItsFloat) {
  std::vector<Half> halves;
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    halves.push_back(Half::from_bits(static_cast<std::uint16_t>(bits)));
  }
  const auto count = static_cast<std::int64_t>(halves.size());
  under_every_set([&] {
    std::vector<float> y(halves.size());
    cast(halves.data(), DType::f16, y.data(), DType::f32, count);
    std::vector<Half> back(halves.size());
    cast(y.data(), DType::f32, back.data(), DType::f16, count);
    int wrong = 0;
    for (std::size_t i = 0; i < halves.size(); ++i) {
      const float expected = halves[i];
      wrong +=
          __builtin_bit_cast(std::uint32_t, y[i]) != __builtin_bit_cast(std::uint32_t, expected);
      if (expected == expected) wrong += back[i].bits() != halves[i].bits();
    }
    EXPECT_EQ(wrong, 0);
  });
}

// Every float whose lowest 12 bits are 0, 1, 0xfff or 0x800: each half, each tie, and their
// neighbours.
TEST(Cast, FloatsRoundToTheNearestHalf) {
  std::vector<float> floats;
  under_every_set([&] {
    int wrong = 0;
    for (std::uint32_t sign = 0; sign < 2; ++sign) {
      floats.clear();
      for (std::uint32_t high = 0; high < 1u << 19; ++high) {
        for (const std::uint32_t low : {0x000u, 0x001u, 0x800u, 0xfffu}) {
          floats.push_back(__builtin_bit_cast(float, sign << 31 | high << 12 | low));
        }
      }
      floats.resize(floats.size() - 3);  // so that vectors do not take them all
      std::vector<Half> y(floats.size());
      cast(floats.data(), DType::f32, y.data(), DType::f16, static_cast<std::int64_t>(y.size()));
      for (std::size_t i = 0; i < y.size(); ++i) wrong += y[i].bits() != Half(floats[i]).bits();
    }
    EXPECT_EQ(wrong, 0);
  });
}

TEST(Cast, FloatsWrapIntoIntegersThroughInt64) {
  EXPECT_EQ(cast_one<std::uint8_t>(-5.0f), 251);
  EXPECT_EQ(cast_one<std::uint8_t>(258.9f), 2);
  EXPECT_EQ(cast_one<std::int8_t>(200.0f), -56);
  EXPECT_EQ(cast_one<std::int8_t>(-1.99f), -1);
  EXPECT_EQ(cast_one<std::int32_t>(3e9f), static_cast<std::int32_t>(3000000000u));
  EXPECT_EQ(cast_one<std::uint32_t>(-1.0f), 0xffffffffu);
  EXPECT_EQ(cast_one<std::int32_t>(std::nanf("")), 0);
  EXPECT_EQ(cast_one<std::uint8_t>(1e30f), 255);  // the largest int64, wrapped
  EXPECT_EQ(cast_one<std::int8_t>(-std::numeric_limits<float>::infinity()), 0);
  EXPECT_EQ(cast_one<std::int64_t>(-std::numeric_limits<double>::infinity()),
            std::numeric_limits<std::int64_t>::min());
}

TEST(Cast, IntegersBoolsAndHalves) {
  EXPECT_EQ(cast_one<std::uint8_t>(std::int32_t{-1}), 255);
  EXPECT_EQ(cast_one<float>(std::uint32_t{4000000000u}), 4e9f);
  EXPECT_TRUE(cast_one<bool>(0.1f));
  EXPECT_FALSE(cast_one<bool>(-0.0f));
  EXPECT_TRUE(cast_one<bool>(Half(0.5f)));
  EXPECT_EQ(cast_one<float>(true), 1.0f);
  EXPECT_EQ(cast_one<Half>(1.0009766f).bits(), Half(1.0009766f).bits());
  EXPECT_EQ(cast_one<std::int32_t>(Half(-3.75f)), -3);
  EXPECT_EQ(static_cast<float>(cast_one<Half>(std::int32_t{100000})),
            std::numeric_limits<float>::infinity());
  EXPECT_EQ(cast_one<double>(0.1f), static_cast<double>(0.1f));
}

TEST(StridedCopy, TransposesSlicesRepeatsAndReverses) {
  std::vector<std::int32_t> x(24);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::int32_t>(i);  // [2, 3, 4]
  std::vector<std::int32_t> y(24);
  strided_copy(DType::i32, {4, 2, 3}, x.data(), {1, 12, 4}, y.data());
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 2; ++b) {
      for (int c = 0; c < 3; ++c) {
        EXPECT_EQ(y[static_cast<std::size_t>(a * 6 + b * 3 + c)], b * 12 + c * 4 + a);
      }
    }
  }
  strided_copy(DType::i32, {3}, x.data() + 5, {-2}, y.data());
  EXPECT_EQ(y[0], 5);
  EXPECT_EQ(y[2], 1);
  strided_copy(DType::i32, {2, 3}, x.data() + 7, {0, 0}, y.data());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(y[i], 7);
  strided_copy(DType::i32, {}, x.data() + 9, {}, y.data());
  EXPECT_EQ(y[0], 9);
  y[0] = -1;
  strided_copy(DType::i32, {3, 0}, x.data(), {1, 1}, y.data());
  EXPECT_EQ(y[0], -1);
  EXPECT_THROW(strided_copy(DType::i32, {3}, x.data(), {1, 1}, y.data()), InvalidArgument);
}

}  // namespace
}  // namespace pipette::kernels
