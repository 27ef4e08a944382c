// Formats the sizes of a tensor for people, in the same way wherever they are shown:
//
//   format_sizes(std::array{784, 256})         "784 × 256"
//   format_sizes(shape.sizes())                "? × 28 × 28", if the batch size is not known
#pragma once

#include <string>

namespace pipette {

template <class Sizes>
std::string format_sizes(const Sizes& sizes) {
  std::string text;
  for (const auto size : sizes) {
    text += (text.empty() ? "" : " × ") + (size < 0 ? "?" : std::to_string(size));
  }
  return text;
}

}  // namespace pipette
