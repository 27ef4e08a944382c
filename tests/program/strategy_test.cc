#include "program/strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/ops.h"
#include "loops/loops.h"

namespace pipette {
namespace {

using testing::HasSubstr;

class StrategyTest : public testing::Test {
 protected:
  static Nest<Array> args(const Array& x) { return Nest<Array>::tuple({x}); }
  static float first(const Nest<Array>& result) { return result.leaf().data<float>()[0]; }

  Machine machine_;
  Strategy strategy_{machine_};
  Function twice_{"twice", [](const Nest<Tensor>& in) { return in[0].leaf() * 2.0; }};
};

TEST_F(StrategyTest, ARunIsOneEngineRunAndCompilesOnce) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(first(strategy_.run(twice_, args(Array::scalar(static_cast<float>(i))))),
              2.0f * static_cast<float>(i));
  }
  EXPECT_EQ(machine_.runs, 5);
  EXPECT_EQ(strategy_.num_compilations(), 1);
}

TEST_F(StrategyTest, NewShapesDtypesAndStructuresCompileAnew) {
  int traces = 0;
  const Function f("f", [&](const Nest<Tensor>& in) {
    ++traces;
    return in.flatten()[0] + 1.0;
  });
  const Array x = Array::filled<float>({2}, 1.0f);
  strategy_.run(f, args(x));
  strategy_.run(f, args(Array::filled<float>({3}, 1.0f)));
  strategy_.run(f, args(Array::filled<std::int32_t>({2}, 1)));
  strategy_.run(f, Nest<Array>::dict({{"x", x}}));
  strategy_.run(f, Nest<Array>(x));
  EXPECT_EQ(traces, 5);
  strategy_.run(f, args(x));
  EXPECT_EQ(traces, 5);
}

TEST_F(StrategyTest, ArgumentsAndResultsKeepTheirStructure) {
  const Function f("f", [](const Nest<Tensor>& in) {
    return Nest<Tensor>::dict({{"sum", in["a"].leaf() + in["b"][0].leaf()},
                               {"b", in["b"]},
                               {"flat", reshape(in["a"].leaf(), {2, 1})}});
  });
  const Nest<Array> result = strategy_.run(
      f, Nest<Array>::dict({{"b", Nest<Array>::tuple({Array::of<float>({2}, {1, 2})})},
                            {"a", Array::of<float>({2}, {10, 20})}}));
  EXPECT_EQ(result["sum"].leaf().data<float>()[1], 22);
  EXPECT_EQ(result["b"][0].leaf().data<float>()[0], 1);
  EXPECT_EQ(result["flat"].leaf().shape(),
            (Shape{2, 1}));  // the shape of the value, not its buffer
}

TEST_F(StrategyTest, DtypesTheDeviceLacksAreTypeErrors) {
  try {
    strategy_.run(twice_, args(Array::scalar(1.0)));
    FAIL();
  } catch (const TypeError& error) {
    EXPECT_THAT(error.what(), HasSubstr("float64"));
    EXPECT_THAT(error.what(), HasSubstr("float32"));
  }
  EXPECT_THROW(strategy_.run(twice_, args(Array::scalar(std::int64_t{1}))), TypeError);
  EXPECT_EQ(strategy_.num_compilations(), 0);
}

TEST_F(StrategyTest, ASlicedRunHasItsResultAtTheEnd) {
  const Function loop("loop", [](const Nest<Tensor>& in) {
    return loops::repeat(10, [](Tensor v) { return v + 1; }, {in[0].leaf()})[0];
  });
  EXPECT_THROW(strategy_.result(), FailedPrecondition);
  strategy_.start(loop, args(Array::scalar(0.0f)));
  EXPECT_TRUE(strategy_.running());
  EXPECT_THROW(strategy_.start(loop, args(Array::scalar(0.0f))), FailedPrecondition);
  EXPECT_THROW(strategy_.start(twice_, args(Array::scalar(0.0f))), FailedPrecondition);
  EXPECT_THROW(strategy_.result(), FailedPrecondition);
  while (!strategy_.advance(Budget::instructions(3))) {
    EXPECT_THROW(strategy_.result(), FailedPrecondition);
  }
  EXPECT_FALSE(strategy_.running());
  EXPECT_EQ(first(strategy_.result()), 10);
  EXPECT_TRUE(strategy_.advance(Budget::unlimited()));
  EXPECT_EQ(first(strategy_.result()), 10);
}

TEST_F(StrategyTest, AnAbandonedRunHasNoResult) {
  strategy_.run(twice_, args(Array::scalar(1.0f)));
  strategy_.start(twice_, args(Array::scalar(2.0f)));
  strategy_.advance(Budget::instructions(1));
  strategy_.abandon();
  EXPECT_FALSE(strategy_.running());
  EXPECT_TRUE(strategy_.advance(Budget::unlimited()));
  EXPECT_THROW(strategy_.result(), FailedPrecondition);
  EXPECT_EQ(first(strategy_.run(twice_, args(Array::scalar(3.0f)))), 6);
}

TEST_F(StrategyTest, AFailedRunHasNoResultAndTheNextOneWorks) {
  const Function divide("divide", [](const Nest<Tensor>& in) {
    return constant(Array::of<std::int32_t>({1}, {6})) / in[0].leaf();
  });
  const auto run = [&](std::int32_t x) {
    return strategy_.run(divide, args(Array::of<std::int32_t>({1}, {x})));
  };
  EXPECT_THROW(run(0), InvalidArgument);
  EXPECT_TRUE(strategy_.advance(Budget::unlimited()));
  EXPECT_THROW(strategy_.result(), FailedPrecondition);
  EXPECT_EQ(run(3).leaf().data<std::int32_t>()[0], 2);
}

TEST_F(StrategyTest, AnErrorWhileTracingLeavesTheStrategyUsable) {
  const Function bad("bad", [](const Nest<Tensor>& in) {
    return loops::repeat(
        2, [](Tensor v) -> Tensor { return v + constant(Array::zeros(DType::i32, {})); },
        {in[0].leaf()})[0];
  });
  EXPECT_THROW(strategy_.run(bad, args(Array::scalar(1.0f))), TypeError);
  EXPECT_THROW(Graph::current(), RuntimeError);  // no function is being traced any more
  EXPECT_EQ(first(strategy_.run(twice_, args(Array::scalar(1.0f)))), 2);
}

// Functions are told apart by more than their address.
TEST_F(StrategyTest, TemporaryFunctionsAreNotMistakenForOneAnother) {
  for (int i = 1; i <= 4; ++i) {
    const float result = first(strategy_.run(
        Function("temporary", [i](const Nest<Tensor>& in) { return in[0].leaf() * i; }),
        args(Array::scalar(10.0f))));
    EXPECT_EQ(result, 10.0f * static_cast<float>(i));
  }
  const Function copy = twice_;
  strategy_.run(twice_, args(Array::scalar(1.0f)));
  const int compiled = strategy_.num_compilations();
  strategy_.run(copy, args(Array::scalar(1.0f)));
  EXPECT_EQ(strategy_.num_compilations(), compiled);
}

TEST_F(StrategyTest, FunctionsMayReturnNothingAndTakeNothing) {
  Variable v("v", Array::scalar(1.0f));
  const Function f("f", [&] { assign(v, read(v) + 1.0); });
  EXPECT_TRUE(strategy_.run(f).empty());
  EXPECT_EQ(v.value().item<float>(), 2);
  const Function nothing("nothing", [] {});
  EXPECT_TRUE(strategy_.run(nothing).empty());
  EXPECT_TRUE(strategy_.result().empty());
}

TEST_F(StrategyTest, AnArgumentMayComeBackUnchanged) {
  const Function f("identity", [](const Nest<Tensor>& in) { return in; });
  const Array x = Array::of<float>({2}, {1, 2});
  const Nest<Array> result = strategy_.run(f, args(x));
  EXPECT_EQ(result[0].leaf().data<float>()[1], 2);
  x.data<float>()[1] = 9;
  EXPECT_EQ(result[0].leaf().data<float>()[1], 2);  // a copy
}

}  // namespace
}  // namespace pipette
