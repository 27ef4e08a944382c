#include "keras/layers.h"

#include <algorithm>
#include <cmath>

#include "graph/ops.h"
#include "keras/keras_fixture.h"
#include "run_function.h"

namespace pipette::keras {
namespace {

using pipette::testing_support::run_function;
using testing_support::expect_error;
using testing_support::floats;

Array random_array(const Shape& shape) {
  RandomStream random(5, "layers");
  Array values(ArraySpec{DType::f32, shape});
  for (float& v : values.span<float>()) v = random.uniform(-1, 1);
  return values;
}

Array run(const Model& model, const Array& x) {
  return run_function(
      [&](const std::vector<Tensor>& in) { return std::vector<Tensor>{model(in[0])}; }, {x})[0];
}

// The only layer of a model, built for x, and what it makes of x.
struct Applied {
  Applied(LayerPtr made, const Array& x) : layer(std::move(made)), model({layer}) {
    model.build(x.shape());
    y = run(model, x);
  }
  LayerPtr layer;
  Sequential model;
  Array y;
};

TEST(Layers, DenseIsASumOfProducts) {
  for (const Shape& shape : {Shape{3, 7}, Shape{2, 4, 7}}) {
    const Array x = random_array(shape);
    const Applied applied(dense(5, tanh, "d"), x);
    const std::vector<float> kernel = floats(applied.layer->variables()[0].value());
    ASSERT_EQ(applied.y.shape()[-1], 5);
    ASSERT_EQ(applied.y.shape().rank(), shape.rank());
    const std::vector<float> in = floats(x), out = floats(applied.y);
    for (std::size_t i = 0; i < out.size(); ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < 7; ++k) {
        sum += static_cast<double>(in[i / 5 * 7 + k]) * static_cast<double>(kernel[k * 5 + i % 5]);
      }
      EXPECT_NEAR(out[i], std::tanh(sum), 1e-6);
    }
  }
}

TEST(Layers, DenseStartsAsMnistNetworkDoes) {
  const Applied applied(dense(5), random_array({3, 7}));
  EXPECT_EQ(applied.layer->name(), "dense");
  const float limit = std::sqrt(6.0f / 12.0f);
  RandomStream random(1, "dense/kernel");
  for (const float w : floats(applied.layer->variables()[0].value())) {
    EXPECT_EQ(w, random.uniform(-limit, limit));
  }
  EXPECT_EQ(floats(applied.layer->variables()[1].value()), std::vector<float>(5, 0.0f));
  EXPECT_EQ(applied.layer->count_params(), 40);
}

TEST(Layers, ShapesChangeAndElementsStay) {
  const Array x = random_array({2, 3, 4});
  const Applied flat(flatten(), x), shaped(reshape({6, Shape::kUnknown}), x);
  EXPECT_EQ(flat.y.shape(), (Shape{2, 12}));
  EXPECT_EQ(shaped.y.shape(), (Shape{2, 6, 2}));
  EXPECT_EQ(floats(flat.y), floats(x));
  EXPECT_EQ(floats(shaped.y), floats(x));
  EXPECT_EQ(flatten()->output_shape({Shape::kUnknown, 5, 2}), (Shape{Shape::kUnknown, 10}));
}

// A naive convolution: the window of an output pixel begins at the pixel times the stride, less
// the padding before the image.
std::vector<float> naive_conv(const Array& x, const Array& filter, std::int64_t stride,
                              std::int64_t before, std::int64_t outputs) {
  const std::int64_t size = x.shape()[1], in = x.shape()[3], window = filter.shape()[0],
                     out = filter.shape()[3];
  std::vector<float> y;
  for (std::int64_t n = 0; n < x.shape()[0]; ++n) {
    for (std::int64_t at = 0; at < outputs * outputs * out; ++at) {
      const std::int64_t oy = at / out / outputs, ox = at / out % outputs, o = at % out;
      double sum = 0;
      for (std::int64_t k = 0; k < window * window * in; ++k) {
        const std::int64_t ky = k / in / window, kx = k / in % window, c = k % in;
        const std::int64_t iy = oy * stride + ky - before, ix = ox * stride + kx - before;
        if (iy < 0 || ix < 0 || iy >= size || ix >= size) continue;
        sum += static_cast<double>(x.data<float>()[((n * size + iy) * size + ix) * in + c]) *
               static_cast<double>(filter.data<float>()[k * out + o]);
      }
      y.push_back(static_cast<float>(std::max(0.0, sum)));
    }
  }
  return y;
}

TEST(Layers, Conv2dIsAConvolution) {
  struct Case {
    Padding padding;
    std::int64_t stride, before, outputs;
  };
  const Array x = random_array({2, 7, 7, 3});
  for (const Case& c : {Case{Padding::valid, 1, 0, 5}, Case{Padding::same, 1, 1, 7},
                        Case{Padding::valid, 2, 0, 3}, Case{Padding::same, 2, 1, 4}}) {
    const Applied applied(
        conv2d(4, {3, 3}, relu, "", {.strides = {c.stride, c.stride}, .padding = c.padding}), x);
    EXPECT_EQ(applied.layer->name(), "conv2d");
    EXPECT_EQ(applied.y.shape(), (Shape{2, c.outputs, c.outputs, 4}));
    const Array filter = applied.layer->variables()[0].value();
    EXPECT_EQ(filter.shape(), (Shape{3, 3, 3, 4}));
    const std::vector<float> wanted = naive_conv(x, filter, c.stride, c.before, c.outputs);
    const std::vector<float> got = floats(applied.y);
    ASSERT_EQ(got.size(), wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-5);
  }
}

TEST(Layers, MaxPooling2dTakesTheLargest) {
  const Array x = random_array({2, 5, 5, 3});
  const Applied applied(max_pooling2d(), x);
  EXPECT_EQ(applied.layer->name(), "max_pooling2d");
  ASSERT_EQ(applied.y.shape(), (Shape{2, 2, 2, 3}));
  for (std::int64_t i = 0; i < 24; ++i) {
    const std::int64_t n = i / 12, oy = i / 6 % 2, ox = i / 3 % 2, c = i % 3;
    float largest = -2;
    for (std::int64_t k = 0; k < 4; ++k) {
      const std::int64_t pixel = (n * 5 + 2 * oy + k / 2) * 5 + 2 * ox + k % 2;
      largest = std::max(largest, x.data<float>()[pixel * 3 + c]);
    }
    EXPECT_EQ(applied.y.data<float>()[i], largest);
  }
  EXPECT_EQ(
      Applied(max_pooling2d({3, 3}, "", {.strides = Window{1, 1}, .padding = Padding::same}), x)
          .y.shape(),
      x.shape());
}

// Every replica and mini-batch has a mask of its own, the same in a pipeline; none when evaluating.
TEST(Layers, DropoutDropsAndScalesWhileFitting) {
  const auto zeros = [](const std::vector<float>& values) {
    return std::count(values.begin(), values.end(), 0.0f);
  };
  const auto run_twice = [&](int num_ipus, const std::vector<StageNumber>& stages) {
    testing_support::System system(num_ipus);
    OutfeedQueue seen;
    struct Show : Layer {
      explicit Show(OutfeedQueue& queue) : Layer("Show"), outfeed(queue) {}
      Tensor call(const Tensor& x, const CallContext& context) override {
        if (context.training) outfeed.enqueue(x);
        return x;
      }
      OutfeedQueue& outfeed;
    };
    Sequential model(
        {flatten(), dense(24), dropout(0.25), std::make_shared<Show>(seen), dense(5, softmax)},
        {.strategy = &system.strategy});
    if (!stages.empty()) {
      model.set_pipeline_stage_assignment(stages);
      model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
    } else {
      model.set_gradient_accumulation_options({.gradient_accumulation_steps_per_replica = 4});
    }
    model.compile({.optimizer = sgd({.learning_rate = 0}),
                   .loss = "sparse_categorical_crossentropy",
                   .steps_per_execution = 4});
    const Dataset same = testing_support::labelled(4, 4).repeat();
    model.fit(same, {.epochs = 2, .steps_per_epoch = 4 * (stages.empty() ? num_ipus : 1)});
    EXPECT_EQ(model.count_params(), 24 * 24 + 24 + 24 * 5 + 5);
    return floats(seen.dequeue().leaf());
  };
  const std::vector<float> one = run_twice(1, {});
  ASSERT_EQ(one.size(), 8u * 96);
  EXPECT_NEAR(static_cast<double>(zeros(one)), 0.25 * 8 * 96, 4 * std::sqrt(8 * 96 * 0.1875));
  const std::vector<float> first(one.begin(), one.begin() + 96);
  for (std::size_t k = 1; k < 8; ++k) {
    const std::vector<float> other(one.begin() + static_cast<std::ptrdiff_t>(96 * k),
                                   one.begin() + static_cast<std::ptrdiff_t>(96 * (k + 1)));
    EXPECT_NE(other, first);
    for (std::size_t i = 0; i < 96; ++i) {  // the same values, where both are kept
      EXPECT_TRUE(first[i] == 0 || other[i] == 0 || first[i] == other[i]);
    }
  }
  EXPECT_EQ(run_twice(2, {0, 0, 1, 1, 1}), one);
  const std::vector<float> two = run_twice(2, {});  // [mini-batches, replicas, ...]
  EXPECT_EQ(std::vector<float>(two.begin(), two.begin() + 96), first);
  EXPECT_NE(std::vector<float>(two.begin() + 96, two.begin() + 192), first);
}

TEST(Layers, ErrorsNameTheLayer) {
  expect_error<ValueError>("units must be at least 1", [] { dense(0); });
  expect_error<ValueError>("filters must be at least 1", [] { conv2d(0, {3, 3}); });
  expect_error<ValueError>("the rate must be at least 0 and below 1", [] { dropout(1); });
  expect_error<ValueError>("pool_size must be at least 1", [] { max_pooling2d({0, 2}); });
  expect_error<ValueError>("strides must be at least 1", [] {
    conv2d(1, {3, 3}, linear, "", {.strides = {1, 0}});
  });
  const auto build = [](const LayerPtr& layer, const Shape& shape) {
    Sequential model({layer});
    model.build(shape);
  };
  expect_error<ValueError>("Layer \"top\" (Dense) needs inputs",
                           [&] { build(dense(3, linear, "top"), {4}); });
  expect_error<ValueError>("(Reshape) cannot give inputs [?, 12] the shape [5, ?]", [&] {
    build(reshape({5, Shape::kUnknown}), {Shape::kUnknown, 12});
  });
  expect_error<ValueError>("(Conv2D) needs images", [&] { build(conv2d(1, {3, 3}), {2, 9}); });
  expect_error<ValueError>("does not fit into 2 pixels", [&] {
    build(conv2d(1, {3, 3}), {2, 2, 5, 1});
  });
  expect_error<ValueError>("at least 2 inputs", [&] { build(add(), {2, 3}); });
}

TEST(Layers, NamesAreFormedAsInKeras) {
  EXPECT_EQ(snake_case("Dense"), "dense");
  EXPECT_EQ(snake_case("MaxPooling2D"), "max_pooling2d");
  EXPECT_EQ(snake_case("Conv2D"), "conv2d");
  EXPECT_EQ(snake_case("MaybeOutfeed"), "maybe_outfeed");
}

}  // namespace
}  // namespace pipette::keras
