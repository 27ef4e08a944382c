#include "kernels/pool.h"

#include <algorithm>

#include "core/error.h"

namespace pipette::kernels {
namespace {

// Pixels [begin, end) of one window along one axis.
struct Span {
  std::int64_t begin, end;
};
Span covered(std::int64_t output, std::int64_t stride, std::int64_t padding, std::int64_t window,
             std::int64_t size) {
  const std::int64_t begin = output * stride - padding;
  return {std::max<std::int64_t>(begin, 0), std::min(begin + window, size)};
}

bool wins(float candidate, float best) {
  return candidate > best || (candidate != candidate && best == best);
}

// Calls f(first element of the output, index of the window's first pixel, rows, columns).
template <class F>
void for_each_window(const Pool2d& p, F f) {
  for (std::int64_t n = 0; n < p.batch; ++n) {
    for (std::int64_t oy = 0; oy < p.out_h; ++oy) {
      const Span rows = covered(oy, p.stride_h, p.pad_top, p.pool_h, p.in_h);
      for (std::int64_t ox = 0; ox < p.out_w; ++ox) {
        const Span columns = covered(ox, p.stride_w, p.pad_left, p.pool_w, p.in_w);
        if (rows.begin >= rows.end || columns.begin >= columns.end) {
          throw InvalidArgument("pool2d: a window lies outside of the image");
        }
        f(((n * p.out_h + oy) * p.out_w + ox) * p.channels,
          ((n * p.in_h + rows.begin) * p.in_w + columns.begin) * p.channels, rows.end - rows.begin,
          columns.end - columns.begin);
      }
    }
  }
}

}  // namespace

void avg_pool2d(const Pool2d& p, const float* x, float* y) {
  for_each_window(
      p, [&](std::int64_t out, std::int64_t first, std::int64_t rows, std::int64_t columns) {
        float* sum = y + out;
        std::fill_n(sum, p.channels, 0.0f);
        for (std::int64_t row = 0; row < rows; ++row) {
          for (std::int64_t column = 0; column < columns; ++column) {
            const float* pixel = x + first + (row * p.in_w + column) * p.channels;
            for (std::int64_t c = 0; c < p.channels; ++c) sum[c] += pixel[c];
          }
        }
        const auto count = static_cast<float>(rows * columns);
        for (std::int64_t c = 0; c < p.channels; ++c) sum[c] /= count;
      });
}

void avg_pool2d_gradient(const Pool2d& p, const float* dy, float* dx) {
  std::fill_n(dx, p.batch * p.in_h * p.in_w * p.channels, 0.0f);
  for_each_window(
      p, [&](std::int64_t out, std::int64_t first, std::int64_t rows, std::int64_t columns) {
        const auto count = static_cast<float>(rows * columns);
        for (std::int64_t row = 0; row < rows; ++row) {
          for (std::int64_t column = 0; column < columns; ++column) {
            float* pixel = dx + first + (row * p.in_w + column) * p.channels;
            for (std::int64_t c = 0; c < p.channels; ++c) pixel[c] += dy[out + c] / count;
          }
        }
      });
}

void max_pool2d(const Pool2d& p, const float* x, float* y) {
  for_each_window(
      p, [&](std::int64_t out, std::int64_t first, std::int64_t rows, std::int64_t columns) {
        float* best = y + out;
        std::copy_n(x + first, p.channels, best);
        for (std::int64_t row = 0; row < rows; ++row) {
          for (std::int64_t column = 0; column < columns; ++column) {
            const float* pixel = x + first + (row * p.in_w + column) * p.channels;
            for (std::int64_t c = 0; c < p.channels; ++c) {
              best[c] = wins(pixel[c], best[c]) ? pixel[c] : best[c];
            }
          }
        }
      });
}

void max_pool2d_gradient(const Pool2d& p, const float* x, const float* dy, float* dx) {
  std::fill_n(dx, p.batch * p.in_h * p.in_w * p.channels, 0.0f);
  for_each_window(
      p, [&](std::int64_t out, std::int64_t first, std::int64_t rows, std::int64_t columns) {
        for (std::int64_t c = 0; c < p.channels; ++c) {
          std::int64_t winner = first + c;
          for (std::int64_t row = 0; row < rows; ++row) {
            for (std::int64_t column = 0; column < columns; ++column) {
              const std::int64_t pixel = first + (row * p.in_w + column) * p.channels + c;
              if (wins(x[pixel], x[winner])) winner = pixel;
            }
          }
          dx[winner] += dy[out + c];
        }
      });
}

}  // namespace pipette::kernels
