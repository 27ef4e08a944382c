// What the published cases leave open: errors, trip counts, variables and captured values in loops.
#include "loops/loops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "feeds/outfeed_queue.h"
#include "graph/ops.h"
#include "run_function.h"

namespace pipette {
namespace {

using loops::LoopArguments;
using loops::LoopResults;
using loops::repeat;
using loops::while_loop;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;

Array f32(float x) { return Array::scalar(x); }
Array i32(std::int32_t x) { return Array::scalar(x); }

std::vector<float> scalars(const std::vector<Array>& arrays) {
  std::vector<float> values;
  for (const Array& array : arrays) values.push_back(array.cast(DType::f32).item<float>());
  return values;
}

template <class E>
void expect_error(const RunFunction::Body& body, const std::string& part) {
  try {
    run_function(body, {f32(1), f32(2)});
    ADD_FAILURE() << "nothing was thrown: " << part;
  } catch (const E& error) {
    EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

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

Dataset counting(std::int64_t n) {
  return Dataset::range(n).map([](const Element& e) { return Element(e.leaf().cast(DType::f32)); });
}

TEST(LoopInfeed, ADictInsideATupleIsOneArgument) {
  InfeedQueue infeed = iter(counting(10).map([](const Element& e) {
    return Element::tuple({e.leaf(), Element::dict({{"y", e.leaf()}})});
  }));
  const auto out = run_function(
      [&](const Values& in) {
        return repeat(
            3,
            [](const LoopArguments& args) {
              EXPECT_EQ(args.positional.size(), 3u);
              EXPECT_TRUE(args.named.empty());
              EXPECT_THROW(args[2], TypeError);  // a structure, not a tensor
              return args[0] + args[1] * args.positional[2]["y"].leaf();
            },
            {in[0]}, &infeed);
      },
      {f32(0)});
  EXPECT_THAT(scalars(out), ElementsAre(0 + 1 + 4));
}

TEST(LoopInfeed, ADictWithAKeyThatIsNotAStringIsOneArgument) {
  InfeedQueue infeed = iter(counting(10).map([](const Element& e) {
    return Element::dict({{"x", e.leaf()}, {3, e.leaf()}});
  }));
  run_function([&](const Values&) {
    repeat(
        1,
        [](const LoopArguments& args) {
          EXPECT_EQ(args.positional.size(), 1u);
          EXPECT_TRUE(args.positional[0].is_dict());
        },
        {}, &infeed);
    return Values{};
  });
  EXPECT_EQ(infeed.elements_read(), 1);
}

TEST(LoopInfeed, TwoLoopsOfOneProgramShareThePosition) {
  InfeedQueue infeed = iter(counting(10));
  const auto add = [](Tensor v, Tensor x) { return v + x; };
  const auto out = run_function(
      [&](const Values& in) {
        const Tensor a = repeat(3, add, {in[0]}, &infeed)[0];
        return Values{a, repeat(2, add, {in[0]}, &infeed)[0]};
      },
      {f32(0)});
  EXPECT_THAT(scalars(out), ElementsAre(0 + 1 + 2, 3 + 4));
}

TEST(LoopInfeed, RunningUninitialisedOrPastTheEndIsAnError) {
  InfeedQueue infeed(counting(3));
  OutfeedQueue outfeed;
  RunFunction f([&](const Values&) {
    repeat(
        2, [&](Tensor x) { return outfeed.enqueue(x); }, {}, &infeed);
    return Values{};
  });
  EXPECT_THROW(f(), FailedPrecondition);
  infeed.initialize();
  f();
  EXPECT_THROW(f(), OutOfRange);
  EXPECT_EQ(outfeed.dequeue().leaf().size(), 3u);  // what came before the end
  infeed.initialize();
  f();
  EXPECT_EQ(outfeed.dequeue().leaf().size(), 2u);
}

TEST(LoopInfeed, TypesTheDeviceLacksFailWhenRun) {
  InfeedQueue infeed = iter(Dataset::range(3));
  RunFunction f([&](const Values& in) {
    return repeat(
        2, [&](Tensor v, Tensor x) { return v + cast(x, DType::f32); }, {in[0]}, &infeed);
  });
  EXPECT_THROW(f({f32(0)}), FailedPrecondition);
}

// An outfeed in mode LAST is unlocked when its run ends badly.
TEST(LoopOutfeed, AnErrorUnlocksTheQueue) {
  InfeedQueue infeed = iter(counting(3));
  OutfeedQueue last({.mode = OutfeedMode::last});
  RunFunction f([&](const Values&) {
    repeat(
        5, [&](Tensor x) { return last.enqueue(x); }, {}, &infeed);
    return Values{};
  });
  EXPECT_THROW(f(), OutOfRange);
  EXPECT_EQ(last.dequeue().leaf().item<float>(), 2);
}

TEST(LoopOutfeed, RunsConcatenateAndLastKeepsTheLastRuns) {
  OutfeedQueue all;
  OutfeedQueue last({.mode = OutfeedMode::last});
  Variable v("v", f32(0));
  RunFunction f([&](const Values&) {
    repeat(10, [&] {
      const Tensor next = read(v) + 1;
      assign(v, next);
      all.enqueue(next);
      last.enqueue(next);
    });
    return Values{};
  });
  for (int run = 0; run < 100; ++run) f();
  const Array losses = all.dequeue().leaf();
  ASSERT_EQ(losses.shape(), (Shape{1000}));
  for (std::size_t i = 0; i < 1000; ++i)
    ASSERT_EQ(losses.data<float>()[i], static_cast<float>(i + 1));
  EXPECT_EQ(last.dequeue().leaf().item<float>(), 1000);
}

}  // namespace
}  // namespace pipette
