// The padded images that convolutions read. Included only by the isa_*.cc units (see simd.h).
//
// An image is padded into scratch memory, which often fits in a first-level cache, unless its
// windows stay inside the image.
#pragma once

#include "kernels/isa/matmul_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

// The data that convolutions read of one image: row r begins at data + r * row_stride.
struct PaddedImage {
  float* scratch;  // null: the image itself is read
  std::ptrdiff_t height, width, row_stride;

  PaddedImage(const ConvCall& c, float* memory)
      : scratch(memory),
        height((c.out_h - 1) * c.stride_h + c.kernel_h),
        width((c.out_w - 1) * c.stride_w + c.kernel_w) {
    const bool inside = c.pad_top == 0 && c.pad_left == 0 && c.gap_h == 1 && c.gap_w == 1 &&
                        height <= c.in_h && width <= c.in_w;
    if (inside) scratch = nullptr;
    row_stride = (inside ? c.in_w : width) * c.in_channels;
  }
  std::ptrdiff_t floats() const { return scratch == nullptr ? 0 : height * row_stride; }
  // Padding and gaps are at the same place in every image.
  void clear() const {
    for (std::ptrdiff_t i = 0; i < floats(); ++i) scratch[i] = 0.0f;
  }
};

inline void copy_floats(const float* from, float* to, std::ptrdiff_t count) {
  for_lanes(
      count, [=](auto s, std::ptrdiff_t i)
                 __attribute__((always_inline)) { s.store(to + i, s.load(from + i)); });
}

PIPETTE_NOINLINE const float* padded(const ConvCall& c, const PaddedImage& image,
                                     std::ptrdiff_t number) {
  const std::ptrdiff_t channels = c.in_channels;
  const float* from = c.x + number * c.in_h * c.in_w * channels;
  if (image.scratch == nullptr) return from;
  for (std::ptrdiff_t y = 0; y < c.in_h && c.pad_top + y * c.gap_h < image.height; ++y) {
    float* to =
        image.scratch + (c.pad_top + y * c.gap_h) * image.row_stride + c.pad_left * channels;
    const float* row = from + y * c.in_w * channels;
    if (c.gap_w == 1) {
      copy_floats(row, to, minimum(c.in_w, image.width - c.pad_left) * channels);
      continue;
    }
    for (std::ptrdiff_t x = 0; x < c.in_w && c.pad_left + x * c.gap_w < image.width; ++x) {
      copy_floats(row + x * channels, to + x * c.gap_w * channels, channels);
    }
  }
  return image.scratch;
}

}  // namespace pipette::kernels::PIPETTE_ISA
