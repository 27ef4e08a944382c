#include "session/image_data.h"

#include <fmt/format.h>

namespace pipette {

namespace {

// Labelled images that are already in memory, element by element.
class ArraySource : public ElementSource {
 public:
  explicit ArraySource(const LabelledImages& set)
      : set_(set),
        spec_(ElementSpec::tuple({ArraySpec{DType::u8, set.images.shape().without_front()},
                                  ArraySpec{DType::u8, Shape{}}})),
        image_bytes_(ArraySpec{DType::u8, set.images.shape().without_front()}.num_bytes()) {}

  std::int64_t size() const override { return set_.labels.shape()[0]; }
  const ElementSpec& spec() const override { return spec_; }
  void read(std::int64_t index, std::span<std::byte* const> leaves) const override {
    const std::byte* image = set_.images.bytes() + static_cast<std::size_t>(index) * image_bytes_;
    std::copy_n(image, image_bytes_, leaves[0]);
    *leaves[1] = set_.labels.bytes()[index];
  }

 private:
  LabelledImages set_;
  ElementSpec spec_;
  std::size_t image_bytes_;
};

}  // namespace

ImageData ImageData::generated(std::uint64_t seed) {
  return {"digits", Dataset::from_source(std::make_shared<DigitSource>(seed, DigitSet::kTrain)),
          std::make_shared<DigitSource>(seed, DigitSet::kTest)};
}

ImageData ImageData::from_sets(std::string name, const LabelledSets& sets) {
  check_labelled(sets.train, name + ": training set");
  check_labelled(sets.test, name + ": test set");
  if (!(sets.train.images.shape().without_front() == sets.test.images.shape().without_front())) {
    throw InvalidArgument(fmt::format("{}: training images are {}, test images {}", name,
                                      sets.train.images.shape().without_front().to_string(),
                                      sets.test.images.shape().without_front().to_string()));
  }
  return {std::move(name), Dataset::from_source(std::make_shared<ArraySource>(sets.train)),
          std::make_shared<ArraySource>(sets.test)};
}

Shape ImageData::image_shape() const { return test_->spec()[0].leaf().shape; }

LabelledImages ImageData::test(std::int64_t begin, std::int64_t end) const {
  if (begin < 0 || end < begin || end > test_count()) {
    throw OutOfRange(
        fmt::format("test images {}..{} do not exist; there are {}", begin, end, test_count()));
  }
  LabelledImages part{Array({DType::u8, image_shape().with_front(end - begin)}),
                      Array({DType::u8, Shape{end - begin}})};
  const std::size_t bytes = ArraySpec{DType::u8, image_shape()}.num_bytes();
  for (std::int64_t i = begin; i < end; ++i) {
    const auto row = static_cast<std::size_t>(i - begin);
    std::byte* const leaves[] = {part.images.bytes() + row * bytes, part.labels.bytes() + row};
    test_->read(i, leaves);
  }
  return part;
}

}  // namespace pipette
