// Windows that convolutions and pooling move over images, by TensorFlow's rule.
//
//   window_axis(28, 3, 1, Padding::same);    // {.outputs = 28, .before = 1}
//   window_axis(28, 2, 2, Padding::valid);   // {.outputs = 14, .before = 0}
//
// With "valid", windows stay inside: (size - window) / stride + 1 outputs, rounded down. With
// "same" there are size / stride outputs, rounded up; the image is padded by max(0, (outputs - 1) *
// stride + window - size), half of it, rounded down, before the first pixel, the rest after the
// last one: an even window has more padding below and to the right. Source: tf.nn, "Padding", and
// TensorFlow's GetWindowedOutputSizeVerbose.
#pragma once

#include <array>
#include <cstdint>

#include "core/choices.h"

namespace pipette {

enum class Padding : std::uint8_t { valid, same };
constexpr auto choices_of(Padding) {
  return std::to_array<Choice<Padding>>(
      {{Padding::valid, "valid", "Valid"}, {Padding::same, "same", "Same"}});
}

using Window = std::array<std::int64_t, 2>;  // along height, along width

// Options that windows of convolutions and of pooling share.
struct WindowOptions {
  Window strides{1, 1};
  Padding padding = Padding::valid;
};

struct WindowAxis {
  std::int64_t outputs = 0;
  std::int64_t before = 0;  // padding before the first pixel
};
// Requires size >= 0, window >= 1 and stride >= 1; returns 0 outputs if no window fits.
WindowAxis window_axis(std::int64_t size, std::int64_t window, std::int64_t stride,
                       Padding padding);

}  // namespace pipette
