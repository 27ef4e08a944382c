#include "data/idx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "data/dataset.h"
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

// A file with these bytes behind its header.
Bytes with_elements(std::uint8_t code, const std::vector<std::uint32_t>& sizes,
                    std::initializer_list<int> elements) {
  Bytes bytes = header(code, sizes);
  for (const int each : elements) bytes.push_back(static_cast<std::byte>(each));
  return bytes;
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

// EMNIST's letters: labels from 1, images on their side.
TEST(LabelledImages, ComeIntoTheUsualForm) {
  const LabelledImages letters{Array::of<std::uint8_t>({2, 1, 3}, {1, 2, 3, 4, 5, 6}),
                               Array::of<std::uint8_t>({2}, {1, 26})};
  const LabelledSets given{letters, letters};
  const LabelledSets sets = in_usual_form(given, "letters", {.classes = 26, .transpose = true});
  EXPECT_EQ(sets.train.images.shape(), (Shape{2, 3, 1}));
  EXPECT_EQ(sets.test.labels.data<std::uint8_t>()[1], 25);
  EXPECT_EQ(sets.test.labels.data<std::uint8_t>()[0], 0);
  try {
    in_usual_form(given, "letters");
    ADD_FAILURE() << "ten classes have no label 26";
  } catch (const InvalidArgument& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("from 1 to 26"), HasSubstr("classes: 26"), HasSubstr("transpose")));
  }
  EXPECT_THROW(in_usual_form(given, "letters", {.classes = 0}), InvalidArgument);
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
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("t10k-labels"), HasSubstr("train-labels.idx1-ubyte")));
  }
  write("t10k-labels-idx1-ubyte", labels);
  EXPECT_EQ(load_mnist_directory(folder_.string()).test.images.shape(), (Shape{3, 4, 5}));
  write("t10k-images.idx3-ubyte", idx({3, 5, 5}));
  EXPECT_THROW(load_mnist_directory(folder_.string()), InvalidArgument);
}

TEST_F(MnistDirectory, FindsFilesAsEmnistAndKaggleNameThem) {
  const Bytes labels = with_elements(0x08, {2}, {1, 2});
  for (const char* set : {"train", "test"}) {
    write(std::string("emnist-letters-") + set + "-images-idx3-ubyte", idx({2, 4, 5}));
    write(std::string("emnist-letters-") + set + "-labels-idx1-ubyte", labels);
  }
  EXPECT_EQ(load_mnist_directory(folder_.string()).test.images.shape(), (Shape{2, 4, 5}));
  write("emnist-digits-train-images-idx3-ubyte", idx({2, 4, 5}));
  EXPECT_THROW(load_mnist_directory(folder_.string()), InvalidArgument);

  const std::filesystem::path kaggle = folder_ / "kaggle";
  for (const std::string set : {"train", "t10k"}) {
    for (const std::string part : {"-images-idx3-ubyte", "-labels-idx1-ubyte"}) {
      std::filesystem::create_directories(kaggle / (set + part));
      write("kaggle/" + set + part + "/" + set + part, part[1] == 'i' ? idx({2, 4, 5}) : labels);
    }
  }
  EXPECT_EQ(load_mnist_directory(kaggle.string()).train.images.shape(), (Shape{2, 4, 5}));
}

TEST_F(MnistDirectory, RowsOfFilesAreADataset) {
  write("images", with_elements(0x0c, {2, 1}, {0, 0, 0, 3, 0, 0, 0, 4}));
  write("labels", with_elements(0x08, {2}, {1, 2}));
  const std::string images = (folder_ / "images").string(), labels = (folder_ / "labels").string();
  Element element;
  ASSERT_TRUE(Dataset::from_idx({images}).make_iterator()->next(element));
  EXPECT_EQ(element.leaf().spec(), (ArraySpec{DType::i32, {1}}));
  const auto pairs = Dataset::from_idx({images, labels}).skip(1).make_iterator();
  ASSERT_TRUE(pairs->next(element));
  EXPECT_EQ(element[0].leaf().data<std::int32_t>()[0], 4);
  EXPECT_EQ(element[1].leaf().data<std::uint8_t>()[0], 2);
  EXPECT_THROW(Dataset::from_idx({"/nowhere"}), NotFound);
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
