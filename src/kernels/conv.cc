#include "kernels/conv.h"

#include <string>

#include "core/error.h"
#include "kernels/kernel_table.h"
#include "kernels/scratch.h"

namespace pipette::kernels {
namespace {

void require(bool holds, const char* name, std::int64_t value, const char* rule,
             std::int64_t nearest) {
  if (holds) return;
  throw InvalidArgument(std::string("conv2d: ") + name + " must be " + rule + ", but it is " +
                        std::to_string(value) + "; the nearest valid value is " +
                        std::to_string(nearest));
}

void require_valid(const Conv2d& c) {
  const auto size = [](const char* name, std::int64_t value) {
    require(value >= 0, name, value, "at least 0", 0);
  };
  const auto count = [](const char* name, std::int64_t value) {
    require(value >= 1, name, value, "at least 1", 1);
  };
  const auto padding = [](const char* name, std::int64_t value, std::int64_t kernel) {
    require(value >= 0, name, value, "at least 0", 0);
    require(value < kernel, name, value, "less than the kernel", kernel - 1);
  };
  size("batch", c.batch);
  size("in_h", c.in_h);
  size("in_w", c.in_w);
  size("in_channels", c.in_channels);
  size("out_h", c.out_h);
  size("out_w", c.out_w);
  size("out_channels", c.out_channels);
  count("kernel_h", c.kernel_h);
  count("kernel_w", c.kernel_w);
  count("stride_h", c.stride_h);
  count("stride_w", c.stride_w);
  padding("pad_top", c.pad_top, c.kernel_h);
  padding("pad_left", c.pad_left, c.kernel_w);
}

ConvCall forward_call(const Conv2d& c, const float* x, const float* filter, float* result,
                      const Epilogue& epilogue) {
  ConvCall call{};
  call.batch = size(c.batch);
  call.in_h = size(c.in_h);
  call.in_w = size(c.in_w);
  call.in_channels = size(c.in_channels);
  call.gap_h = call.gap_w = 1;
  call.pad_top = size(c.pad_top);
  call.pad_left = size(c.pad_left);
  call.kernel_h = size(c.kernel_h);
  call.kernel_w = size(c.kernel_w);
  call.stride_h = size(c.stride_h);
  call.stride_w = size(c.stride_w);
  call.out_h = size(c.out_h);
  call.out_w = size(c.out_w);
  call.out_channels = size(c.out_channels);
  call.x = x;
  call.filter = filter;
  call.result = result;
  call.epilogue = &epilogue;
  return call;
}

// filter [kh, kw, in, out] -> [kh, kw, out, in] with both kernel axes reversed
void turn_around(const Conv2d& c, const float* filter, float* turned) {
  const std::int64_t taps = c.kernel_h * c.kernel_w;
  for (std::int64_t tap = 0; tap < taps; ++tap) {
    const float* from = filter + (taps - 1 - tap) * c.in_channels * c.out_channels;
    float* to = turned + tap * c.in_channels * c.out_channels;
    for (std::int64_t in = 0; in < c.in_channels; ++in) {
      for (std::int64_t out = 0; out < c.out_channels; ++out) {
        to[out * c.in_channels + in] = from[in * c.out_channels + out];
      }
    }
  }
}

}  // namespace

void conv2d(const Conv2d& conv, const float* x, const float* filter, float* y,
            const Epilogue& epilogue) {
  require_valid(conv);
  if (conv.batch * conv.out_h * conv.out_w * conv.out_channels == 0) return;
  ConvCall call = forward_call(conv, x, filter, y, epilogue);
  call.scratch = scratch(table().conv_scratch(call));
  table().conv2d(call);
}

// The gradient, its pixels a stride apart, convolved with the filter turned around.
void conv2d_input_gradient(const Conv2d& conv, const float* dy, const float* filter, float* dx,
                           const Epilogue& epilogue) {
  require_valid(conv);
  if (conv.batch * conv.in_h * conv.in_w * conv.in_channels == 0) return;
  Conv2d backward = conv;
  backward.stride_h = backward.stride_w = 1;
  backward.in_h = conv.out_h;
  backward.in_w = conv.out_w;
  backward.in_channels = conv.out_channels;
  backward.out_h = conv.in_h;
  backward.out_w = conv.in_w;
  backward.out_channels = conv.in_channels;
  backward.pad_top = conv.kernel_h - 1 - conv.pad_top;
  backward.pad_left = conv.kernel_w - 1 - conv.pad_left;
  ConvCall call = forward_call(backward, dy, nullptr, dx, epilogue);
  call.gap_h = size(conv.stride_h);
  call.gap_w = size(conv.stride_w);
  // Whole cache lines, so that what comes after the filter is aligned, too.
  const std::ptrdiff_t filter_floats =
      (call.kernel_h * call.kernel_w * call.in_channels * call.out_channels + 15) / 16 * 16;
  float* const turned = scratch(filter_floats + table().conv_scratch(call));
  turn_around(conv, filter, turned);
  call.filter = turned;
  call.scratch = turned + filter_floats;
  table().conv2d(call);
}

void conv2d_filter_gradient(const Conv2d& conv, const float* x, const float* dy, float* d_filter,
                            const Epilogue& epilogue) {
  require_valid(conv);
  if (conv.in_channels * conv.out_channels == 0) return;
  ConvCall call = forward_call(conv, x, dy, d_filter, epilogue);
  if (conv.out_h == 0 || conv.out_w == 0) call.batch = 0;
  call.of_filter = true;
  call.scratch = scratch(table().conv_scratch(call));
  table().conv2d_filter_gradient(call);
}

}  // namespace pipette::kernels
