#include "data/digits.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <vector>

#include "core/error.h"
#include "core/hash.h"
#include "data/dataset.h"

namespace pipette {
namespace {

std::string hash_of(std::uint64_t seed, DigitSet set, std::uint64_t count) {
  Hash hash;
  Digit digit;
  for (std::uint64_t i = 0; i < count; ++i) {
    make_digit(seed, set, i, digit);
    hash.add(&digit.label, 1);
    hash.add(digit.image, sizeof digit.image);
  }
  return hash.hex();
}

TEST(Digits, GoldenHash) {
  // Changes whenever styles, hands or drawing change; then every golden result on generated digits
  // changes too.
  EXPECT_EQ(hash_of(1, DigitSet::train, 100), "9fbf6cb0e889fdf2");
  EXPECT_EQ(hash_of(1, DigitSet::test, 100), "bec329947b7a86ea");
}

TEST(Digits, SeedSetAndIndexMatter) {
  EXPECT_NE(hash_of(1, DigitSet::train, 3), hash_of(2, DigitSet::train, 3));
  EXPECT_NE(hash_of(1, DigitSet::train, 3), hash_of(1, DigitSet::test, 3));
}

TEST(Digits, CentredInMassAndInMnistsBox) {
  const LabelledImages digits = all_digits(DigitSource(5, DigitSet::train, 2000));
  const std::uint8_t* image = digits.images.data<std::uint8_t>();
  for (int i = 0; i < 2000; ++i, image += 784) {
    double mass = 0, x = 0, y = 0;
    for (int p = 0; p < 784; ++p) {
      mass += image[p];
      x += image[p] * (p % 28);
      y += image[p] * (p / 28);
    }
    ASSERT_GT(mass, 255 * 15) << i;  // MNIST's lightest digits have about 20 pixels of ink
    ASSERT_LT(mass, 255 * 350) << i;
    EXPECT_NEAR(x / mass, 14, 0.6) << i;
    EXPECT_NEAR(y / mass, 14, 0.6) << i;
  }
}

TEST(Digits, LabelsAreUniform) {
  std::array<int, 10> counts{};
  Digit digit;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    make_digit(1, DigitSet::train, i, digit);
    ASSERT_LT(digit.label, 10);
    ++counts[digit.label];
  }
  double chi_squared = 0;
  for (const int count : counts) chi_squared += (count - 500.0) * (count - 500.0) / 500.0;
  EXPECT_LT(chi_squared, 27.9);  // 9 degrees of freedom, 0.1 %
}

TEST(Digits, DigitsOfOneLabelDiffer) {
  const LabelledImages digits = all_digits(DigitSource(5, DigitSet::train, 300));
  for (std::int64_t i = 0; i < 300; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      EXPECT_NE(std::memcmp(digits.images.slice(i).bytes(), digits.images.slice(j).bytes(), 784),
                0);
    }
  }
}

TEST(DigitSource, ReadsWhatMakeDigitMakesInAnyOrder) {
  const DigitSource source(9, DigitSet::test);
  EXPECT_EQ(source.size(), 10000);
  for (const std::int64_t index : {77, 3, 9999, 3, 77}) {
    Digit wanted;
    make_digit(9, DigitSet::test, static_cast<std::uint64_t>(index), wanted);
    std::array<std::byte, 784> image;
    std::byte label;
    std::byte* const leaves[] = {image.data(), &label};
    source.read(index, leaves);
    EXPECT_EQ(std::memcmp(image.data(), wanted.image, 784), 0) << index;
    EXPECT_EQ(std::to_integer<int>(label), wanted.label) << index;
  }
  EXPECT_EQ(source.digits_made(), 3);
}

TEST(DigitSource, APipelineMakesOnlyWhatABatchNeeds) {
  const auto source = std::make_shared<DigitSource>(1);
  const auto iterator = Dataset::from_source(source)
                            .cache()
                            .shuffle(60000, 1)
                            .batch(32, true)
                            .repeat()
                            .make_iterator();
  EXPECT_EQ(source->digits_made(), 0);
  Element element;
  ASSERT_TRUE(iterator->next(element));
  EXPECT_EQ(source->digits_made(), 32);
  EXPECT_EQ(element.flatten()[0].shape(), (Shape{32, 28, 28}));
  EXPECT_EQ(element.flatten()[1].spec(), (ArraySpec{DType::u8, {32}}));
}

TEST(DigitSource, MemoryOfDigitsOutlivesABlock) {
  // More digits than one block holds, each read twice.
  const DigitSource source(4, DigitSet::train, 700);
  const LabelledImages first = all_digits(source);
  EXPECT_EQ(source.digits_made(), 700);
  const LabelledImages second = all_digits(source);
  EXPECT_EQ(source.digits_made(), 700);
  EXPECT_EQ(std::memcmp(first.images.bytes(), second.images.bytes(), first.images.num_bytes()), 0);
  EXPECT_NO_THROW(check_labelled(first, "generated"));
}

TEST(DigitSource, SizeIsChecked) {
  EXPECT_THROW(DigitSource(1, DigitSet::train, -1), InvalidArgument);
  EXPECT_EQ(DigitSource(1, DigitSet::train).size(), 60000);
}

#ifdef PIPETTE_HAS_ZLIB

// A quick stand-in for the standard that digits.h names: the class with the nearest mean image.
// Means of MNIST's own training set reach 82 % on its test set.
TEST(Digits, MeansOfGeneratedDigitsRecogniseRealOnes) {
  const std::string folder = std::string(PIPETTE_SHARED_DIR) + "/data/mnist";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is absent";
  const LabelledImages real = load_mnist_directory(folder).test;
  const LabelledImages made = all_digits(DigitSource(1, DigitSet::train, 6000));
  std::array<std::array<double, 784>, 10> mean{};
  std::array<int, 10> count{};
  for (std::size_t i = 0; i < made.labels.size(); ++i) {
    const std::size_t label = made.labels.data<std::uint8_t>()[i];
    ++count[label];
    for (std::size_t p = 0; p < 784; ++p) {
      mean[label][p] += made.images.data<std::uint8_t>()[i * 784 + p];
    }
  }
  for (std::size_t k = 0; k < 10; ++k) {
    for (double& value : mean[k]) value /= count[k];
  }
  int right = 0;
  for (std::size_t i = 0; i < real.labels.size(); ++i) {
    std::size_t best = 0;
    double least = 1e300;
    for (std::size_t k = 0; k < 10; ++k) {
      double distance = 0;
      for (std::size_t p = 0; p < 784; ++p) {
        const double d = mean[k][p] - real.images.data<std::uint8_t>()[i * 784 + p];
        distance += d * d;
      }
      if (distance < least) least = distance, best = k;
    }
    right += best == real.labels.data<std::uint8_t>()[i];
  }
  RecordProperty("right", right);
  EXPECT_GT(right, 7500);
}

#endif

TEST(Digits, ASetIsNeverLargerThanItsLimit) {
  EXPECT_THROW(DigitSource(1, DigitSet::train, 500'000'000), InvalidArgument);
  EXPECT_THROW(DigitSource(1, DigitSet::train, -1), InvalidArgument);
  EXPECT_EQ(DigitSource(1, DigitSet::train, 100'000).size(), 100'000);
}

}  // namespace
}  // namespace pipette
