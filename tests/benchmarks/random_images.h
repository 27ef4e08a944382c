// A training set in memory for benchmarks of whole sessions.
#pragma once

#include "core/random.h"
#include "session/image_data.h"

namespace pipette::benchmarks {

// 60,000 images as sparse as MNIST's, so that the pipeline's memory traffic is real too.
inline LabelledSets random_images() {
  RandomStream random(4, "images");
  const auto set = [&](std::int64_t count) {
    LabelledImages images{Array::zeros(DType::u8, {count, 28, 28}), Array({DType::u8, {count}})};
    for (std::uint8_t& pixel : images.images.span<std::uint8_t>()) {
      const std::uint32_t bits = random.next_u32();
      if (bits % 5 == 0) pixel = static_cast<std::uint8_t>(bits >> 8);
    }
    for (std::uint8_t& label : images.labels.span<std::uint8_t>()) {
      label = static_cast<std::uint8_t>(random.uniform_int(10));
    }
    return images;
  };
  return {set(60000), set(100)};
}

}  // namespace pipette::benchmarks
