// What the compiler knows about a graph before it decides anything.
#include "program/analysis.h"

#include <gtest/gtest.h>

#include "graph/ops.h"
#include "loops/loops.h"
#include "random_streams.h"

namespace pipette {
namespace {

class AnalysisTest : public testing::Test {
 protected:
  bool is_live(const Analysis& facts, const Tensor& x) const {
    return facts.is_live(graph_.value(x.id()).producer);
  }

  Graph graph_{"analysis"};
  Graph::Scope scope_{graph_};
  Variable w_{"w", Array::zeros(DType::f32, Shape{2, 3})};
  testing_support::RecordingSink sink_;
};

TEST_F(AnalysisTest, OnlyWhatASideEffectDependsOnIsLive) {
  const Tensor used = exp(read(w_));
  const Tensor unused = square(used);
  stream_out(sink_, {used});
  const Analysis facts(graph_);
  EXPECT_TRUE(is_live(facts, used));
  EXPECT_FALSE(is_live(facts, unused));
  EXPECT_EQ(facts.users(used.id()).size(), 1u);  // the dead node reads nothing
}

TEST_F(AnalysisTest, WhatALoopDoesKeepsItsInputsAlive) {
  const Tensor outside = exp(read(w_));
  std::optional<Tensor> inside;
  loops::repeat(2, [&] {
    inside = outside * 2.0;
    assign(w_, *inside);
  });
  const Analysis facts(graph_);
  EXPECT_TRUE(is_live(facts, outside));
  EXPECT_TRUE(is_live(facts, *inside));
}

TEST_F(AnalysisTest, ARegionsResultIsUsedByItsLoop) {
  std::optional<Tensor> result;
  const auto results = loops::repeat(3,
                                     [&](const Tensor& x) {
                                       result = exp(x);
                                       return *result;
                                     },
                                     {read(w_)});
  stream_out(sink_, {results[0]});
  const Analysis facts(graph_);
  const NodeId loop = graph_.value(results[0].id()).producer;
  EXPECT_EQ(facts.users(result->id()), std::vector<NodeId>{loop});
  EXPECT_EQ(facts.only_user(result->id()), loop);
}

TEST_F(AnalysisTest, AValueReadTwiceHasNoOnlyUser) {
  const Tensor x = exp(read(w_));
  stream_out(sink_, {x * x});
  const Analysis facts(graph_);
  EXPECT_EQ(facts.users(x.id()).size(), 2u);
  EXPECT_FALSE(facts.only_user(x.id()).has_value());
}

TEST_F(AnalysisTest, UniformValuesAreFoldedAsTheirDtypeRounds) {
  const Tensor third = constant(1.0f) / constant(3.0f);
  const Tensor wide = broadcast_to(-third, Shape{4});
  const Tensor mixed = wide + broadcast_to(reduce_sum(read(w_)), Shape{4});
  const Tensor whole = constant(Array::scalar(2)) + constant(Array::scalar(3));
  stream_out(sink_, {wide, mixed, whole});
  const Analysis facts(graph_);
  EXPECT_EQ(facts.uniform(third.id()), static_cast<double>(1.0f / 3.0f));
  EXPECT_EQ(facts.uniform(wide.id()), -static_cast<double>(1.0f / 3.0f));
  EXPECT_FALSE(facts.uniform(mixed.id()).has_value());
  EXPECT_FALSE(facts.uniform(whole.id()).has_value());  // integers wrap
}

TEST_F(AnalysisTest, AViewOfAVariableIsKnownThroughReshapes) {
  const Tensor view = reshape(reshape(read(w_), Shape{6}), Shape{3, 2});
  const Tensor copy = exp(view);
  stream_out(sink_, {view, copy});
  const Analysis facts(graph_);
  ASSERT_NE(facts.aliased_variable(view.id()), nullptr);
  EXPECT_EQ(*facts.aliased_variable(view.id()), w_);
  EXPECT_EQ(facts.aliased_variable(copy.id()), nullptr);
}

TEST_F(AnalysisTest, AssignedAreVariablesThatANodeWrites) {
  const Tensor x = exp(read(w_));
  assign(w_, x);
  const Variable other("other", Array::zeros(DType::f32, Shape{2, 3}));
  const Node& assigning = graph_.nodes().back();
  ASSERT_NE(assigned_variable(assigning), nullptr);
  EXPECT_EQ(*assigned_variable(assigning), w_);
  EXPECT_TRUE(assigned_state(assigning).empty());
  EXPECT_TRUE(assigns(assigning, w_));
  EXPECT_FALSE(assigns(assigning, other));
  EXPECT_EQ(assigned_variable(*graph_.producer(x.id())), nullptr);
}

}  // namespace
}  // namespace pipette
