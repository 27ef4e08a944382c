#include "graph/gradient_fixture.h"

namespace pipette {
namespace {

TEST(Gradient, EveryOperatorAgreesWithFiniteDifferences) {
  RandomStream random(11, "gradients");
  for (const Case& c : cases()) {
    for (int round = 0; round < 2; ++round) {
      std::vector<Array> arguments;
      std::string shapes;
      for (const Shape& shape : c.shapes) {
        arguments.push_back(random_array(shape, random, arguments.size() % 2 == 1, c.positive));
        shapes += " " + shape.to_string();
      }
      SCOPED_TRACE(c.name + shapes);
      check_gradient(c.body, arguments, random);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// Smooth random expressions over a pool in which every value may be used again.
Tensor random_expression(RandomStream random, const Values& arguments) {
  Values pool = arguments;
  const auto pick = [&] {
    return pool[random.uniform_int(static_cast<std::uint32_t>(pool.size()))];
  };
  const auto like = [&](const Shape& shape) {
    const Tensor x = pick();
    if (x.shape().num_elements() == shape.num_elements()) return reshape(x, shape);
    return broadcast_to(reduce_mean(x), shape);
  };
  const auto tanh = [](const Tensor& x) { return unary(UnaryOp::tanh, x); };
  for (int i = 0; i < 10; ++i) {
    const Tensor x = pick();
    switch (random.uniform_int(11)) {
      case 0:
        pool.push_back(tanh(x));
        break;
      case 1:
        pool.push_back(unary(UnaryOp::sigmoid, x));
        break;
      case 2:
        pool.push_back(x + like(x.shape()));
        break;
      case 3:
        pool.push_back(tanh(x * like({})));
        break;
      case 4:
        pool.push_back(x / (square(like(x.shape())) + 1.0));
        break;
      case 5: {
        const Tensor a = like({3, 4});
        const Tensor b = like({4, 2});
        pool.push_back(tanh(matmul(a, b) + like({2})));
        break;
      }
      case 6: {
        const Tensor a = like({4, 3});
        const Tensor b = like({4, 2});
        pool.push_back(tanh(matmul(a, b, true)));
        break;
      }
      case 7:
        pool.push_back(softmax(like({3, 2})));
        break;
      case 8:
        pool.push_back(x.shape().rank() == 2 ? transpose(x) : exp(tanh(x)));
        break;
      case 9:
        pool.push_back(x.shape().rank() > 0 ? reduce_mean(x, {0}) : square(tanh(x)));
        break;
      default: {
        const Tensor logits = like({3, 2});
        pool.push_back(sparse_softmax_cross_entropy_with_logits(labels_for(logits), logits));
      }
    }
  }
  Tensor sum = reduce_mean(pool.back());
  for (int i = 0; i < 3; ++i) sum = sum + reduce_mean(pick());
  return sum;
}

TEST(Gradient, RandomExpressionsWithSharedValuesAgreeWithFiniteDifferences) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomStream random(seed, "arguments");
    const std::vector<Array> arguments = {random_array({3, 4}, random, false, false),
                                          random_array({4, 2}, random, true, false),
                                          random_array({}, random, false, false)};
    check_gradient(
        [&](const Values& in) { return random_expression(RandomStream(seed, "ops"), in); },
        arguments, random, 6e-3);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace pipette
