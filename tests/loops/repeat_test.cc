#include "loops/loops_fixture.h"

namespace pipette {
namespace {

TEST(Repeat, ZeroIterationsGiveTheInitialValues) {
  const auto out = run_function(
      [](const Values& in) { return repeat(0, [](Tensor v) { return v + 1; }, {in[0]}); },
      {f32(5)});
  EXPECT_THAT(scalars(out), ElementsAre(5));
}

TEST(Repeat, TheCountMayBeATensorFixedForTheRun) {
  Variable count("count", i32(3));
  RunFunction f([&](const Values& in) {
    return repeat(read(count),
                  [&](Tensor v) {
                    assign(count, constant(i32(100)));  // too late for this loop
                    return v + 1;
                  },
                  {in[0]});
  });
  EXPECT_THAT(scalars(f({f32(0)})), ElementsAre(3));
  for (const std::int32_t n : {0, 1, 7, -4}) {
    count.assign(i32(n));
    EXPECT_THAT(scalars(f({f32(0)})), ElementsAre(std::max(n, 0))) << n;
  }
}

TEST(Repeat, SwappedValuesAreSwapped) {
  for (const int n : {0, 1, 2, 5}) {
    const auto out = run_function(
        [n](const Values& in) {
          return repeat(n,
                        [](Tensor a, Tensor b, Tensor c) {
                          return Values{b, c, a};
                        },
                        {in[0], in[1], in[2]});
        },
        {f32(0), f32(1), f32(2)});
    std::vector<float> expected;
    for (int i = 0; i < 3; ++i) expected.push_back(static_cast<float>((i + n) % 3));
    EXPECT_EQ(scalars(out), expected) << n;
  }
}

TEST(Repeat, FibonacciNeedsBothOldValues) {
  const auto out = run_function(
      [](const Values& in) {
        return repeat(20, [](Tensor a, Tensor b) { return Values{b, a + b}; }, {in[0], in[1]});
      },
      {f32(0), f32(1)});
  EXPECT_THAT(scalars(out), ElementsAre(6765, 10946));
}

TEST(Repeat, TheSameValueMayBeCarriedTwice) {
  const auto out = run_function(
      [](const Values& in) {
        return repeat(3, [](Tensor a, Tensor b) { return Values{a + 1, b * 2.0}; }, {in[0], in[0]});
      },
      {f32(1)});
  EXPECT_THAT(scalars(out), ElementsAre(4, 8));
}

TEST(Repeat, ValuesOfTheFunctionAroundDoNotChange) {
  Variable v("v", f32(1));
  const auto out = run_function(
      [&](const Values& in) {
        const Tensor before = read(v);  // 1, also after the loop has changed the variable
        Values sums = repeat(4,
                             [&](Tensor sum) {
                               assign(v, read(v) * 10.0);
                               return sum + before + in[1];
                             },
                             {in[0]});
        sums.push_back(before);
        sums.push_back(read(v));
        return sums;
      },
      {f32(0), f32(100)});
  EXPECT_THAT(scalars(out), ElementsAre(404, 1, 10000));
}

TEST(Repeat, AVariableReadInTheBodyBeforeItIsAssignedHasThisIterationsValue) {
  Variable v("v", f32(0));
  const auto out = run_function(
      [&](const Values& in) {
        return repeat(5,
                      [&](Tensor sum, Tensor) {
                        const Tensor old = read(v);
                        assign(v, old + 1);
                        return Values{sum + old, old};
                      },
                      {in[0], in[0]});
      },
      {f32(0)});
  EXPECT_THAT(scalars(out), ElementsAre(0 + 1 + 2 + 3 + 4, 4));
  EXPECT_EQ(v.value().item<float>(), 5);
}

TEST(Repeat, NestedLoopsMultiply) {
  const auto out = run_function(
      [](const Values& in) {
        return repeat(3,
                      [&](Tensor outer) {
                        return repeat(4,
                                      [&](Tensor middle) {
                                        return repeat(5, [](Tensor x) { return x + 1; }, {middle});
                                      },
                                      {outer});
                      },
                      {in[0]});
      },
      {f32(0)});
  EXPECT_THAT(scalars(out), ElementsAre(60));
}

TEST(Repeat, ALoopOfOperationsCarriesNothing) {
  OutfeedQueue outfeed;
  const auto out =
      run_function([&](const Values&) { return repeat(3, [&] { return outfeed.enqueue(2.0f); }); });
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(outfeed.pending(), 3);
}

TEST(Repeat, ErrorsOfTheBody) {
  expect_error<TypeError>(
      [](const Values& in) { return repeat(2, [](Tensor a, Tensor b) { return a + b; }, {in[0]}); },
      "takes 2 arguments, but 1");
  expect_error<TypeError>([](const Values& in) { return repeat(2, [] {}, {in[0]}); },
                          "takes 0 arguments, but 1");
  expect_error<TypeError>(
      [](const Values& in) {
        return repeat(2, [](Tensor a) { return cast(a, DType::f16); }, {in[0]});
      },
      "float32 and leaves the body as float16");
  expect_error<InvalidArgument>(
      [](const Values& in) {
        return repeat(2, [](Tensor a) { return broadcast_to(a, {2}); }, {in[0]});
      },
      "leaves the body with [2]");
  expect_error<ValueError>(
      [](const Values& in) {
        return repeat(2, [](Tensor a) { return Values{a, a}; }, {in[0]});
      },
      "returns 2 values, but 1");
  expect_error<ValueError>(
      [](const Values& in) {
        OutfeedQueue outfeed;
        return repeat(2, [&](Tensor a) { return LoopResults{outfeed.enqueue(a), a}; }, {in[0]});
      },
      "zero or more Tensor values followed by zero or more Operations");
  expect_error<TypeError>(
      [](const Values& in) {
        return repeat(2, [](const LoopArguments& args) { return args["x"]; }, {in[0]});
      },
      "no argument named \"x\"");
  expect_error<TypeError>(
      [](const Values& in) {
        return repeat(2, [](const LoopArguments& args) { return args[1]; }, {in[0]});
      },
      "argument 2, but gets 1");
}

TEST(Repeat, ErrorsOfTheCount) {
  expect_error<InvalidArgument>(
      [](const Values& in) { return repeat(-1, [](Tensor a) { return a; }, {in[0]}); },
      "nearest valid value is 0");
  expect_error<TypeError>(
      [](const Values& in) { return repeat(in[1], [](Tensor a) { return a; }, {in[0]}); },
      "int32 scalar");
}

TEST(Repeat, AValueOfAnEndedBodyCannotBeUsedOutside) {
  expect_error<InvalidArgument>(
      [](const Values& in) {
        std::optional<Tensor> leaked;
        repeat(2,
               [&](Tensor a) {
                 leaked = a + 1;
                 return a;
               },
               {in[0]});
        return Values{*leaked + 1};
      },
      "has ended");
  // Nor as the result of another loop.
  expect_error<InvalidArgument>(
      [](const Values& in) {
        std::optional<Tensor> leaked;
        return repeat(2,
                      [&](Tensor a) {
                        repeat(2, [&](Tensor b) { return *(leaked = b + 1); }, {a});
                        return *leaked;
                      },
                      {in[0]});
      },
      "has ended");
}

}  // namespace
}  // namespace pipette
