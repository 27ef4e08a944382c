#include "session/image_data.h"

#include <fmt/format.h>

#include "kernels/elementwise.h"

namespace pipette {

ImageData ImageData::generated(std::uint64_t seed) {
  return {"digits", Dataset::from_source(std::make_shared<DigitSource>(seed, DigitSet::train)),
          std::make_shared<DigitSource>(seed, DigitSet::test), digit_classes(), 10};
}

ImageData ImageData::from_sets(std::string name, const LabelledSets& given,
                               const ImageSetForm& form) {
  const LabelledSets sets = in_usual_form(given, name, form);
  const auto rows = [](const LabelledImages& set) {
    return tensor_slices(Element::tuple({set.images, set.labels}));
  };
  return {std::move(name), Dataset::from_source(rows(sets.train)), rows(sets.test),
          classes_of(sets.test), form.classes};
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

Array unit_floats(const Array& images) {
  Array pixels({DType::f32, images.shape()});
  kernels::u8_to_unit_float(images.data<std::uint8_t>(), pixels.data<float>(),
                            images.shape().num_elements());
  return pixels;
}

Element to_training_dtypes(const Element& batch) {
  return Element::tuple({unit_floats(batch[0].leaf()), batch[1].leaf().cast(DType::i32)});
}

Dataset training_batches(const ImageData& data, std::int64_t batch_size, std::uint64_t seed) {
  return data.train()
      .cache()
      .shuffle(data.train_count(), seed)
      .batch(batch_size, /*drop_remainder=*/true)
      .map(to_training_dtypes)
      .prefetch(Dataset::kAutotune)
      .repeat();
}

Dataset ordered_batches(const ImageData& data, std::int64_t batch_size) {
  return data.train()
      .cache()
      .repeat()
      .batch(batch_size, /*drop_remainder=*/true)
      .map(to_training_dtypes)
      .prefetch(Dataset::kAutotune);
}

}  // namespace pipette
