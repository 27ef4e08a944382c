// Gradients that are captured on their way to the variables.
#include "graph/gradient_capture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <memory>

#include "core/error.h"
#include "graph/ops.h"
#include "message_of.h"

namespace pipette {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

const Variable& x() {
  static const Variable kept("x", Array::filled<float>({}, 3.0f));
  return kept;
}

TEST(GradientCapture, ATensorIsCapturedOnlyWithinACapture) {  // upstream: testWrongGradientTape
  Graph graph("f");
  const Graph::Scope tracing(graph);
  const GradientTape tape;
  EXPECT_THAT(message_of<RuntimeError>([] { capture_upstream_gradients(x(), "tanh_grad"); }),
              HasSubstr("may only be used within the context of"));
  { const GradientCapture over; }
  EXPECT_THROW(capture_upstream_gradients(x(), "tanh_grad"), RuntimeError);
}

TEST(GradientCapture, GradientsOfVariablesAreTakenAsWithoutIt) {
  const auto nodes = [](bool captures) {
    Graph graph("f");
    const Graph::Scope tracing(graph);
    const auto tape = captures ? std::make_unique<GradientCaptureTape>() : nullptr;
    const GradientTape plain;
    Tensor o = square(Tensor(x()));
    if (captures) o = capture_upstream_gradients(o, "tanh_grad");
    const Tensor y = tanh(o);
    (captures ? *tape : plain).gradient(y, {x()});
    std::vector<OpKind> kinds;
    for (const Node& node : graph.nodes()) {
      if (node.kind != OpKind::reshape) kinds.push_back(node.kind);
    }
    return kinds;
  };
  EXPECT_EQ(nodes(true), nodes(false));
}

TEST(GradientCapture, OnlyWhatTheLossDependsOnIsCaptured) {
  Graph graph("f");
  const Graph::Scope tracing(graph);
  const GradientCaptureTape tape;
  const Tensor y = capture_upstream_gradients(tanh(x()), "used");
  capture_upstream_gradients(square(y), "unused");
  EXPECT_TRUE(tape.captured_gradients().empty());
  tape.gradient(y, {x()});
  ASSERT_EQ(tape.captured_gradients().size(), 1u);
  EXPECT_EQ(tape.captured_gradients().count("used"), 1u);
}

TEST(GradientCapture, TheInnermostCaptureCounts) {
  Graph graph("f");
  const Graph::Scope tracing(graph);
  const GradientCapture outer;
  const Tensor o = capture_upstream_gradients(square(Tensor(x())), "same tag");
  {
    const GradientCapture inner;
    const Tensor y = tanh(capture_upstream_gradients(o, "same tag"));
    gradients(y, {o});
    EXPECT_EQ(inner.captured_gradients().size(), 1u);
  }
  EXPECT_TRUE(outer.captured_gradients().empty());
  gradients(tanh(o), {o});
  EXPECT_EQ(outer.captured_gradients().size(), 1u);
}

TEST(GradientCapture, ATagNamesOneTensorAndOneGradient) {
  Graph graph("f");
  const Graph::Scope tracing(graph);
  const GradientCaptureTape tape;
  const Tensor y = tanh(capture_upstream_gradients(x(), "twice"));
  EXPECT_THAT(message_of<ValueError>([&] { capture_upstream_gradients(y, "twice"); }),
              HasSubstr("\"twice\" is in use"));
  tape.gradient(y, {x()});
  EXPECT_THAT(message_of<ValueError>([&] { tape.gradient(y, {x()}); }),
              HasSubstr("within one capture"));
}

TEST(GradientCapture, ATapeWatchesTheFloatingVariablesThatAreReadAfterIt) {
  const Variable before("before", Array::filled<float>({}, 1.0f));
  const Variable counter("counter", Array::filled<std::int32_t>({}, 1));
  Graph graph("f");
  const Graph::Scope tracing(graph);
  Tensor y = square(Tensor(before));
  const GradientTape tape;
  y = y * x() + square(Tensor(x())) + cast(Tensor(counter), DType::f32);
  EXPECT_EQ(tape.watched_variables(), std::vector<Variable>{x()});
}

}  // namespace
}  // namespace pipette
