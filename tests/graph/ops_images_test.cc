// Shapes, dtypes and errors of the operators on images, while tracing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "graph/ops_fixture.h"

namespace pipette {
namespace {

class OpsImages : public OpsFixture {};

// Against the definition: "same" gives ceil(size / stride) outputs, and the least padding that its
// windows need, the odd pixel at the end; "valid" as many windows as fit.
TEST(Window, FollowsTensorFlowsRule) {
  for (std::int64_t size = 0; size < 12; ++size) {
    for (std::int64_t window = 1; window < 7; ++window) {
      for (std::int64_t stride = 1; stride < 6; ++stride) {
        SCOPED_TRACE(testing::Message() << size << " " << window << " " << stride);
        const WindowAxis valid = window_axis(size, window, stride, Padding::valid);
        std::int64_t fit = 0;
        while (fit * stride + window <= size) ++fit;
        EXPECT_EQ(valid.outputs, fit);
        EXPECT_EQ(valid.before, 0);
        const WindowAxis same = window_axis(size, window, stride, Padding::same);
        std::int64_t outputs = 0;
        while (outputs * stride < size) ++outputs;
        EXPECT_EQ(same.outputs, outputs);
        std::int64_t padding = 0;
        while (outputs > 0 && size + padding < (outputs - 1) * stride + window) ++padding;
        EXPECT_EQ(same.before, padding / 2);
      }
    }
  }
  EXPECT_EQ(window_axis(5, 3, INT64_MAX, Padding::same).outputs, 1);
  EXPECT_EQ(window_axis(5, INT64_MAX, 1, Padding::valid).outputs, 0);
}

TEST_F(OpsImages, ConvolutionShapes) {
  const Tensor x = t({32, 28, 28, 1});
  EXPECT_EQ(conv2d(x, t({3, 3, 1, 8}), {.padding = Padding::same}).shape(), (Shape{32, 28, 28, 8}));
  EXPECT_EQ(conv2d(x, t({3, 5, 1, 2})).shape(), (Shape{32, 26, 24, 2}));
  EXPECT_EQ(conv2d(x, t({2, 2, 1, 4}), {{2, 3}, Padding::same}).shape(), (Shape{32, 14, 10, 4}));
  EXPECT_EQ(conv2d(t({1, 2, 2, 3}, DType::f16), t({1, 1, 3, 3}, DType::f16)).dtype(), DType::f16);
}

TEST_F(OpsImages, ConvolutionErrorsNameTheOperatorAndTheShapes) {
  const Tensor x = t({2, 5, 4, 3});
  expect<InvalidArgument>(
      [&] {
        conv2d(t({5, 4, 3}), t({1, 1, 3, 1}));
      },
      "conv2d: the images must have shape [batch, height, width, channels], "
      "not [5, 4, 3]");
  expect<InvalidArgument>([&] { conv2d(x, t({3, 3, 3})); }, "[height, width, in, out]");
  expect<InvalidArgument>(
      [&] {
        conv2d(x, t({3, 3, 1, 8}));
      },
      "conv2d: images [2, 5, 4, 3] have 3 channels, but the filter "
      "[3, 3, 1, 8] takes 1");
  expect<InvalidArgument>(
      [&] {
        conv2d(x, t({3, 5, 3, 8}));
      },
      "a window of 5 does not fit into the width of [2, 5, 4, 3]");
  expect<InvalidArgument>([&] { conv2d(x, t({0, 1, 3, 8})); }, "window's height must be at least");
  expect<InvalidArgument>(
      [&] {
        conv2d(x, t({1, 1, 3, 8}), {.strides = {1, 0}});
      },
      "stride along the width must be at least 1, but it is 0");
  expect<InvalidArgument>(
      [&] {
        conv2d(x, t({1, 1, 3, 8}), {.strides = {INT64_MIN, 1}});
      },
      "stride along the height");
  expect<TypeError>([&] { conv2d(x, t({1, 1, 3, 8}, DType::f16)); }, "float32 and float16");
  expect<TypeError>([&] { conv2d(t({1, 1, 1, 1}, DType::u8), x); }, "images has uint8");
}

TEST_F(OpsImages, GradientsOfAConvolutionCheckWhatTheyAreGiven) {
  const WindowOptions options;
  expect<InvalidArgument>(
      [&] {
        conv2d_input_gradient(t({1, 2, 2, 1}), t({3, 3, 1, 1}), {1, 5, 5, 1}, options);
      },
      "conv2d_input_gradient: images [1, 5, 5, 1] and filter [3, 3, 1, 1] give [1, 3, 3, 1], but "
      "the gradient has shape [1, 2, 2, 1]");
  expect<InvalidArgument>(
      [&] {
        conv2d_input_gradient(t({1, 3, 3, 1}), t({3, 3, 1, 1}), {5, 5}, options);
      },
      "four axes");
  expect<InvalidArgument>(
      [&] {
        conv2d_filter_gradient(t({1, 5, 5, 1}), t({1, 3, 3, 2}), {3, 3, 1, 1}, options);
      },
      "conv2d_filter_gradient");
  expect<TypeError>(
      [&] {
        conv2d_filter_gradient(t({1, 5, 5, 1}), t({1, 3, 3, 1}, DType::f16), {3, 3, 1, 1}, options);
      },
      "float16");
}

TEST_F(OpsImages, PoolingShapesAndErrors) {
  const Tensor x = t({2, 5, 4, 3});
  EXPECT_EQ(max_pool2d(x, {2, 2}, {{2, 2}, Padding::valid}).shape(), (Shape{2, 2, 2, 3}));
  EXPECT_EQ(max_pool2d(x, {2, 2}, {{2, 2}, Padding::same}).shape(), (Shape{2, 3, 2, 3}));
  expect<InvalidArgument>([&] { max_pool2d(t({5, 4}), {2, 2}, {}); }, "max_pool2d: the images");
  expect<InvalidArgument>(
      [&] {
        max_pool2d(x, {6, 1}, {});
      },
      "max_pool2d: a window of 6 does not fit into the height of [2, 5, 4, 3]");
  expect<InvalidArgument>([&] { max_pool2d(x, {2, -1}, {}); }, "the window's width");
  expect<InvalidArgument>([&] { max_pool2d(x, {2, 2}, {.strides = {0, 1}}); }, "stride");
  expect<TypeError>([&] { max_pool2d(t({1, 2, 2, 1}, DType::i32), {2, 2}, {}); }, "int32");
  expect<InvalidArgument>(
      [&] {
        max_pool2d_gradient(x, x, {2, 2}, {});
      },
      "give [2, 4, 3, 3], but the gradient has shape [2, 5, 4, 3]");
}

TEST_F(OpsImages, DropoutErrors) {
  const Tensor x = t({2, 3});
  const Tensor step = t({}, DType::i32);
  EXPECT_EQ(dropout(x, 0.5, 1, step).shape(), (Shape{2, 3}));
  for (const double rate : {-0.1, 1.0, 7.0, std::nan("")}) {
    expect<InvalidArgument>([&] { dropout(x, rate, 1, step); }, "dropout: the rate must be");
  }
  expect<InvalidArgument>([&] { dropout(x, 0.5, 1, t({1}, DType::i32)); }, "int32 [1]");
  expect<InvalidArgument>([&] { dropout(x, 0.5, 1, t({})); }, "float32 []");
  expect<TypeError>([&] { dropout(step, 0.5, 1, step); }, "floating");
  const Variable wide("wide", Array::zeros(DType::i32, {2}));
  expect<InvalidArgument>([&] { count_up(wide); }, "\"wide\" must be an int32 scalar");
}

}  // namespace
}  // namespace pipette
