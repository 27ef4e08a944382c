// Convolutions over images and their two gradients, with an epilogue applied in the same pass.
//
//   // y [32, 28, 28, 8] = relu(x [32, 28, 28, 8] * filter [3, 3, 8, 8] + bias), stride 1, "same"
//   const Conv2d conv{.batch = 32, .in_h = 28, .in_w = 28, .in_channels = 8,
//                     .kernel_h = 3, .kernel_w = 3, .out_h = 28, .out_w = 28, .out_channels = 8,
//                     .pad_top = 1, .pad_left = 1};
//   conv2d(conv, x, filter, y, {.bias = bias, .activation = Activation::relu});
//
// Images are [batch, height, width, channels], filters [height, width, in, out], as in TensorFlow.
// Output (oy, ox) reads the window whose first pixel is (oy stride_h - pad_top, ox stride_w -
// pad_left); pixels outside the image are zeros. The size of the output determines how far the
// windows reach, so padding below and to the right needs no parameters.
//
// Each operation is a matrix product whose left operand, the patches, is never stored. So every sum
// has a fixed order, one multiply and one add per term, in every build (matmul.h):
//
//   conv2d                   over kernel rows, kernel columns, input channels, from 0 upwards
//   conv2d_input_gradient    over output rows, output columns, output channels
//   conv2d_filter_gradient   over images, output rows, output columns
//
// Padding counts as zeros, and so do the gaps between the outputs of a stride in the input
// gradient; that matters only for filters with infinities. The epilogue's rows are the result's
// pixels (for the filter gradient, its [kernel_h, kernel_w, in] rows), its columns the last axis.
//
// Results must not overlap operands. Throws InvalidArgument for sizes below 0, kernels or strides
// below 1, and padding outside [0, kernel). Thread-safe (scratch memory is per thread). An input
// gradient with a stride multiplies the zeros in the gaps too: stride_h * stride_w times the work.
#pragma once

#include <cstdint>

#include "kernels/matmul.h"

namespace pipette::kernels {

struct Conv2d {
  std::int64_t batch = 1;
  std::int64_t in_h = 1, in_w = 1, in_channels = 1;
  std::int64_t kernel_h = 1, kernel_w = 1;
  std::int64_t out_h = 1, out_w = 1, out_channels = 1;
  std::int64_t stride_h = 1, stride_w = 1;
  std::int64_t pad_top = 0, pad_left = 0;
};

// y [batch, out_h, out_w, out_channels]
void conv2d(const Conv2d& conv, const float* x, const float* filter, float* y,
            const Epilogue& epilogue = {});
// dx [batch, in_h, in_w, in_channels] from dy, which has the shape of y
void conv2d_input_gradient(const Conv2d& conv, const float* dy, const float* filter, float* dx,
                           const Epilogue& epilogue = {});
// d_filter [kernel_h, kernel_w, in_channels, out_channels]
void conv2d_filter_gradient(const Conv2d& conv, const float* x, const float* dy, float* d_filter,
                            const Epilogue& epilogue = {});

}  // namespace pipette::kernels
