#include "data/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "temporary_path.h"

#ifdef PIPETTE_HAS_ZLIB
#include <zlib.h>
#endif

namespace pipette {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using Bytes = std::vector<std::byte>;

constexpr ExpectedIdx kImages{DType::u8, 3};
constexpr ExpectedIdx kLabels{DType::u8, 1};

Bytes header(std::uint8_t code, const std::vector<std::uint32_t>& sizes) {
  Bytes bytes{std::byte{0}, std::byte{0}, std::byte{code}, static_cast<std::byte>(sizes.size())};
  for (const std::uint32_t size : sizes) {
    for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<std::byte>(size >> shift));
  }
  return bytes;
}

// Element i is 3 * i modulo 256.
Bytes idx(const std::vector<std::uint32_t>& sizes, std::uint8_t code = 0x08) {
  Bytes bytes = header(code, sizes);
  std::size_t count = 1;
  for (const std::uint32_t size : sizes) count *= size;
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(3 * i));
  return bytes;
}

// The message of the InvalidArgument that reading throws.
std::string reading_fails(const Bytes& bytes, const ExpectedIdx& expected = kImages) {
  try {
    read_idx(bytes, "some-file", expected);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no InvalidArgument";
}

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

TEST(Idx, OnlyUnsignedBytes) {
  EXPECT_THROW(read_idx(idx({2}), "f", {DType::f32, 1}), Unimplemented);
  EXPECT_THROW(read_idx(idx({2}), "f", {DType::u8, 0}), InvalidArgument);
}

TEST(LabelledImages, CountsAndLabelsAreChecked) {
  LabelledImages set{Array::zeros(DType::u8, {3, 2, 2}), Array::of<std::uint8_t>({3}, {0, 9, 4})};
  EXPECT_NO_THROW(check_labelled(set, "train"));
  const auto message = [&](int classes) -> std::string {
    try {
      check_labelled(set, "train", classes);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "no InvalidArgument";
  };
  EXPECT_THAT(message(9),
              AllOf(HasSubstr("train"), HasSubstr("label 1 is 9"), HasSubstr("0 to 8")));
  set.labels = Array::zeros(DType::u8, {2});
  EXPECT_THAT(message(10), AllOf(HasSubstr("count"), HasSubstr("2 labels for 3 images")));
  set.labels = Array::zeros(DType::i32, {3});
  EXPECT_THAT(message(10), HasSubstr("int32"));
  set.images = Array::zeros(DType::u8, {3, 4});
  EXPECT_THAT(message(10), HasSubstr("[3, 4]"));
}

// A folder of its own, removed at the end.
class MnistDirectory : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = temporary_path("folder");
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const Bytes& bytes) {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  std::filesystem::path folder_;
};

TEST_F(MnistDirectory, AcceptsBothSpellingsAndNamesWhatIsMissing) {
  Bytes labels = header(0x08, {3});
  for (const int label : {1, 2, 3}) labels.push_back(static_cast<std::byte>(label));
  write("train-images-idx3-ubyte", idx({3, 4, 5}));
  write("train-labels.idx1-ubyte", labels);
  write("t10k-images.idx3-ubyte", idx({3, 4, 5}));
  try {
    load_mnist_directory(folder_.string());
    ADD_FAILURE() << "t10k labels are missing";
  } catch (const NotFound& error) {
    EXPECT_THAT(error.what(), HasSubstr("t10k-labels"));
  }
  write("t10k-labels-idx1-ubyte", labels);
  EXPECT_EQ(load_mnist_directory(folder_.string()).test.images.shape(), (Shape{3, 4, 5}));
  write("t10k-images.idx3-ubyte", idx({3, 5, 5}));
  EXPECT_THROW(load_mnist_directory(folder_.string()), InvalidArgument);
}

#ifndef PIPETTE_HAS_ZLIB

TEST(Gzip, ABuildWithoutZlibPointsAtDecompressionStream) {
  const Bytes gzip{std::byte{0x1f}, std::byte{0x8b}, std::byte{8}};
  try {
    read_idx(gzip, "some-file", kImages);
    ADD_FAILURE();
  } catch (const Unimplemented& error) {
    EXPECT_THAT(error.what(), HasSubstr("DecompressionStream"));
  }
}

#else

Bytes gzip(const Bytes& plain) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  Bytes packed(deflateBound(&stream, plain.size()) + 64);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST(Gzip, ReadsWhatPlainReads) {
  for (const std::uint32_t rows : {1u, 7u, 4000u}) {  // 4000 * 784 bytes are several pieces
    const Bytes plain = idx({rows, 28, 28});
    const Array a = read_idx(plain, "f", kImages);
    const Array b = read_idx(gzip(plain), "f", kImages);
    ASSERT_EQ(a.spec(), b.spec());
    EXPECT_EQ(std::memcmp(a.bytes(), b.bytes(), a.num_bytes()), 0);
  }
}

TEST(Gzip, ContentsAreCheckedAsStrictly) {
  Bytes plain = idx({2, 3, 4});
  plain.push_back(std::byte{0});
  EXPECT_THAT(reading_fails(gzip(plain)), AllOf(HasSubstr("elements"), HasSubstr("more follow")));
  plain.resize(plain.size() - 2);
  EXPECT_THAT(reading_fails(gzip(plain)), AllOf(HasSubstr("elements"), HasSubstr("only 23")));
  plain.resize(9);
  EXPECT_THAT(reading_fails(gzip(plain)), HasSubstr("size of axis 1"));
  EXPECT_THAT(reading_fails(gzip(idx({3}))), HasSubstr("rank"));
  Bytes two_members = gzip(idx({2, 3, 4}));
  two_members.push_back(std::byte{0});
  EXPECT_THAT(reading_fails(two_members), HasSubstr("1 bytes follow"));
}

TEST(Gzip, ABombIsRefused) {
  // 64 MiB of zeros in about 64 KiB; the header claims 4 elements.
  Bytes bomb = header(0x08, {1, 2, 2});
  bomb.resize(bomb.size() + (std::size_t{64} << 20));
  EXPECT_THAT(reading_fails(gzip(bomb)), HasSubstr("more follow"));
  // A header that claims a gibibyte with next to nothing behind it.
  EXPECT_THAT(reading_fails(gzip(header(0x08, {1u << 10, 1u << 10, 1u << 10}))),
              HasSubstr("elements"));
}

TEST(Gzip, TruncatedAnywhereIsATypedError) {
  const Bytes whole = gzip(idx({3, 8, 8}));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_THAT(reading_fails(part), HasSubstr("some-file")) << length;
  }
}

TEST(Gzip, FlippedBitsSucceedOrThrow) {
  const Bytes whole = gzip(idx({3, 8, 8}));
  RandomStream random(2, "flip");
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    Bytes damaged = whole;
    const std::uint32_t at = random.uniform_int(static_cast<std::uint32_t>(damaged.size()));
    damaged[at] ^= static_cast<std::byte>(1u << random.uniform_int(8));
    try {
      read_idx(damaged, "f", kImages);
    } catch (const InvalidArgument&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 2500);  // only the gzip header's name, time and system may change unseen
}

TEST(Mnist, RealFilesLoad) {
  const std::string folder = std::string(PIPETTE_SHARED_DIR) + "/data/mnist";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is absent";
  const LabelledSets sets = load_mnist_directory(folder);
  EXPECT_EQ(sets.train.images.shape(), (Shape{60000, 28, 28}));
  EXPECT_EQ(sets.test.labels.shape(), (Shape{10000}));
  // The first labels, as every introduction to MNIST shows them.
  EXPECT_EQ(std::vector<int>(sets.train.labels.data<std::uint8_t>(),
                             sets.train.labels.data<std::uint8_t>() + 5),
            (std::vector<int>{5, 0, 4, 1, 9}));
}

#endif

}  // namespace
}  // namespace pipette
