// Maximum and average pooling over images, and their gradients.
//
//   const Pool2d halve{.batch = 32, .in_h = 28, .in_w = 28, .channels = 8,
//                      .pool_h = 2, .pool_w = 2,
//                      .out_h = 14, .out_w = 14, .stride_h = 2, .stride_w = 2};
//   max_pool2d(halve, x, y);                   // [32, 28, 28, 8] -> [32, 14, 14, 8]
//   max_pool2d_gradient(halve, x, dy, dx);     // dx like x
//
// Windows are placed as in convolutions (conv.h). Padding never wins; a window entirely in the
// padding throws InvalidArgument. Among equal pixels the first one wins, row by row; a NaN wins
// over numbers, the first NaN over later ones. The gradient of an output goes to the winner; if
// windows overlap, it is added in the order of outputs, row by row. Thread-safe.
#pragma once

#include <cstdint>

namespace pipette::kernels {

struct Pool2d {
  std::int64_t batch = 1, in_h = 1, in_w = 1, channels = 1;
  std::int64_t pool_h = 1, pool_w = 1;
  std::int64_t out_h = 1, out_w = 1;
  std::int64_t stride_h = 1, stride_w = 1;
  std::int64_t pad_top = 0, pad_left = 0;
};

// The mean over the pixels of each window that lie in the image: padding does not count.
void avg_pool2d(const Pool2d& pool, const float* x, float* y);
void avg_pool2d_gradient(const Pool2d& pool, const float* dy, float* dx);
void max_pool2d(const Pool2d& pool, const float* x, float* y);
void max_pool2d_gradient(const Pool2d& pool, const float* x, const float* dy, float* dx);

}  // namespace pipette::kernels
