// The three convolutions against their definition, in the promised order, under every set.
#include "kernels/conv.h"

#include "core/error.h"
#include "kernel_testing.h"

namespace pipette::kernels {
namespace {

std::int64_t x_size(const Conv2d& c) { return c.batch * c.in_h * c.in_w * c.in_channels; }
std::int64_t y_size(const Conv2d& c) { return c.batch * c.out_h * c.out_w * c.out_channels; }
std::int64_t filter_size(const Conv2d& c) {
  return c.kernel_h * c.kernel_w * c.in_channels * c.out_channels;
}

// Calls f(image, oy, ox, ky, kx, index of the pixel's first channel, or -1 in the padding).
template <class F>
void for_each_tap(const Conv2d& c, F f) {
  for (std::int64_t n = 0; n < c.batch; ++n) {
    for (std::int64_t oy = 0; oy < c.out_h; ++oy) {
      for (std::int64_t ox = 0; ox < c.out_w; ++ox) {
        for (std::int64_t ky = 0; ky < c.kernel_h; ++ky) {
          for (std::int64_t kx = 0; kx < c.kernel_w; ++kx) {
            const std::int64_t iy = oy * c.stride_h + ky - c.pad_top;
            const std::int64_t ix = ox * c.stride_w + kx - c.pad_left;
            const bool inside = iy >= 0 && iy < c.in_h && ix >= 0 && ix < c.in_w;
            const std::int64_t pixel = ((n * c.in_h + iy) * c.in_w + ix) * c.in_channels;
            f(((n * c.out_h + oy) * c.out_w + ox) * c.out_channels,
              (ky * c.kernel_w + kx) * c.in_channels * c.out_channels, inside ? pixel : -1);
          }
        }
      }
    }
  }
}

// f(output, x, filter) for every term of the convolution: all three sums are made of them, and each
// of their elements meets its terms in the promised order when outputs are walked in order.
template <class F>
void for_each_term(const Conv2d& c, F f) {
  for_each_tap(c, [&](std::int64_t y, std::int64_t filter, std::int64_t x) {
    if (x < 0) return;
    for (std::int64_t in = 0; in < c.in_channels; ++in) {
      for (std::int64_t out = 0; out < c.out_channels; ++out) {
        f(at(y + out), at(x + in), at(filter + in * c.out_channels + out));
      }
    }
  });
}

struct Expected {
  std::vector<float> y, dx, d_filter;
};

Expected reference(const Conv2d& c, const std::vector<float>& x, const std::vector<float>& filter,
                   const std::vector<float>& dy) {
  Expected e{std::vector<float>(at(y_size(c))), std::vector<float>(at(x_size(c))),
             std::vector<float>(at(filter_size(c)))};
  for_each_term(c, [&](std::size_t o, std::size_t i, std::size_t w) {
    e.y[o] = e.y[o] + x[i] * filter[w];
    e.dx[i] = e.dx[i] + dy[o] * filter[w];
    e.d_filter[w] = e.d_filter[w] + x[i] * dy[o];
  });
  return e;
}

std::vector<float> finished(const std::vector<float>& sums, const std::vector<float>& before,
                            const Epilogue& e, std::int64_t columns) {
  std::vector<float> result = before;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    float v = sums[i];
    if (e.bias != nullptr) v = v + e.bias[i % at(columns)];
    if (e.activation == Activation::relu && v < 0) v = 0;
    if (e.relu_mask != nullptr && !(e.relu_mask[i] > 0)) v = 0;
    if (e.store == Epilogue::Store::add) v = before[i] + v;
    if (e.store == Epilogue::Store::sgd) v = before[i] - e.learning_rate * v;
    result[i] = v;
  }
  return result;
}

std::string text(const Conv2d& c) {
  std::string s = "conv";
  for (const std::int64_t v :
       {c.batch, c.in_h, c.in_w, c.in_channels, c.kernel_h, c.kernel_w, c.out_h, c.out_w,
        c.out_channels, c.stride_h, c.stride_w, c.pad_top, c.pad_left}) {
    s += " " + std::to_string(v);
  }
  return s;
}

void check(const Conv2d& c) {
  const std::vector<float> x = random_floats(x_size(c), "x");
  const std::vector<float> filter = random_floats(filter_size(c), "filter");
  const std::vector<float> dy = random_floats(y_size(c), "dy");
  const std::vector<float> bias = random_floats(c.out_channels, "bias");
  const std::vector<float> mask = random_floats(x_size(c), "mask");
  const Expected sums = reference(c, x, filter, dy);
  const Epilogue bias_relu{.bias = bias.data(), .activation = Activation::relu};
  const Epilogue masked{.relu_mask = mask.data()};
  under_every_set([&] {
    for (const Epilogue::Store store :
         {Epilogue::Store::assign, Epilogue::Store::add, Epilogue::Store::sgd}) {
      const Epilogue update{.store = store, .learning_rate = 0.3f};
      const std::vector<float> start = random_floats(filter_size(c), "start");
      std::vector<float> w = start;
      conv2d_filter_gradient(c, x.data(), dy.data(), w.data(), update);
      expect_same_bits(finished(sums.d_filter, start, update, c.out_channels), w, text(c));
    }
    for (const Epilogue& epilogue : {Epilogue{}, bias_relu}) {
      std::vector<float> y(sums.y.size());
      conv2d(c, x.data(), filter.data(), y.data(), epilogue);
      expect_same_bits(finished(sums.y, y, epilogue, c.out_channels), y, text(c));
    }
    for (const Epilogue& epilogue : {Epilogue{}, masked}) {
      std::vector<float> dx(sums.dx.size());
      conv2d_input_gradient(c, dy.data(), filter.data(), dx.data(), epilogue);
      expect_same_bits(finished(sums.dx, dx, epilogue, c.in_channels), dx, text(c));
    }
  });
}

// Any window that fits, with padding on all sides, up to strides that leave pixels out.
Conv2d random_conv(RandomStream& random) {
  const auto pick = [&](std::uint32_t most) { return std::int64_t{1} + random.uniform_int(most); };
  Conv2d c;
  c.batch = pick(3);
  c.in_channels = random.uniform_int(3) == 0 ? 1 : pick(9);
  c.out_channels = random.uniform_int(3) == 0 ? 8 : pick(37);
  const auto axis = [&](std::int64_t& in, std::int64_t& kernel, std::int64_t& stride,
                        std::int64_t& padding, std::int64_t& out) {
    in = pick(13);
    kernel = pick(5);
    stride = pick(3);
    padding = random.uniform_int(static_cast<std::uint32_t>(kernel));
    // The last window begins inside of the image or, padded below, just within reach of it.
    const std::int64_t reach =
        in + padding + random.uniform_int(static_cast<std::uint32_t>(kernel));
    kernel = std::min(kernel, reach);
    padding = std::min(padding, kernel - 1);
    out = (reach - kernel) / stride + 1;
  };
  axis(c.in_h, c.kernel_h, c.stride_h, c.pad_top, c.out_h);
  axis(c.in_w, c.kernel_w, c.stride_w, c.pad_left, c.out_w);
  return c;
}

TEST(Conv2d, EqualsTheDefinitionForRandomShapesStridesAndPadding) {
  RandomStream random(5, "convolutions");
  for (int trial = 0; trial < 80; ++trial) {
    check(random_conv(random));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Conv2d, EqualsTheDefinitionForTheLayersOfSmallNetworks) {
  Conv2d c{.batch = 2,
           .in_h = 28,
           .in_w = 28,
           .in_channels = 1,
           .kernel_h = 3,
           .kernel_w = 3,
           .out_h = 28,
           .out_w = 28,
           .out_channels = 8,
           .pad_top = 1,
           .pad_left = 1};
  check(c);
  c.in_channels = 8;
  check(c);
  c.out_channels = 40;
  check(c);
  c.kernel_h = c.kernel_w = 1;
  c.pad_top = c.pad_left = 0;
  check(c);
}

TEST(Conv2d, EqualsTheDefinitionWithOneOutputChannel) {
  for (const std::int64_t width : {1, 5, 28, 70, 130}) {
    for (const std::int64_t in_channels : {1, 3, 8}) {
      check({.batch = 2,
             .in_h = 5,
             .in_w = width,
             .in_channels = in_channels,
             .kernel_h = 3,
             .kernel_w = 2,
             .out_h = 3,
             .out_w = width,
             .out_channels = 1,
             .stride_h = 2,
             .pad_top = 1,
             .pad_left = 1});
    }
  }
}

TEST(Conv2d, SumsOfNothingAreZerosAndNothingIsWrittenForNoOutputs) {
  const float x = 1;
  const float bias[2] = {3, 4};
  under_every_set([&] {
    float y[2] = {7, 7};
    conv2d({.in_channels = 0, .out_channels = 2}, &x, &x, y, {.bias = bias});
    EXPECT_EQ(y[0], 3.0f);
    EXPECT_EQ(y[1], 4.0f);
    conv2d_filter_gradient({.batch = 0, .out_channels = 2}, &x, &x, y);
    EXPECT_EQ(y[0], 0.0f);
    EXPECT_EQ(y[1], 0.0f);
    conv2d({.batch = 0}, nullptr, nullptr, nullptr);
    conv2d_input_gradient({.in_h = 0}, nullptr, nullptr, nullptr);
  });
}

TEST(Conv2d, RefusesImpossibleSizesByName) {
  const auto refused = [](const Conv2d& c, const char* name) {
    try {
      conv2d(c, nullptr, nullptr, nullptr);
      ADD_FAILURE() << name;
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
    EXPECT_THROW(conv2d_input_gradient(c, nullptr, nullptr, nullptr), InvalidArgument);
    EXPECT_THROW(conv2d_filter_gradient(c, nullptr, nullptr, nullptr), InvalidArgument);
  };
  refused({.batch = -1}, "batch");
  refused({.in_w = -2}, "in_w");
  refused({.kernel_h = 0}, "kernel_h");
  refused({.stride_w = 0}, "stride_w");
  refused({.pad_top = -1}, "pad_top");
  refused({.kernel_w = 3, .pad_left = 3}, "pad_left");
}

}  // namespace
}  // namespace pipette::kernels
