#include "training/gradient_accumulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/ops.h"
#include "loops/loops.h"
#include "message_of.h"
#include "oracle.h"
#include "run_function.h"
#include "training/cast_gradients.h"
#include "training/map_gradient.h"

namespace pipette {
namespace {

using testing_support::run_function;
using testing_support::RunFunction;
using Values = std::vector<Tensor>;

template <class E>
void expect_error(const RunFunction::Body& body, const std::string& part) {
  try {
    run_function(body);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const E& e) {
    EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

// x += the accumulated ones, in the last of every `num_mini_batches` iterations; y += 1 in each.
RunFunction::Body stateful(const Variable& x, const Variable& y, std::int64_t num_mini_batches,
                           std::int64_t iterations = 10) {
  return [=](const Values&) {
    loops::repeat(iterations, [&] {
      const Tensor one = fill({1}, x.spec(), 1.0f);
      assign(x, Tensor(x) + stateful_gradient_accumulate(one, num_mini_batches));
      assign(y, Tensor(y) + one);
    });
    return Values{};
  };
}

TEST(Oracle, stateful_ga) {
  PIPETTE_ORACLE_CASE(stateful_ga);
  const auto& inputs = oracle["inputs"];
  const Array start = Array::of<float>({1}, {inputs["y"][0].get<float>()});
  const Variable x("x", start), y("y", start);
  run_function(stateful(x, y, inputs["num_mini_batches"], inputs["loop"]));
  EXPECT_EQ(x.value().data<float>()[0], oracle["expected"]["x"][0].get<float>());
  EXPECT_EQ(y.value().data<float>()[0], oracle["expected"]["y"][0].get<float>());
}

TEST(Oracle, stateful_ga_indivisible) {
  PIPETTE_ORACLE_CASE(stateful_ga_indivisible);
  const auto& inputs = oracle["inputs"];
  const Variable x("x", Array::of<float>({1}, {10})), y("y", Array::of<float>({1}, {10}));
  ASSERT_EQ(oracle["expected"]["error"], "FailedPreconditionError");
  expect_error<FailedPrecondition>(stateful(x, y, inputs["num_mini_batches"], inputs["loop"]),
                                   oracle["expected"]["message_contains"]);
}

TEST(GradientAccumulation, AnIndivisibleLoopNamesTheNearestCounts) {
  const Variable x("x", Array::of<float>({1}, {10})), y("y", Array::of<float>({1}, {10}));
  expect_error<FailedPrecondition>(stateful(x, y, 4),
                                   "The number of iterations must be a multiple; the nearest are "
                                   "8 and 12");
  expect_error<FailedPrecondition>(stateful(x, y, 20), "the nearest are 20");
}

// As the training guide has it: gradients are cast back to the dtype of their variables.
class CastGradientsSgd : public Sgd {
 public:
  using Sgd::Sgd;
  Operation apply_gradients(const GradientsAndVariables& gradients_and_variables) override {
    GradientsAndVariables cast_back;
    for (const auto& [gradient, variable] : gradients_and_variables) {
      received = gradient.dtype();
      cast_back.emplace_back(cast(gradient, variable.dtype()), variable);
    }
    return Sgd::apply_gradients(cast_back);
  }
  DType received = DType::i32;
};

// The largest half, eight times; in halves the sum is infinite.
TEST(Oracle, ga_dtype_fp32) {
  PIPETTE_ORACLE_CASE(ga_dtype_fp32);
  ASSERT_EQ(oracle["inputs"]["grad"], "fp16 max 65504 x 8 mini-batches");
  constexpr float kMax = 65504;
  for (const auto& [name, value] : oracle["expected"].items()) {
    const Reduction reduction = parse_reduction_method(name);
    const float expected = value.get<float>();
    const Variable w("w", Array::scalar(Half(1.0f)));
    const auto inner = std::make_shared<CastGradientsSgd>(0.0f);
    GradientAccumulationOptimizerV2 optimizer(inner, 8,
                                              {.dtype = DType::f32, .reduction_method = reduction});
    run_function([&](const Values&) {
      loops::repeat(
          8, [&] { optimizer.minimize(Tensor(w) * constant(Array::scalar(Half(kMax))), {w}); });
      return Values{};
    });
    EXPECT_EQ(inner->received, DType::f32);
    EXPECT_FLOAT_EQ(optimizer.accumulator(w)->value().item<float>(), expected);
  }
}

TEST(GradientAccumulation, AWideGradientNeedsACast) {
  const Variable w("w", Array::scalar(Half(1.0f)));
  const auto step = [&](const AccumulationDType& dtype) {
    return [=](const Values&) {
      GradientAccumulationOptimizerV2 optimizer(std::make_shared<Sgd>(0.5f), 2, {.dtype = dtype});
      loops::repeat(2, [&] { optimizer.minimize(Tensor(w) * 2.0, {w}); });
      return Values{};
    };
  };
  expect_error<TypeError>(step(DType::f32), "has dtype float16, the value has float32");
  expect_error<TypeError>(step(DType::i32), "float32 and float16 can be accumulated");
  run_function(step([](const Variable& v) { return v.dtype(); }));
  EXPECT_EQ(static_cast<float>(w.value().item<Half>()), 1.0f - 0.5f * 4.0f);
  run_function([&](const Values&) {
    const auto casting = std::make_shared<CastGradients>(std::make_shared<Sgd>(0.5f));
    GradientAccumulationOptimizerV2 optimizer(casting, 2, {.dtype = DType::f32});
    loops::repeat(2, [&] { optimizer.minimize(Tensor(w) * 2.0, {w}); });
    return Values{};
  });
  EXPECT_EQ(static_cast<float>(w.value().item<Half>()), 1.0f - 2 * 0.5f * 4.0f);
}

// Gradients that differ from mini-batch to mini-batch and depend on the weights: every update
// equals one step with the gradients reduced by hand.
void expect_equals_reduction_by_hand(const std::function<std::shared_ptr<Optimizer>()>& make,
                                     Reduction reduction) {
  constexpr int kMiniBatches = 4, kUpdates = 3;
  const Variable w("w", Array::of<float>({2}, {1, -2}));
  const Variable by_hand("w", Array::of<float>({2}, {1, -2}));
  const Variable t("t", Array::scalar(0.0f));
  const auto inner = make();
  GradientAccumulationOptimizerV2 optimizer(inner, kMiniBatches, {.reduction_method = reduction});
  const auto loss = [](const Tensor& weights, const Tensor& time) {
    return reduce_sum(square(weights * time - 1.0));
  };
  run_function([&](const Values&) {
    loops::repeat(kMiniBatches * kUpdates, [&] {
      const Tensor now = t;
      assign(t, now + 0.25);
      optimizer.minimize(loss(w, now), {w});
    });
    return Values{};
  });
  const auto reference = make();
  RunFunction gradient([&](const Values& in) {
    return Values{reference->compute_gradients(loss(by_hand, in[0]), {by_hand})[0].first};
  });
  RunFunction apply([&](const Values& in) {
    reference->apply_gradients({{in[0], by_hand}});
    return Values{};
  });
  float time = 0;
  for (int update = 0; update < kUpdates; ++update) {
    Array reduced = Array::zeros(DType::f32, {2});
    for (int k = 0; k < kMiniBatches; ++k, time += 0.25f) {
      const Array g = gradient({Array::scalar(time)})[0];
      kernels::accumulate(DType::f32, reduced.bytes(), g.bytes(), 2, reduction, k, kMiniBatches);
    }
    apply({reduced});
  }
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(w.value().data<float>()[i], by_hand.value().data<float>()[i]);
    EXPECT_NE(w.value().data<float>()[i], i == 0 ? 1.0f : -2.0f);
  }
}

TEST(GradientAccumulation, EqualsReductionByHand) {
  for (const Reduction reduction : {Reduction::sum, Reduction::mean, Reduction::running_mean}) {
    expect_equals_reduction_by_hand([] { return std::make_shared<Sgd>(0.02f); }, reduction);
    expect_equals_reduction_by_hand([] { return std::make_shared<Momentum>(0.02f, 0.5f); },
                                    reduction);
    expect_equals_reduction_by_hand([] { return std::make_shared<Rmsprop>(0.02f); }, reduction);
    expect_equals_reduction_by_hand([] { return std::make_shared<Adam>(0.02f); }, reduction);
  }
}

TEST(GradientAccumulation, AdamCountsUpdatesNotMiniBatches) {
  const Variable w("w", Array::scalar(1.0f));
  const auto adam = std::make_shared<Adam>(0.1f);
  GradientAccumulationOptimizerV2 optimizer(adam, 5);
  RunFunction train([&](const Values&) {
    loops::repeat(20, [&] { optimizer.minimize(square(Tensor(w)), {w}); });
    return Values{};
  });
  train();
  train();
  EXPECT_EQ(adam->iterations()[0].value().item<std::int32_t>(), 8);
  ASSERT_EQ(optimizer.state(w).size(), 2u);
  EXPECT_EQ(optimizer.state(w)[1].name(), "w/Adam_1");
  EXPECT_EQ(optimizer.accumulator(w)->name(), "w/GradientAccumulator");
}

// The map sees each mini-batch: 2 (3 * 2 + 1), not 3 (2 + 2) + 1.
TEST(GradientAccumulation, MapsBeforeItSums) {
  const Variable w("w", Array::scalar(0.0f));
  const auto mapped = std::make_shared<MapGradientOptimizer>(
      std::make_shared<Sgd>(1.0f), [](const Tensor& g, const Variable&) { return g * 3.0 + 1.0; });
  GradientAccumulationOptimizerV2 optimizer(mapped, 2);
  run_function([&](const Values&) {
    loops::repeat(2, [&] { optimizer.minimize(Tensor(w) * 2.0, {w}); });
    return Values{};
  });
  EXPECT_EQ(w.value().item<float>(), -14.0f);
}

TEST(GradientAccumulation, NeedsALoopOfAFixedCount) {
  const Variable w("w", Array::scalar(1.0f));
  GradientAccumulationOptimizerV2 optimizer(std::make_shared<Sgd>(1.0f), 2);
  const auto step = [&] { optimizer.minimize(Tensor(w) * 2.0, {w}); };
  expect_error<FailedPrecondition>(
      [&](const Values&) {
        step();
        return Values{};
      },
      "must be inside a loop");
  expect_error<FailedPrecondition>(
      [&](const Values&) {
        loops::repeat(constant(Array::scalar(std::int32_t{2})), step);
        return Values{};
      },
      "whose number of iterations is not known");
  expect_error<FailedPrecondition>(
      [&](const Values&) {
        loops::while_loop([](const Tensor& i) { return i < 2.0; },
                          [&](const Tensor& i) {
                            step();
                            return i + 1.0;
                          },
                          {constant(0.0f)});
        return Values{};
      },
      "whose number of iterations is not known");
  EXPECT_THROW(GradientAccumulationOptimizerV2(std::make_shared<Sgd>(), 0), ValueError);
  EXPECT_THROW(optimizer.apply_gradients({}), ValueError);
}

TEST(GradientAccumulation, UpdatesBelongToTheWeightUpdate) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Variable w("w", Array::scalar(1.0f));
  GradientAccumulationOptimizerV2 optimizer(std::make_shared<Momentum>(), 2);
  loops::repeat(2, [&] { optimizer.minimize(Tensor(w) * 2.0, {w}); });
  int sums = 0, updates = 0;
  for (const Node& node : graph.nodes()) {
    if (node.kind == OpKind::accumulate) {
      ++sums;
      EXPECT_EQ(node.phase, Phase::backward);
    } else if (node.kind == OpKind::every || node.kind == OpKind::apply_optimizer) {
      ++updates;
      EXPECT_EQ(node.phase, Phase::weight_update);
    }
  }
  EXPECT_EQ(sums, 1);
  EXPECT_EQ(updates, 2);
}

TEST(ReductionMethod, ParsesNamesInAnyCase) {
  EXPECT_EQ(parse_reduction_method("SUM"), Reduction::sum);
  EXPECT_EQ(parse_reduction_method("mean"), Reduction::mean);
  EXPECT_EQ(parse_reduction_method("Running_Mean"), Reduction::running_mean);
  for (const std::optional<std::string>& wrong : {std::optional<std::string>("median"), {}}) {
    const std::string message = "Cannot parse " + wrong.value_or("None") +
                                " as one of GradientAccumulationReductionMethod.";
    EXPECT_THAT(testing_support::message_of<ValueError>([&] { parse_reduction_method(wrong); }),
                testing::StartsWith(message));
  }
}

TEST(GradientAccumulation, IsRefusedAroundAnOptimizerThatAccumulates) {
  const auto inner = std::make_shared<GradientAccumulationOptimizerV2>(std::make_shared<Sgd>(), 2);
  const auto around = std::make_shared<CastGradients>(inner);
  EXPECT_THROW(GradientAccumulationOptimizerV2(inner, 2), ValueError);
  EXPECT_THROW(GradientAccumulationOptimizerV2(around, 2), ValueError);
  EXPECT_THROW(GradientAccumulationOptimizer(around, 2), ValueError);
}

}  // namespace
}  // namespace pipette
