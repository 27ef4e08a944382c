// Reverses the rows of a matrix.
//
//   reverse(x, y, 2, 3);     // 1 2 3 4 5 6 becomes 3 2 1 6 5 4; y must not be x
//
// Thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>

namespace pipette::kernels {

inline void reverse(const float* x, float* y, std::int64_t rows, std::int64_t columns) {
  for (std::int64_t row = 0; row < rows; ++row, x += columns, y += columns) {
    std::reverse_copy(x, x + columns, y);
  }
}

}  // namespace pipette::kernels
