// Maximum pooling against its definition, and who gets the gradient of equal pixels.
#include "kernels/pool.h"

#include <limits>
#include <optional>

#include "core/error.h"
#include "kernel_testing.h"

namespace pipette::kernels {
namespace {

// Element of x that wins output (n, oy, ox, c): a naive search in the order of rows.
std::int64_t winner(const Pool2d& p, const std::vector<float>& x, std::int64_t n, std::int64_t oy,
                    std::int64_t ox, std::int64_t c) {
  std::optional<std::int64_t> best;
  for (std::int64_t iy = oy * p.stride_h - p.pad_top; iy < oy * p.stride_h - p.pad_top + p.pool_h;
       ++iy) {
    for (std::int64_t ix = ox * p.stride_w - p.pad_left;
         ix < ox * p.stride_w - p.pad_left + p.pool_w; ++ix) {
      if (iy < 0 || iy >= p.in_h || ix < 0 || ix >= p.in_w) continue;
      const std::int64_t i = ((n * p.in_h + iy) * p.in_w + ix) * p.channels + c;
      const float v = x[at(i)];
      if (!best || v > x[at(*best)] || (std::isnan(v) && !std::isnan(x[at(*best)]))) best = i;
    }
  }
  return best.value();
}

void check(const Pool2d& p, const std::vector<float>& x) {
  const std::int64_t outputs = p.batch * p.out_h * p.out_w * p.channels;
  const std::vector<float> dy = random_floats(outputs, "dy");
  std::vector<float> expected(at(outputs)), expected_dx(x.size());
  std::size_t o = 0;
  for (std::int64_t n = 0; n < p.batch; ++n) {
    for (std::int64_t oy = 0; oy < p.out_h; ++oy) {
      for (std::int64_t ox = 0; ox < p.out_w; ++ox) {
        for (std::int64_t c = 0; c < p.channels; ++c, ++o) {
          const std::size_t i = at(winner(p, x, n, oy, ox, c));
          expected[o] = x[i];
          expected_dx[i] += dy[o];
        }
      }
    }
  }
  std::vector<float> y(at(outputs)), dx(x.size(), 9.0f);
  max_pool2d(p, x.data(), y.data());
  max_pool2d_gradient(p, x.data(), dy.data(), dx.data());
  expect_same_bits(expected, y, "y");
  expect_same_bits(expected_dx, dx, "dx");
}

// Few different values, so that many are equal; now and then a NaN.
TEST(MaxPool, EqualsTheDefinitionForRandomWindowsWithManyEqualPixels) {
  RandomStream random(9, "pools");
  const auto pick = [&](std::uint32_t most) { return std::int64_t{1} + random.uniform_int(most); };
  for (int trial = 0; trial < 60; ++trial) {
    Pool2d p;
    p.batch = pick(2);
    p.channels = pick(9);
    const auto axis = [&](std::int64_t& in, std::int64_t& pool, std::int64_t& stride,
                          std::int64_t& padding, std::int64_t& out) {
      in = pick(9);
      pool = pick(4);
      stride = pick(3);
      padding = random.uniform_int(static_cast<std::uint32_t>(pool));
      out = (in - 1 + padding) / stride + 1;  // windows that begin in reach of the image
    };
    axis(p.in_h, p.pool_h, p.stride_h, p.pad_top, p.out_h);
    axis(p.in_w, p.pool_w, p.stride_w, p.pad_left, p.out_w);
    std::vector<float> x(at(p.batch * p.in_h * p.in_w * p.channels));
    for (float& v : x) v = static_cast<float>(random.uniform_int(4));
    if (trial % 4 == 0) x[random.uniform_int(static_cast<std::uint32_t>(x.size()))] = NAN;
    check(p, x);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(MaxPool, TheFirstOfEqualPixelsGetsTheGradientAndPaddingNeverWins) {
  const Pool2d p{.in_h = 2,
                 .in_w = 2,
                 .pool_h = 3,
                 .pool_w = 3,
                 .out_h = 1,
                 .out_w = 1,
                 .pad_top = 1,
                 .pad_left = 1};
  const float lowest = -std::numeric_limits<float>::infinity();
  const float x[] = {lowest, -2, -2, -3};
  const float dy = 5;
  float y = 0, dx[4];
  max_pool2d(p, x, &y);
  max_pool2d_gradient(p, x, &dy, dx);
  EXPECT_EQ(y, -2);
  EXPECT_EQ(std::vector<float>(dx, dx + 4), (std::vector<float>{0, 5, 0, 0}));
}

TEST(MaxPool, AWindowOutsideOfTheImageIsRefused) {
  const float x = 1;
  float y[2];
  EXPECT_THROW(max_pool2d({.out_h = 2}, &x, y), InvalidArgument);
  EXPECT_THROW(max_pool2d_gradient({.out_w = 2}, &x, y, y), InvalidArgument);
}

}  // namespace
}  // namespace pipette::kernels
