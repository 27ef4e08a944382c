#include "loops/loops_fixture.h"

namespace pipette {
namespace {

TEST(WhileLoop, StopsWhenTheConditionIsFalse) {
  for (const float limit : {-1.0f, 0.0f, 1.0f, 6.0f}) {
    const auto out = run_function(
        [](const Values& in) {
          return while_loop([&](Tensor i) { return i < in[1]; }, [](Tensor i) { return i + 1; },
                            {in[0]});
        },
        {f32(0), f32(limit)});
    EXPECT_THAT(scalars(out), ElementsAre(std::max(0.0f, limit)));
  }
}

TEST(WhileLoop, RunsAtMostMaximumIterations) {
  for (const std::int64_t maximum : {-1, 0, 3, 100}) {
    const auto out = run_function(
        [=](const Values& in) {
          return while_loop([](Tensor i) { return i < 10.0; }, [](Tensor i) { return i + 1; },
                            {in[0]}, nullptr, maximum);
        },
        {f32(0)});
    const auto expected =
        static_cast<float>(maximum < 0 ? 10 : std::min<std::int64_t>(10, maximum));
    EXPECT_THAT(scalars(out), ElementsAre(expected));
  }
}

TEST(WhileLoop, TheConditionMayReadAVariableThatTheBodyWrites) {
  Variable go_on("go_on", Array::scalar(true));
  RunFunction f([&](const Values& in) {
    return while_loop([&](Tensor) { return read(go_on); },
                      [&](Tensor i) {
                        const Tensor next = i + 1;
                        assign(go_on, next < 4.0);
                        return next;
                      },
                      {in[0]});
  });
  EXPECT_THAT(scalars(f({f32(0)})), ElementsAre(4));
  EXPECT_THAT(scalars(f({f32(0)})), ElementsAre(0));  // the variable says so
}

TEST(WhileLoop, TheConditionMayBeACarriedValue) {
  const auto out = run_function(
      [](const Values& in) {
        return while_loop([](Tensor flag, Tensor) { return flag; },
                          [](Tensor, Tensor i) {
                            const Tensor next = i + 1;
                            return Values{next < 3.0, next};
                          },
                          {in[0] < 1.0, in[0]});
      },
      {f32(0)});
  EXPECT_THAT(scalars(out), ElementsAre(0, 3));
}

TEST(WhileLoop, Errors) {
  const auto body = [](Tensor a) { return a; };
  expect_error<ValueError>(
      [&](const Values& in) { return while_loop([](Tensor a) { return a; }, body, {in[0]}); },
      "one bool scalar");
  expect_error<ValueError>(
      [&](const Values& in) {
        return while_loop([](Tensor a) { return broadcast_to(a, {2}) < 1.0; }, body, {in[0]});
      },
      "one bool scalar");
  expect_error<TypeError>(
      [&](const Values& in) {
        return while_loop([](Tensor a, Tensor b) { return a < b; }, body, {in[0]});
      },
      "the loop condition takes 2");
  expect_error<InvalidArgument>(
      [&](const Values& in) {
        return while_loop([](Tensor a) { return a < 1.0; }, body, {in[0]}, nullptr, -2);
      },
      "maximum_iterations");
}

// ---- with an infeed ----

}  // namespace
}  // namespace pipette
