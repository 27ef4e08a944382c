// Values and gradients of the operators that tests/adding adds.
#include "graph/gradient_fixture.h"

namespace pipette {
namespace {

using testing::ElementsAre;

std::vector<float> values(const Body& body, const Array& x) {
  const Array y = run_function([&](const Values& in) { return Values{body(in)}; }, {x})[0];
  return {y.span<float>().begin(), y.span<float>().end()};
}

Tensor cubed(const Values& in) { return unary(UnaryOp::cube, in[0]); }
Tensor reversed(const Values& in) { return reverse(in[0]); }

TEST(AddedOperator, OnElements) {
  const Array x = Array::of<float>({2, 2}, {1, -2, 3, 0.5f});
  EXPECT_THAT(values(cubed, x), ElementsAre(1, -8, 27, 0.125f));
  RandomStream random(3, "cube");
  check_gradient(cubed, {random_array({3, 5}, random, false, false)}, random);
}

TEST(AddedOperator, WithAKernelOfItsOwn) {
  const Array x = Array::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(values(reversed, x), ElementsAre(3, 2, 1, 6, 5, 4));
  RandomStream random(3, "reverse");
  check_gradient(reversed, {random_array({3, 5}, random, false, false)}, random);
}

}  // namespace
}  // namespace pipette
