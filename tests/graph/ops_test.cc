// Shapes, dtypes and errors of the operators, while tracing; nothing runs here.
#include "graph/ops_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace pipette {
namespace {

using kernels::BinaryOp;
using kernels::Comparison;
using kernels::UnaryOp;
using testing::HasSubstr;

class Ops : public OpsFixture {};

TEST_F(Ops, ElementwiseShapesAndDtypes) {
  EXPECT_EQ((t({2, 1}) + t({3})).shape(), (Shape{2, 3}));
  EXPECT_EQ((t({2}, DType::i32) * t({}, DType::i32)).dtype(), DType::i32);
  EXPECT_EQ((t({2, 2}) < t({2})).spec(), (ArraySpec{DType::boolean, {2, 2}}));
  EXPECT_EQ((t({4}, DType::u8) + 1.0).spec(), (ArraySpec{DType::u8, {4}}));
  EXPECT_EQ((2.0 * t({4}, DType::f16)).dtype(), DType::f16);
  EXPECT_EQ((-t({3})).shape(), (Shape{3}));
  EXPECT_EQ(cast(t({3}), DType::i8).spec(), (ArraySpec{DType::i8, {3}}));
  const Tensor x = t({3});
  EXPECT_EQ(cast(x, DType::f32).id(), x.id());  // nothing to do
}

TEST_F(Ops, ElementwiseErrorsNameTheOperatorAndWhatItWasGiven) {
  expect<TypeError>([] { t({2}) + t({2}, DType::i32); }, "float32 and int32");
  expect<TypeError>([] { t({2}) / t({2}, DType::f16); }, "divide");
  expect<InvalidArgument>([] { t({2}) - t({3}); }, "[2] and [3]");
  expect<TypeError>([] { exp(t({2}, DType::i32)); }, "exp");
  expect<TypeError>([] { t({2}, DType::i32) * 0.5; }, "int32 has no 0.5");
  expect<TypeError>([] { return t({2}, DType::u8) < 256; }, "uint8 has no 256");
  expect<TypeError>([] { t({2}, DType::u8) + -1.0; }, "cast the tensor");
  expect<TypeError>([] { t({2}, DType::f16) + 1e5; }, "float16 has no 100000");
  expect<TypeError>([] { t({2}) * 1e39; }, "float32 has no 1e+39");
  expect<TypeError>([] { unary(UnaryOp::sqrt, t({2}, DType::u8)); }, "sqrt");
  expect<TypeError>([] { relu(t({2}, DType::boolean)); }, "relu: not defined for bool");
  expect<TypeError>([] { unary(UnaryOp::logical_not, t({2})); }, "logical_not");
  expect<TypeError>([] { t({2}, DType::boolean) + t({2}, DType::boolean); }, "add");
  expect<TypeError>([] { compare(Comparison::less, t({2}), t({2}, DType::i32)); }, "less");
  expect<TypeError>([] { cast(t({2}), DType::f64); }, "float64");
  expect<InvalidArgument>([] { relu_gradient(t({2}), t({3})); }, "[2] and [3]");
}

TEST_F(Ops, ReshapeInfersOneSize) {
  EXPECT_EQ(reshape(t({2, 6}), {3, Shape::kUnknown}).shape(), (Shape{3, 4}));
  EXPECT_EQ(flatten(t({2, 3, 4})).shape(), (Shape{2, 12}));
  EXPECT_EQ(flatten(t({5})).shape(), (Shape{5, 1}));
  const Tensor x = t({2, 6});
  EXPECT_EQ(reshape(x, {2, 6}).id(), x.id());
  expect<InvalidArgument>([] { reshape(t({2, 6}), {5}); }, "[2, 6] does not fit [5]");
  expect<InvalidArgument>([] { reshape(t({2, 6}), {5, Shape::kUnknown}); }, "[5, ?]");
  expect<InvalidArgument>([] { reshape(t({4}), {Shape::kUnknown, Shape::kUnknown}); }, "reshape");
  expect<InvalidArgument>([] { flatten(t({})); }, "scalar");
}

TEST_F(Ops, BroadcastAndTranspose) {
  EXPECT_EQ(broadcast_to(t({3, 1}), {2, 3, 4}).shape(), (Shape{2, 3, 4}));
  expect<InvalidArgument>([] { broadcast_to(t({3, 1}), {3}); }, "broadcast_to");
  expect<InvalidArgument>([] { broadcast_to(t({2}), {3}); }, "[2]");
  EXPECT_EQ(transpose(t({2, 5})).shape(), (Shape{5, 2}));
  expect<InvalidArgument>([] { transpose(t({2})); }, "needs a matrix");
}

TEST_F(Ops, MatmulShapesWithEveryTranspose) {
  EXPECT_EQ(matmul(t({2, 3}), t({3, 5})).shape(), (Shape{2, 5}));
  EXPECT_EQ(matmul(t({3, 2}), t({3, 5}), true).shape(), (Shape{2, 5}));
  EXPECT_EQ(matmul(t({2, 3}), t({5, 3}), false, true).shape(), (Shape{2, 5}));
  EXPECT_EQ(matmul(t({3, 2}), t({5, 3}), true, true).shape(), (Shape{2, 5}));
  EXPECT_EQ(matmul(t({2, 3}, DType::f16), t({3, 5}, DType::f16)).dtype(), DType::f16);
  expect<InvalidArgument>([] { matmul(t({2, 3}), t({2, 3})); }, "[2, 3] x [2, 3]");
  expect<InvalidArgument>([] { matmul(t({2, 3}), t({3, 5}), true); }, "(transposed)");
  expect<InvalidArgument>([] { matmul(t({3}), t({3, 5})); }, "[3]");
  expect<TypeError>([] { matmul(t({2, 3}, DType::i32), t({3, 5}, DType::i32)); }, "int32");
  expect<TypeError>([] { matmul(t({2, 3}), t({3, 5}, DType::f16)); }, "float16");
}

TEST_F(Ops, ReductionsDropTheirAxes) {
  const Tensor x = t({2, 3, 4});
  EXPECT_EQ(reduce_sum(x).shape(), Shape{});
  EXPECT_EQ(reduce_mean(x, {0}).shape(), (Shape{3, 4}));
  EXPECT_EQ(reduce_max(x, {-1}).shape(), (Shape{2, 3}));
  EXPECT_EQ(reduce_sum(x, {2, 0}).shape(), (Shape{3}));
  EXPECT_EQ(argmax(x).spec(), (ArraySpec{DType::i32, {2, 3}}));
  const Tensor scalar = t({});
  EXPECT_EQ(reduce_sum(scalar).id(), scalar.id());
  expect<OutOfRange>([&] { reduce_sum(x, {3}); }, "axis 3");
  expect<OutOfRange>([&] { reduce_sum(x, {-4}); }, "[2, 3, 4]");
  expect<InvalidArgument>([&] { reduce_sum(x, {0, -3}); }, "named twice");
  expect<TypeError>([] { reduce_mean(t({2}, DType::boolean)); }, "reduce_mean");
  expect<InvalidArgument>([] { argmax(t({})); }, "argmax");
}

TEST_F(Ops, SelectConcatenateAndSliceCheckTheirOperands) {
  const Tensor yes = t({3, 1}, DType::boolean);
  EXPECT_EQ(select(yes, t({4}), t({})).shape(), (Shape{3, 4}));
  expect<TypeError>([] { select(t({3}), t({3}), t({3})); }, "must be bool");
  expect<TypeError>([&] { select(yes, t({3}), t({3}, DType::i32)); }, "select");
  expect<TypeError>([&] { logical_and(yes, t({3})); }, "two bools");
  EXPECT_EQ(logical_or(yes, logical_not(yes)).dtype(), DType::boolean);
  EXPECT_EQ(concatenate({t({2, 3}), t({2, 5})}, -1).shape(), (Shape{2, 8}));
  expect<InvalidArgument>([] { concatenate({}, 0); }, "nothing to join");
  expect<InvalidArgument>([] { concatenate({t({2, 3}), t({3, 3})}, 1); }, "[3, 3]");
  expect<InvalidArgument>([] { concatenate({t({2}), t({2}, DType::i32)}, 0); }, "int32");
  expect<OutOfRange>([] { concatenate({t({2})}, 1); }, "axis 1");
  EXPECT_EQ(slice(t({2, 5}), 1, 2, 3).shape(), (Shape{2, 3}));
  expect<OutOfRange>([] { slice(t({2, 5}), 1, 3, 3); }, "no 3 positions from 3");
  expect<OutOfRange>([] { slice(t({2, 5}), 1, -1, 3); }, "-1");
  expect<InvalidArgument>([] { group_norm(t({2, 6}), t({6}), t({6}), 4); }, "4 groups");
  expect<InvalidArgument>(
      [] {
        softmax_cross_entropy_with_logits(t({4}), t({4, 10}));
      },
      "distribution for each row");
}

TEST_F(Ops, ClassificationChecksLogitsAndLabels) {
  const Tensor logits = t({4, 10});
  const Tensor labels = t({4}, DType::i32);
  EXPECT_EQ(softmax(logits).shape(), (Shape{4, 10}));
  EXPECT_EQ(sparse_softmax_cross_entropy_with_logits(labels, logits).shape(), (Shape{4}));
  EXPECT_EQ(sparse_categorical_crossentropy(labels, logits).shape(), (Shape{4}));
  expect<InvalidArgument>([] { softmax(t({4})); }, "[rows, classes]");
  expect<InvalidArgument>([] { softmax(t({4, 10}, DType::f16)); }, "float16");
  expect<TypeError>([&] { sparse_categorical_crossentropy(t({4}), logits); }, "must be int32");
  expect<InvalidArgument>([&] { sparse_categorical_crossentropy(t({3}, DType::i32), logits); },
                          "one per row");
  expect<InvalidArgument>([&] { softmax_gradient(logits, t({4, 9})); }, "softmax_gradient");
}

TEST_F(Ops, CrossEntropyOfASoftmaxIsComputedFromItsLogits) {
  const Tensor logits = t({4, 10});
  const Tensor labels = t({4}, DType::i32);
  const Tensor fused = sparse_categorical_crossentropy(labels, softmax(logits));
  ASSERT_EQ(graph_.producer(fused.id())->kind, OpKind::softmax_cross_entropy);
  EXPECT_EQ(graph_.producer(fused.id())->inputs[0], logits.id());
  const Tensor plain = sparse_categorical_crossentropy(labels, logits);
  EXPECT_EQ(graph_.producer(plain.id())->kind, OpKind::crossentropy);
}

TEST_F(Ops, VariablesCheckWhatIsAssigned) {
  const Variable v("dense/kernel", Array::zeros(DType::f32, {2, 3}));
  const Variable n("counter", Array::scalar(std::int32_t{0}));
  EXPECT_EQ(Tensor(v).shape(), (Shape{2, 3}));
  expect<InvalidArgument>([&] { assign(v, t({3, 2})); }, "dense/kernel");
  expect<TypeError>([&] { assign(v, t({2, 3}, DType::f16)); }, "float16");
  expect<InvalidArgument>([&] { apply_sgd(v, t({3}), 0.1f); }, "[3]");
  expect<TypeError>([&] { apply_sgd(n, t({}, DType::i32), 0.1f); }, "no gradient");
}

TEST_F(Ops, ConstantsAreCopiesAndDeviceTypes) {
  const Array value = Array::scalar(1.0f);
  const Tensor c = constant(value);
  value.data<float>()[0] = 2;
  EXPECT_EQ(std::get<ConstantAttributes>(graph_.producer(c.id())->attributes).value.item<float>(),
            1);
  expect<TypeError>([] { constant(Array::scalar(1.0)); }, "float64");
}

TEST_F(Ops, SumToUndoesEveryBroadcast) {
  EXPECT_EQ(sum_to(t({2, 3, 4}), {3, 1}).shape(), (Shape{3, 1}));
  EXPECT_EQ(sum_to(t({2, 3}), {}).shape(), Shape{});
  EXPECT_EQ(sum_to(t({1, 3}), {3}).shape(), (Shape{3}));
}

// Shapes are handed out by reference: they must survive operators that are added meanwhile.
TEST_F(Ops, ShapesStayValidWhileTheGraphGrows) {
  const Tensor x = t({2, 3});
  const Shape& shape = x.shape();
  for (int i = 0; i < 5000; ++i) t({1});
  EXPECT_EQ(shape, (Shape{2, 3}));
  EXPECT_EQ(&shape, &x.shape());
}

TEST(Graph, OperatorsNeedAFunctionBeingTraced) {
  EXPECT_THROW(constant(1.0f), RuntimeError);
  EXPECT_THROW(Tensor(Variable("v", Array::scalar(1.0f))), RuntimeError);
  Graph outer("outer");
  {
    const Graph::Scope scope(outer);
    Graph inner("inner");
    const Graph::Scope nested(inner);
    EXPECT_EQ(&Graph::current(), &inner);
  }
  EXPECT_THROW(Graph::current(), RuntimeError);
}

TEST(Graph, ValuesOfAnotherFunctionAreRejected) {
  Graph first("first");
  Graph second("second");
  const Graph::Scope one(first);
  const Tensor a = constant(1.0f);
  const Graph::Scope two(second);
  const Tensor b = constant(1.0f);
  EXPECT_THROW(a + b, InvalidArgument);
  EXPECT_THROW(b + a, InvalidArgument);
}

TEST(Graph, ValuesOfAnEndedLoopBodyAreRejectedAsInputsAndAsResults) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Tensor outside = constant(1.0f);
  graph.open_region({});
  const Tensor inside = outside + outside;
  graph.close_region({});
  EXPECT_THROW(inside + outside, InvalidArgument);
  graph.open_region({});
  EXPECT_NO_THROW(outside + outside);
  EXPECT_THROW(graph.close_region({inside}), InvalidArgument);
}

TEST(Graph, KnowsWhichRegionsEncloseWhich) {
  Graph graph("f");
  const RegionId a = graph.open_region({});
  const RegionId b = graph.open_region({});
  graph.close_region({});
  graph.close_region({});
  const RegionId c = graph.open_region({});
  graph.close_region({});
  EXPECT_TRUE(graph.encloses(0, b));
  EXPECT_TRUE(graph.encloses(a, b));
  EXPECT_TRUE(graph.encloses(b, b));
  EXPECT_FALSE(graph.encloses(b, a));
  EXPECT_FALSE(graph.encloses(a, c));
}

TEST(Graph, NamesAndPhasesNest) {
  Graph graph("f");
  const Graph::Scope scope(graph);
  const Graph::NameScope layer("Dense_128");
  Tensor x = constant(1.0f);
  {
    const Graph::NameScope inner("gradients");
    const Graph::PhaseScope backward(graph, Phase::backward);
    x = x + x;
  }
  const Tensor y = x + x;
  EXPECT_EQ(graph.producer(x.id())->name, "Dense_128/gradients/add");
  EXPECT_EQ(graph.producer(x.id())->phase, Phase::backward);
  EXPECT_EQ(graph.producer(y.id())->name, "Dense_128/add");
  EXPECT_EQ(graph.producer(y.id())->phase, Phase::forward);
  EXPECT_THAT(graph.to_string(), HasSubstr("float32[]"));
}

TEST(Graph, IdentifiersAreNeverUsedTwice) {
  std::uint64_t last = 0;
  for (int i = 0; i < 3; ++i) {
    const Graph graph("f");
    EXPECT_GT(graph.uid(), last);
    last = graph.uid();
  }
}

TEST(Variable, CopiesNameTheSameStateAndValuesAreCopies) {
  const Array initial = Array::of<float>({2}, {1, 2});
  Variable v("v", initial);
  initial.data<float>()[0] = 9;
  Variable same = v;
  const Array before = v.value();
  same.assign(Array::of<float>({2}, {3, 4}));
  EXPECT_EQ(v.value().data<float>()[0], 3);
  EXPECT_EQ(before.data<float>()[0], 1);
  EXPECT_EQ(v, same);
  EXPECT_FALSE(v == Variable("v", initial));
  v.reset();
  EXPECT_EQ(same.value().data<float>()[1], 2);
  EXPECT_THROW(v.assign(Array::zeros(DType::f32, {3})), InvalidArgument);
  EXPECT_THROW(v.assign(Array::zeros(DType::i32, {2})), InvalidArgument);
  EXPECT_THROW(Variable("", initial), ValueError);
  EXPECT_THROW(Variable("v", Array::scalar(1.0)), TypeError);
}

}  // namespace
}  // namespace pipette
