// Operators on images as programs: f16 is computed in float and rounded once.
#include <gtest/gtest.h>

#include "core/random.h"
#include "graph/gradient.h"
#include "graph/ops.h"
#include "run_function.h"

namespace pipette {
namespace {

using testing_support::run_function;
using Values = std::vector<Tensor>;

Array random_half(const Shape& shape, const char* name) {
  RandomStream random(2, name);
  Array array({DType::f32, shape});
  for (float& x : array.span<float>()) x = random.uniform(-1, 1);
  return array.cast(DType::f16);
}

// All operators on images, of operands of one dtype.
std::vector<Array> results(const std::vector<Array>& operands) {
  return run_function(
      [](const Values& in) {
        const WindowOptions options{{2, 1}, Padding::same};
        const Tensor step = constant(Array::scalar(std::int32_t{4}));
        return Values{conv2d(in[0], in[1], options),
                      conv2d_input_gradient(in[2], in[1], in[0].shape(), options),
                      conv2d_filter_gradient(in[0], in[2], in[1].shape(), options),
                      max_pool2d(in[0], {2, 2}, options), dropout(in[0], 0.5, 1, step)};
      },
      operands);
}

TEST(LoweringImages, HalvesAreWidenedAndRoundedOnce) {
  const std::vector<Array> halves{random_half({2, 5, 4, 3}, "x"), random_half({3, 3, 3, 2}, "w"),
                                  random_half({2, 3, 4, 2}, "dy")};
  std::vector<Array> floats;
  for (const Array& half : halves) floats.push_back(half.cast(DType::f32));
  const std::vector<Array> expected = results(floats);
  const std::vector<Array> actual = results(halves);
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_EQ(actual[i].dtype(), DType::f16);
    const Array rounded = expected[i].cast(DType::f16);
    for (std::size_t e = 0; e < rounded.size(); ++e) {
      EXPECT_EQ(static_cast<float>(actual[i].data<Half>()[e]),
                static_cast<float>(rounded.data<Half>()[e]))
          << i << " at " << e;
    }
  }
}

TEST(LoweringImages, TheModelledDevicePaysForConvolutions) {
  const auto flops_of = [](std::int64_t batch, bool backward) {
    testing_support::RunFunction f([backward](const Values& in) {
      if (!backward) return Values{conv2d(in[0], in[1])};
      return gradients(reduce_sum(square(conv2d(in[0], in[1]))), in);
    });
    const Executable& program = f.compiled(
        {Array::zeros(DType::f32, {batch, 28, 28, 8}), Array::zeros(DType::f32, {3, 3, 8, 8})});
    std::int64_t flops = 0;
    for (const Instruction& i : program.root.children) {
      if (i.name.find("conv2d") != std::string::npos) flops += i.cost().flops;
    }
    return flops;
  };
  const std::int64_t macs = 26 * 26 * 9 * 8 * 8;
  EXPECT_EQ(flops_of(1, false), 2 * macs);
  EXPECT_EQ(flops_of(32, false), 2 * 32 * macs);
  // The input's gradient is a convolution over all of its pixels.
  EXPECT_EQ(flops_of(1, true), 2 * (2 * macs + 28 * 28 * 9 * 8 * 8));
}

}  // namespace
}  // namespace pipette
