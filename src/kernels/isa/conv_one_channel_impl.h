// Convolutions with one output channel, such as the input gradient of a layer on grey images.
// Included only by the isa_*.cc units (see simd.h).
//
// Here the lanes of a vector are the outputs of a row, since one channel would fill only one lane.
// So each row of the padded image is transposed from pixels of channels to channels of pixels.
// Terms are added in the order of the general convolution: the same bits.
#pragma once

#include "kernels/isa/conv_image_impl.h"

namespace pipette::kernels::PIPETTE_ISA {

// Vectors of outputs at once: enough sums to hide the latency of an addition.
constexpr int kRowVectors = 4;

inline bool goes_to_one_channel(const ConvCall& c) {
  return !c.of_filter && c.out_channels == 1 && c.stride_w == 1;
}

// The outputs of a row, rounded up to whole steps of the loop over them; and the floats of a
// channel's row, which the last step reads to its end.
inline std::ptrdiff_t whole_row(const ConvCall& c) {
  return round_up(c.out_w, kRowVectors * kWidth);
}
inline std::ptrdiff_t channel_floats(const ConvCall& c) { return whole_row(c) + c.kernel_w + 3; }

std::ptrdiff_t one_channel_scratch(const ConvCall& c) {
  const PaddedImage image(c, c.scratch);
  return image.height * image.width * c.in_channels +
         image.height * c.in_channels * channel_floats(c) + whole_row(c);
}

// [width, channels] -> [channels, channel_floats]
PIPETTE_INLINE void turn_row(const float* from, std::ptrdiff_t width, std::ptrdiff_t channels,
                             float* to, std::ptrdiff_t to_stride) {
  if (channels == 1) return copy_floats(from, to, width);
  std::ptrdiff_t x = 0;
  for (; x + 4 <= width; x += 4) {
    pack_four(from + x * channels, channels, channels, to + x, to_stride);
  }
  for (; x < width; ++x) {
    for (std::ptrdiff_t ch = 0; ch < channels; ++ch)
      to[ch * to_stride + x] = from[x * channels + ch];
  }
}

// Sums of one row of outputs. `rows` is the first row of its windows, each [channels, stride].
PIPETTE_NOINLINE void sum_row(const ConvCall& c, const float* rows, std::ptrdiff_t stride,
                              float* sums) {
  for (std::ptrdiff_t x = 0; x < c.out_w; x += kRowVectors * kWidth) {
    Wide::F sum[kRowVectors];
    PIPETTE_UNROLL
    for (int v = 0; v < kRowVectors; ++v) sum[v] = Wide::splat(0.0f);
    const float* weight = c.filter;
    for (std::ptrdiff_t row = 0; row < c.kernel_h; ++row) {
      for (std::ptrdiff_t column = 0; column < c.kernel_w; ++column) {
        const float* at = rows + row * c.in_channels * stride + column + x;
        for (std::ptrdiff_t ch = 0; ch < c.in_channels; ++ch, at += stride, ++weight) {
          const Wide::F w = Wide::splat(*weight);
          PIPETTE_UNROLL
          for (int v = 0; v < kRowVectors; ++v) sum[v] = sum[v] + Wide::load(at + v * kWidth) * w;
        }
      }
    }
    PIPETTE_UNROLL
    for (int v = 0; v < kRowVectors; ++v) Wide::store(sums + x + v * kWidth, sum[v]);
  }
}

void conv2d_to_one_channel(const ConvCall& c) {
  const PaddedImage image(c, c.scratch);
  const std::ptrdiff_t stride = channel_floats(c);
  const std::ptrdiff_t row_floats = c.in_channels * stride;
  float* const channels = c.scratch + image.floats();
  float* const sums = channels + image.height * row_floats;
  float bias[kWidth] = {};
  for (float& each : bias) each = c.epilogue->bias == nullptr ? 0.0f : *c.epilogue->bias;
  image.clear();
  // The last step of a row reads beyond it into sums that are not used, but the data there must not
  // be arbitrary: some values would be slow to multiply.
  for (std::ptrdiff_t i = 0; i < image.height * row_floats; ++i) channels[i] = 0.0f;
  for (std::ptrdiff_t number = 0; number < c.batch; ++number) {
    const float* pixels = padded(c, image, number);
    for (std::ptrdiff_t row = 0; row < image.height; ++row) {
      turn_row(pixels + row * image.row_stride, image.width, c.in_channels,
               channels + row * row_floats, stride);
    }
    for (std::ptrdiff_t y = 0; y < c.out_h; ++y) {
      sum_row(c, channels + y * c.stride_h * row_floats, stride, sums);
      MatmulCall product{};
      product.n = product.ldc = 1;
      product.c = c.result;
      product.epilogue = c.epilogue;
      const TileRun t = run_at(product, (number * c.out_h + y) * c.out_w, 0);
      for_lanes(
          c.out_w, [&t, &bias, sums ](auto s, std::ptrdiff_t i) __attribute__((always_inline)) {
            using S = decltype(s);
            finish<S>(t, S::load(sums + i), t.bias == nullptr ? nullptr : bias,
                      t.relu_mask == nullptr ? nullptr : t.relu_mask + i, t.c + i);
          });
    }
  }
}

}  // namespace pipette::kernels::PIPETTE_ISA
