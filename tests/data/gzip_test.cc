// IDX files that are packed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/random.h"
#include "data/idx_files.h"

#ifdef PIPETTE_HAS_ZLIB
#include <zlib.h>
#endif

namespace pipette {
namespace {

using namespace testing_support;
using testing::AllOf;
using testing::HasSubstr;

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
  two_members.push_back(std::byte{1});
  EXPECT_THAT(reading_fails(two_members), HasSubstr("1 bytes follow"));
}

TEST(Gzip, MembersAreOneFileAndZerosBehindThemPadding) {
  const Bytes plain = idx({2, 3, 4});
  const auto part = [&](std::size_t begin, std::size_t end) {
    return gzip(Bytes(plain.begin() + static_cast<std::ptrdiff_t>(begin),
                      plain.begin() + static_cast<std::ptrdiff_t>(end)));
  };
  Bytes members;
  for (const Bytes& each : {part(0, 3), part(3, 20), part(20, 20), part(20, plain.size())}) {
    members.insert(members.end(), each.begin(), each.end());
  }
  EXPECT_EQ(read_idx(members, "f", kImages).shape(), (Shape{2, 3, 4}));
  members.resize(members.size() + 512);
  EXPECT_EQ(read_idx(members, "f", kImages).shape(), (Shape{2, 3, 4}));
  members.push_back(std::byte{7});
  EXPECT_THAT(reading_fails(members), AllOf(HasSubstr("gzip data"), HasSubstr("1 bytes follow")));
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
