#include "loops/loops_fixture.h"

namespace pipette {
namespace {

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
