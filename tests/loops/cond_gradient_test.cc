// Gradients through branches: against finite differences, and as traced by hand.
#include "graph/gradient_fixture.h"
#include "loops/cond.h"
#include "loops/loops.h"

namespace pipette {
namespace {

using loops::cond;

Tensor above(const Tensor& x, double limit) {
  return compare(kernels::Comparison::greater, reduce_sum(x), constant(static_cast<float>(limit)));
}

std::vector<Case> cond_cases() {
  std::vector<Case> all;
  for (const double limit : {-100.0, 100.0}) {  // always, never
    all.push_back({"one result",
                   [=](const Values& in) {
                     return cond(
                         above(in[0], limit), [&] { return square(in[0]) * in[1]; },
                         [&] { return sigmoid(in[0] + in[1]); })[0];
                   },
                   {{3, 4}, {4}}});
    all.push_back({"two results, and what a branch does not use",
                   [=](const Values& in) {
                     const Values y = cond(
                         above(in[0], limit),
                         [&] {
                           return Values{in[0] * 3.0, exp(in[1])};
                         },
                         [&] {
                           return Values{in[0], matmul(in[0], in[2])};
                         });
                     return y[0] * y[1] + in[2];
                   },
                   {{3, 3}, {3, 3}, {3, 3}}});
    all.push_back({"nested, and used again outside",
                   [=](const Values& in) {
                     const Tensor x = tanh(in[0]);
                     const auto inner = [&] {
                       const Tensor y = x * in[1];
                       return cond(
                                  above(x, -limit), [&] { return y * y; },
                                  [&] { return exp(y) * in[1]; })[0] +
                              y;
                     };
                     return cond(above(in[0], limit), inner, inner)[0] * x;
                   },
                   {{2, 3}, {2, 3}}});
  }
  return all;
}

TEST(CondGradient, AgreesWithFiniteDifferences) {
  RandomStream random(11, "cond");
  for (const Case& each : cond_cases()) {
    SCOPED_TRACE(each.name);
    std::vector<Array> arguments;
    for (const Shape& shape : each.shapes) {
      arguments.push_back(random_array(shape, random, arguments.size() % 2 == 1, false));
    }
    check_gradient(each.body, arguments, random);
  }
}

TEST(CondGradient, OfVariablesThatOneBranchReadsIsZeroInTheOther) {
  const Variable v("v", Array::scalar(3.0f)), w("w", Array::scalar(5.0f));
  RunFunction f([&](const Values& in) {
    const GradientTape tape;
    const Tensor y = cond(
        above(in[0], 0), [&] { return square(read(v)) * read(w); },
        [&] { return read(w) * in[0]; })[0];
    return tape.gradient(y + read(w), {v, w});
  });
  const auto yes = f({Array::scalar(1.0f)});
  EXPECT_EQ(yes[0].item<float>(), 30);
  EXPECT_EQ(yes[1].item<float>(), 10);
  const auto no = f({Array::scalar(-7.0f)});
  EXPECT_EQ(no[0].item<float>(), 0);
  EXPECT_EQ(no[1].item<float>(), -6);
}

TEST(CondGradient, MayBeTakenInsideOfABranch) {
  const Variable v("v", Array::scalar(3.0f));
  RunFunction f([&](const Values& in) {
    return cond(
        above(in[0], 0),
        [&] {
          const GradientTape tape;
          return tape.gradient(square(read(v)) * in[0], {v});
        },
        [&] { return Values{in[0]}; });
  });
  EXPECT_EQ(f({Array::scalar(2.0f)})[0].item<float>(), 12);
  EXPECT_EQ(f({Array::scalar(-2.0f)})[0].item<float>(), -2);
}

// d2/dx2 of x^3, or of x^2.
TEST(CondGradient, MayBeTakenTwice) {
  RunFunction f([&](const Values& in) {
    const Tensor y = cond(
        above(in[0], 0), [&] { return in[0] * square(in[0]); }, [&] { return square(in[0]); })[0];
    return gradients(gradients(y, {in[0]})[0], {in[0]});
  });
  EXPECT_EQ(f({Array::scalar(2.0f)})[0].item<float>(), 12);
  EXPECT_EQ(f({Array::scalar(-2.0f)})[0].item<float>(), 2);
}

// What the forward branch made is read, not made again: a mask that depends on a counter is one.
TEST(CondGradient, UsesWhatTheBranchMade) {
  Variable counter("counter", Array::scalar(std::int32_t{0}));
  const Array x = Array::filled<float>({1000}, 1.0f);
  RunFunction f([&](const Values& in) {
    const Tensor y = cond(
        above(in[0], 0), [&] { return dropout(in[0], 0.5, 7, count_up(counter)); },
        [&] { return in[0]; })[0];
    return Values{y, gradients(y, in)[0]};
  });
  for (int i = 0; i < 2; ++i) {
    const auto out = f({x});
    for (std::size_t k = 0; k < out[0].size(); ++k) {
      ASSERT_EQ(out[0].data<float>()[k], out[1].data<float>()[k]);
    }
  }
  EXPECT_EQ(counter.value().item<std::int32_t>(), 2);
}

TEST(CondGradient, StopsAtLoopsInABranch) {
  const auto through_loop = [](const Values& in) {
    const Tensor y = cond(
        above(in[0], 0),
        [&] { return loops::repeat(2, [](Tensor x) { return x * x; }, {in[0]})[0]; },
        [&] { return in[0]; })[0];
    return gradients(y, in);
  };
  EXPECT_THROW(run_function(through_loop, {Array::scalar(2.0f)}), Unimplemented);
}

}  // namespace
}  // namespace pipette
