#include "data/image_classes.h"

#include <gtest/gtest.h>

#include <vector>

namespace pipette {
namespace {

LabelledImages labelled(const std::vector<std::uint8_t>& labels) {
  const auto count = static_cast<std::int64_t>(labels.size());
  return {Array::zeros(DType::u8, Shape{count, 28, 28}),
          Array::of<std::uint8_t>(Shape{count}, labels)};
}

TEST(ImageClasses, FashionMnistIsKnownByItsFirstTestLabels) {
  const LabelledImages images = labelled({9, 2, 1, 1, 6, 1, 4, 6, 5, 7, 4, 5});
  const ImageClasses& fashion = classes_of(images);
  EXPECT_STREQ(fashion.set, "Fashion-MNIST");
  EXPECT_STREQ(fashion.names[9], "Ankle boot");
  EXPECT_STREQ(fashion.names[0], "T-shirt/top");
}

TEST(ImageClasses, AnythingElseIsDigits) {
  EXPECT_STREQ(classes_of(labelled({7, 2, 1, 0, 4, 1, 4, 9, 5, 9})).set, "MNIST");
  EXPECT_STREQ(classes_of(labelled({9, 2, 1, 1, 6, 1, 4, 6, 5})).set, "MNIST") << "too few";
  EXPECT_STREQ(classes_of(labelled({})).names[7], "7");
}

}  // namespace
}  // namespace pipette
