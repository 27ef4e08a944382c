#include "data/image_classes.h"

#include <algorithm>
#include <cstdint>

namespace pipette {

const ImageClasses& digit_classes() {
  static constexpr ImageClasses kDigits = {
      "MNIST",
      "digit",
      "digits",
      {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
      {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
  };
  return kDigits;
}

const ImageClasses& fashion_classes() {
  static constexpr ImageClasses kFashion = {
      "Fashion-MNIST",
      "garment",
      "garments",
      {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag",
       "Ankle boot"},
      {"Top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Boot"},
  };
  return kFashion;
}

const ImageClasses& classes_of(const LabelledImages& test) {
  constexpr std::array<std::uint8_t, 10> kFashionLabels = {9, 2, 1, 1, 6, 1, 4, 6, 5, 7};
  const auto* labels = test.labels.data<std::uint8_t>();
  const bool fashion = test.labels.shape().num_elements() >= 10 &&
                       std::equal(kFashionLabels.begin(), kFashionLabels.end(), labels);
  return fashion ? fashion_classes() : digit_classes();
}

}  // namespace pipette
