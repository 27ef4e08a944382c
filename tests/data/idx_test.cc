#include "data/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"
#include "data/idx_files.h"

namespace pipette {
namespace {

using namespace testing_support;
using testing::AllOf;
using testing::HasSubstr;

TEST(Idx, ReadsPlainFiles) {
  const Array images = read_idx(idx({2, 3, 4}), "f", kImages);
  EXPECT_EQ(images.spec(), (ArraySpec{DType::u8, {2, 3, 4}}));
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(images.data<std::uint8_t>()[i], 3 * i);
  EXPECT_EQ(read_idx(idx({5}), "f", kLabels).shape(), (Shape{5}));
}

TEST(Idx, EveryDeviationNamesFileAndField) {
  Bytes bad_magic = idx({1, 2, 2});
  bad_magic[0] = std::byte{1};
  EXPECT_THAT(reading_fails(bad_magic), AllOf(HasSubstr("some-file"), HasSubstr("magic")));
  EXPECT_THAT(reading_fails(idx({1, 2, 2}, 0x0d)),
              AllOf(HasSubstr("dtype code"), HasSubstr("float32")));
  EXPECT_THAT(reading_fails(idx({4})), AllOf(HasSubstr("rank"), HasSubstr("images")));
  EXPECT_THAT(reading_fails(idx({1, 2, 2}), kLabels),
              AllOf(HasSubstr("rank"), HasSubstr("labels")));
  EXPECT_THAT(reading_fails(idx({1, 0, 2})), HasSubstr("size of axis 1"));
  EXPECT_THAT(reading_fails({}), HasSubstr("magic"));

  Bytes trailing = idx({1, 2, 2});
  trailing.push_back(std::byte{0});
  EXPECT_THAT(reading_fails(trailing), AllOf(HasSubstr("elements"), HasSubstr("1 more")));
}

TEST(Idx, AbsurdSizesAreRefusedBeforeAllocation) {
  EXPECT_THAT(reading_fails(header(0x08, {0xffffffff, 0xffffffff, 0xffffffff})),
              HasSubstr("size of axis 0"));
  // The product wraps to 0 in 64 bits.
  EXPECT_THAT(reading_fails(header(0x08, {1u << 24, 1u << 20, 1u << 20})),
              HasSubstr("size of axis 1"));
  // Just under the cap, but nothing is there.
  EXPECT_THAT(reading_fails(header(0x08, {1u << 10, 1u << 10, 1u << 10})),
              AllOf(HasSubstr("elements"), HasSubstr("only 0")));
}

TEST(Idx, TruncatedAnywhereIsATypedError) {
  const Bytes whole = idx({2, 3, 4});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_THAT(reading_fails(part), HasSubstr("some-file")) << length;
  }
}

TEST(Idx, FlippedBitsSucceedOrThrow) {
  const Bytes whole = idx({2, 3, 4});
  RandomStream random(1, "flip");
  int refused = 0;
  for (int round = 0; round < 5000; ++round) {
    Bytes damaged = whole;
    for (int flip = 0; flip < 2; ++flip) {
      const std::uint32_t at = random.uniform_int(static_cast<std::uint32_t>(damaged.size()));
      damaged[at] ^= static_cast<std::byte>(1u << random.uniform_int(8));
    }
    try {
      EXPECT_EQ(read_idx(damaged, "f", kImages).num_bytes(), 24u);
    } catch (const InvalidArgument&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 2000);  // 16 of 40 bytes are header
  EXPECT_LT(refused, 5000);
}

TEST(Idx, MissingFileIsNotFound) {
  EXPECT_THROW(read_idx_file("/nowhere/train-images", kImages), NotFound);
  EXPECT_THROW(load_mnist_directory("/nowhere"), NotFound);
}

TEST(Idx, WithoutExpectationsReadsEveryTypeAndRank) {
  const auto read = [](const Bytes& bytes) { return read_idx(bytes, "f"); };
  EXPECT_EQ(read(with_elements(0x09, {2}, {0xff, 7})).span<std::int8_t>()[0], -1);
  const Array shorts = read(with_elements(0x0b, {1, 2}, {0xff, 0xfe, 1, 0}));
  EXPECT_EQ(shorts.spec(), (ArraySpec{DType::i32, {1, 2}}));
  EXPECT_EQ(shorts.data<std::int32_t>()[0], -2);
  EXPECT_EQ(shorts.data<std::int32_t>()[1], 256);
  EXPECT_EQ(read(with_elements(0x0c, {1}, {0xff, 0xff, 0xff, 0xfd})).data<std::int32_t>()[0], -3);
  EXPECT_EQ(read(with_elements(0x0d, {1}, {0x3f, 0xc0, 0, 0})).data<float>()[0], 1.5f);
  EXPECT_EQ(read(with_elements(0x0e, {1}, {0xc0, 4, 0, 0, 0, 0, 0, 0})).data<double>()[0], -2.5);
  EXPECT_EQ(read(idx({1, 2, 1, 2})).shape(), (Shape{1, 2, 1, 2}));
  EXPECT_THROW(read(header(0x0a, {1})), InvalidArgument);
  EXPECT_THROW(read(header(0x08, {})), InvalidArgument);
}

TEST(Idx, TheOtherByteOrderIsNamed) {
  Bytes little = idx({2, 3, 4});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::reverse(little.begin() + static_cast<std::ptrdiff_t>(4 + 4 * axis),
                 little.begin() + static_cast<std::ptrdiff_t>(8 + 4 * axis));
  }
  EXPECT_THAT(reading_fails(little), HasSubstr("little-endian"));
  Bytes reversed = idx({2, 3, 4});
  std::reverse(reversed.begin(), reversed.begin() + 4);
  EXPECT_THAT(reading_fails(reversed), HasSubstr("little-endian"));
}

TEST(Idx, ATableOfLabelsSaysWhichColumnHasThem) {
  EXPECT_THAT(reading_fails(with_elements(0x0c, {1, 1}, {0, 0, 0, 5}), kLabels),
              AllOf(HasSubstr("int32"), HasSubstr("column 0 has the digits")));
}

}  // namespace
}  // namespace pipette
