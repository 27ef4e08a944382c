// Gradients of the operators on images against finite differences.
#include "graph/gradient_fixture.h"

namespace pipette {
namespace {

Array random_image(const Shape& shape, RandomStream& random) {
  return random_array(shape, random, random.uniform_int(2) == 1, false);
}

TEST(GradientOfImages, ConvolutionsOfRandomShapesStridesAndPadding) {
  RandomStream random(3, "convolutions");
  const auto pick = [&](std::uint32_t most) { return std::int64_t{1} + random.uniform_int(most); };
  for (int trial = 0; trial < 12; ++trial) {
    const WindowOptions options{{pick(3), pick(3)},
                                trial % 2 == 0 ? Padding::same : Padding::valid};
    const Shape filter{pick(3), pick(4), pick(3), pick(3)};
    const bool valid = options.padding == Padding::valid;
    const Shape x{pick(2), pick(4) + (valid ? filter[0] - 1 : 0),
                  pick(4) + (valid ? filter[1] - 1 : 0), filter[2]};
    SCOPED_TRACE(x.to_string() + " * " + filter.to_string());
    check_gradient([&](const Values& in) { return conv2d(in[0], in[1], options); },
                   {random_image(x, random), random_image(filter, random)}, random);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(GradientOfImages, ConvolutionsInANetwork) {
  RandomStream random(4, "network");
  const auto network = [](const Values& in) {
    const WindowOptions same{{1, 1}, Padding::same};
    const Tensor first = unary(UnaryOp::tanh, conv2d(in[0], in[1], same) + in[2]);
    const Tensor second = unary(UnaryOp::tanh, conv2d(first, in[3], {{2, 1}, Padding::same}));
    return matmul(flatten(second), in[4]);
  };
  std::vector<Array> arguments;
  for (const Shape& shape :
       {Shape{2, 4, 3, 1}, Shape{3, 3, 1, 2}, Shape{2}, Shape{3, 2, 2, 3}, Shape{18, 2}}) {
    arguments.push_back(random_image(shape, random));
  }
  check_gradient(network, arguments, random);
}

// Pixels of random_image may be equal, where the maximum has a kink: these are all different.
TEST(GradientOfImages, MaximaAndMeansOfWindows) {
  RandomStream random(6, "pools");
  const auto pick = [&](std::uint32_t most) { return std::int64_t{1} + random.uniform_int(most); };
  for (int trial = 0; trial < 12; ++trial) {
    const Window pool{pick(3), pick(3)};
    const WindowOptions options{{pick(3), pick(3)},
                                trial % 2 == 0 ? Padding::same : Padding::valid};
    Array x(ArraySpec{DType::f32, {pick(2), pick(3) + 2, pick(3) + 2, pick(2)}});
    const auto count = static_cast<std::uint32_t>(x.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      x.data<float>()[i] =
          0.1f * static_cast<float>(i * 79 % 1009 % 97) + 0.001f * static_cast<float>(i);
    }
    check_gradient([&](const Values& in) { return square(max_pool2d(in[0], pool, options)); }, {x},
                   random, 1e-2);
    check_gradient([&](const Values& in) { return square(avg_pool2d(in[0], pool, options)); }, {x},
                   random, 1e-2);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(GradientOfImages, DropoutUsesTheMaskOfItsForwardPass) {
  RandomStream random(8, "dropout");
  const auto body = [](const Values& in) {
    const Tensor step = constant(Array::scalar(std::int32_t{5}));
    return square(dropout(in[0], 0.4, 3, step));
  };
  check_gradient(body, {random_image({5, 7}, random)}, random);
}

}  // namespace
}  // namespace pipette
