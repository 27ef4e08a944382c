#include "graph/gradient_fixture.h"

namespace pipette {
namespace {

Array gradient_of(const Body& loss, const Array& x) {
  return run_function([&](const Values& in) { return gradients(loss(in), in); }, {x})[0];
}

TEST(Gradient, AValueUsedOftenCollectsEveryUse) {
  const Array x = Array::of<float>({2}, {3, 5});
  const Array g = gradient_of(
      [](const Values& in) { return reduce_sum(in[0] * in[0] * in[0] + in[0] + in[0]); }, x);
  EXPECT_EQ(g.data<float>()[0], 3 * 9 + 2);
  EXPECT_EQ(g.data<float>()[1], 3 * 25 + 2);
}

TEST(Gradient, WhatStepsPassesNothingOn) {
  const Array x = Array::of<float>({1, 2}, {3, 5});
  const Body losses[] = {
      [](const Values& in) { return reduce_sum(cast(in[0] < 4.0, DType::f32)); },
      [](const Values& in) { return reduce_sum(cast(argmax(in[0]), DType::f32)); },
      [](const Values& in) { return reduce_sum(cast(cast(in[0], DType::i32), DType::f32)); },
      [](const Values& in) { return reduce_sum(unary(UnaryOp::floor, in[0])); }};
  for (const Body& loss : losses) {
    const Array g = gradient_of(loss, x);
    EXPECT_EQ(g.spec(), x.spec());
    for (const float v : g.span<float>()) EXPECT_EQ(v, 0);
  }
}

TEST(Gradient, ThroughHalfPrecisionKeepsItsDtype) {
  const Array x = Array::of<float>({2}, {1, 2}).cast(DType::f16);
  const Array g =
      gradient_of([](const Values& in) { return reduce_sum(cast(square(in[0]), DType::f32)); }, x);
  EXPECT_EQ(g.dtype(), DType::f16);
  EXPECT_EQ(static_cast<float>(g.data<Half>()[1]), 4);
}

TEST(Gradient, OperationsHaveTheNamesOfTheirLayers) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Graph::NameScope outer("training");
  const Tensor x = constant(Array::zeros(DType::f32, {2, 2}));
  Tensor y = x;
  {
    const Graph::NameScope layer("Dense_128");
    y = matmul(x, x);
  }
  const Tensor g = gradients(exp(y), {y, x})[1];
  EXPECT_EQ(graph.producer(g.id())->name, "training/gradients/Dense_128/add");
}

TEST(Gradient, OfAVectorIsThatOfItsSum) {
  const Array x = Array::of<float>({3}, {1, 2, -3});
  const Array g = gradient_of([](const Values& in) { return square(in[0]); }, x);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(g.data<float>()[i], 2 * x.data<float>()[i]);
}

TEST(Gradient, OfMomentsWithoutAxesIsThatOfTheValue) {
  const Array x = Array::of<float>({2}, {3, -5});
  const auto out = run_function(
      [](const Values& in) {
        const Moments of = moments(in[0], {});
        return Values{of.mean, of.variance, gradients(square(of.mean) + of.variance, in)[0]};
      },
      {x});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(out[0].data<float>()[i], x.data<float>()[i]);
    EXPECT_EQ(out[1].data<float>()[i], 0);
    EXPECT_EQ(out[2].data<float>()[i], 2 * x.data<float>()[i]);
  }
}

TEST(Gradient, DoesNotFlowThroughStopGradient) {
  const Array x = Array::of<float>({2}, {3, -5});
  const Array g = gradient_of([](const Values& in) { return in[0] * stop_gradient(in[0]); }, x);
  EXPECT_EQ(g.data<float>()[0], 3);
  EXPECT_EQ(g.data<float>()[1], -5);
}

TEST(Gradient, OfAMaximumIsSharedByEqualOnes) {
  const Array x = Array::of<float>({1, 4}, {3, 1, 3, 2});
  const Array g = gradient_of([](const Values& in) { return reduce_max(in[0], {1}) * 8.0; }, x);
  const std::vector<float> wanted{4, 0, 4, 0};
  EXPECT_EQ(std::vector<float>(g.data<float>(), g.data<float>() + 4), wanted);
}

TEST(Gradient, TheLossMustBeFloating) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor n = constant(Array::scalar(std::int32_t{1}));
  EXPECT_THROW(gradients(n, {n}), ValueError);
}

template <class F>
void expect_unimplemented(const F& f, const std::string& name) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Unimplemented& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(name));
  }
}

TEST(Gradient, OperatorsWithoutOneAreNamed) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor x = constant(Array::zeros(DType::f32, {2, 2}));
  expect_unimplemented([&] { gradients(reduce_sum(relu_gradient(x, x)), {x}); }, "relu_gradient");
  expect_unimplemented([&] { gradients(reduce_sum(softmax_gradient(x, x)), {x}); },
                       "softmax_gradient");
  // Not on the way from x to the loss: no error.
  const Tensor unused = reduce_max(x);
  EXPECT_NO_THROW(gradients(reduce_sum(x), {x}));
  EXPECT_NO_THROW(gradients(reduce_max(x), {unused}));
}

// A repeat of one iteration, built by hand: this room does not know loops.
std::vector<Tensor> repeat_by_hand(Graph& graph, const Values& carried,
                                   const std::function<Values(const Values&)>& body) {
  std::vector<ArraySpec> specs;
  for (const Tensor& t : carried) specs.push_back(t.spec());
  const RegionId region = graph.open_region(specs);
  Values arguments;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    arguments.push_back(graph.argument(region, static_cast<int>(i)));
  }
  graph.close_region(body(arguments));
  const NodeId node = graph.add(OpKind::repeat, RepeatAttributes{1, false}, carried, specs);
  graph.attach_regions(node, {region});
  Values results;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    results.push_back(graph.output(node, static_cast<int>(i)));
  }
  return results;
}

TEST(Gradient, LoopsHaveNoneWhicheverWayTheLossDependsOnThem) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor x = constant(2.0f);
  const Tensor other = constant(3.0f);
  const Values one =
      repeat_by_hand(graph, {x}, [](const Values& in) { return Values{in[0] * 2.0}; });
  expect_unimplemented([&] { gradients(one[0], {x}); }, "repeat");
  const Values two = repeat_by_hand(graph, {x, other}, [](const Values& in) {
    return Values{in[1], in[0]};
  });
  expect_unimplemented([&] { gradients(two[1] * two[0], {x}); }, "repeat");
  const Values captured =
      repeat_by_hand(graph, {other}, [&](const Values& in) { return Values{in[0] * x}; });
  expect_unimplemented([&] { gradients(captured[0], {x}); }, "repeat");
  const Values passed = repeat_by_hand(graph, {other}, [&](const Values&) { return Values{x}; });
  expect_unimplemented([&] { gradients(passed[0], {x}); }, "repeat");
  const Values nested = repeat_by_hand(graph, {other}, [&](const Values& in) {
    return repeat_by_hand(graph, in, [&](const Values& inner) { return Values{inner[0] + x}; });
  });
  expect_unimplemented([&] { gradients(nested[0], {x}); }, "repeat");
  // The loss does not depend on x through this loop.
  const Values apart = repeat_by_hand(graph, {other}, [](const Values& in) { return in; });
  EXPECT_NO_THROW(gradients(apart[0] * x, {x}));
}

TEST(GradientTape, SumsTheReadsOfAVariableAndGivesZerosForUnusedOnes) {
  const Variable w("w", Array::of<float>({2}, {2, 3}));
  const Variable unused("unused", Array::zeros(DType::f16, {3}));
  const std::vector<Array> g = run_function([&](const Values&) {
    const GradientTape tape;
    const Tensor loss = reduce_sum(read(w) * read(w) + Tensor(w) * 4.0);
    return tape.gradient(loss, {w, unused});
  });
  EXPECT_EQ(g[0].data<float>()[0], 2 * 2 + 4);
  EXPECT_EQ(g[0].data<float>()[1], 2 * 3 + 4);
  ASSERT_EQ(g[1].spec(), unused.spec());
  for (const Half h : g[1].span<Half>()) EXPECT_EQ(h.bits(), 0);
}

TEST(GradientTape, ReadsBeforeTheTapeDoNotCount) {
  const Variable w("w", Array::scalar(2.0f));
  const std::vector<Array> g = run_function([&](const Values&) {
    const Tensor before = read(w);
    const GradientTape tape;
    return tape.gradient(read(w) * before, {w});
  });
  EXPECT_EQ(g[0].item<float>(), 2);
}

TEST(Gradient, NodesBelongToTheBackwardPass) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor x = constant(2.0f);
  const Tensor y = square(x);
  const auto first = static_cast<NodeId>(graph.nodes().size());
  gradients(y, {x});
  ASSERT_GT(static_cast<NodeId>(graph.nodes().size()), first);
  for (NodeId id = first; id < static_cast<NodeId>(graph.nodes().size()); ++id) {
    EXPECT_EQ(graph.node(id).phase, Phase::backward);
  }
  EXPECT_EQ(graph.producer((x + x).id())->phase, Phase::forward);
}

}  // namespace
}  // namespace pipette
