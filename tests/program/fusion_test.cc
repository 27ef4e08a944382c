// Which operators share a kernel, and which must not. That fusion changes no bit is the business of
// random_program_test.cc.
#include "program/fusion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "device/cost_model.h"
#include "graph/ops.h"
#include "program/engine.h"
#include "random_program.h"

namespace pipette {
namespace {

using testing_support::RecordingSink;

class FusionTest : public testing::Test {
 protected:
  static Array ramp(const Shape& shape) {
    Array a(ArraySpec{DType::f32, shape});
    float x = -1;
    for (float& v : a.span<float>()) v = (x += 0.37f) > 1 ? x -= 2 : x;
    return a;
  }
  Tensor value(const Shape& shape) {
    variables_.emplace_back("v" + std::to_string(variables_.size()), ramp(shape));
    return read(variables_.back());
  }
  void use(const Tensor& x) { stream_out(sink_, {x}); }

  std::shared_ptr<const Executable> compiled() const {
    return compile(graph_, CostModel(architecture("Mk2")));
  }
  int num_fused() const { return compiled()->num_fused_operators; }
  // Compute instructions of the whole program.
  int num_kernels() const {
    const auto executable = compiled();
    return static_cast<int>(
        std::count_if(executable->root.children.begin(), executable->root.children.end(),
                      [](const Instruction& i) { return i.kind() == InstructionKind::compute; }));
  }

  Graph graph_{"fusion"};
  Graph::Scope scope_{graph_};
  std::vector<Variable> variables_;
  RecordingSink sink_;
};

TEST_F(FusionTest, ProductBiasAndReluAreOneKernel) {
  use(relu(matmul(value({2, 3}), value({3, 4})) + value({4})));
  EXPECT_EQ(num_fused(), 2);
  EXPECT_EQ(num_kernels(), 1);
}

TEST_F(FusionTest, TheModelledMachineStillPaysForEveryOperator) {
  use(relu(matmul(value({2, 3}), value({3, 4})) + value({4})));
  const CostModel costs(architecture("Mk2"));
  const auto total = [](const Executable& e) {
    std::int64_t cycles = 0;
    for (const Instruction& i : e.root.children) cycles += i.cost().total_cycles();
    return cycles;
  };
  const auto fused = compile(graph_, costs);
  const auto plain = compile(graph_, costs, {.fuse = false});
  EXPECT_EQ(total(*fused), total(*plain));
  EXPECT_EQ(fused->root.children[0].supersteps().size(), 3u);
}

TEST_F(FusionTest, BiasMayStandOnEitherSideButMustBeARow) {
  const Tensor product = matmul(value({2, 3}), value({3, 4}));
  use(value({4}) + product);
  EXPECT_EQ(num_fused(), 1);
  const Tensor other = matmul(value({2, 3}), value({3, 4}));
  use(other + value({2, 4}));
  use(matmul(value({2, 3}), value({3, 4})) + value({2, 1}));
  EXPECT_EQ(num_fused(), 1);
}

TEST_F(FusionTest, AnIntermediateWithAnotherReaderStays) {
  const Tensor product = matmul(value({2, 3}), value({3, 4}));
  use(product + value({4}));
  use(product);
  EXPECT_EQ(num_fused(), 0);
}

TEST_F(FusionTest, ReluGradientMasksAProduct) {
  const Tensor y = value({2, 4});
  use(relu_gradient(y, matmul(value({2, 3}), value({3, 4}))));
  EXPECT_EQ(num_fused(), 1);
  const Tensor z = matmul(value({2, 3}), value({3, 4}));
  use(relu_gradient(z, value({2, 4})));  // the product is the gate, not the gradient
  EXPECT_EQ(num_fused(), 1);
}

TEST_F(FusionTest, WeightAndBiasUpdatesHappenWhereGradientsAreMade) {
  const Variable w("w", ramp({3, 4}));
  const Variable b("b", ramp({4}));
  const Tensor d = value({2, 4});
  apply_sgd(w, matmul(value({2, 3}), d, true), 0.1f);
  apply_sgd(b, reduce_sum(d, {0}), 0.1f);
  EXPECT_EQ(num_fused(), 2);
  EXPECT_EQ(num_kernels(), 2);
}

TEST_F(FusionTest, AnUpdateDoesNotOverwriteAnOperandOfItsOwnProduct) {
  const Variable w("w", ramp({3, 3}));
  apply_sgd(w, matmul(read(w), value({3, 3})), 0.1f);
  EXPECT_EQ(num_fused(), 0);
}

TEST_F(FusionTest, NothingMovesAcrossAWriteOfWhatItReads) {
  const Variable w("w", ramp({3, 4}));
  const Tensor product = matmul(value({2, 3}), read(w));
  assign(w, value({3, 4}));
  use(relu(product));
  EXPECT_EQ(num_fused(), 0);
}

TEST_F(FusionTest, AConvolutionAndItsGradientsEndAsProductsDo) {
  const Tensor x = value({2, 5, 4, 3});
  const Tensor filter = value({3, 3, 3, 8});
  use(relu(conv2d(x, filter) + value({8})));
  EXPECT_EQ(num_fused(), 2);
  const Tensor dy = value({2, 3, 2, 8});
  use(relu_gradient(x, conv2d_input_gradient(dy, filter, x.shape(), {})));
  EXPECT_EQ(num_fused(), 3);
  const Variable w("w", ramp({3, 3, 3, 8}));
  apply_sgd(w, conv2d_filter_gradient(x, dy, w.shape(), {}), 0.1f);
  const Variable b("b", ramp({8}));
  apply_sgd(b, reduce_sum(dy, {0, 1, 2}), 0.1f);
  EXPECT_EQ(num_fused(), 5);
  EXPECT_EQ(num_kernels(), 4);
}

TEST_F(FusionTest, WhatGoesElementByElementMayFollowAReshape) {
  const Tensor y = value({2, 2, 2});
  use(relu_gradient(y, reshape(matmul(value({2, 3}), value({3, 4})), {2, 2, 2})));
  EXPECT_EQ(num_fused(), 2);
  EXPECT_EQ(num_kernels(), 1);
  use(reshape(matmul(value({2, 3}), value({3, 4})), {8}) + value({8}));  // not a row of the product
  EXPECT_EQ(num_fused(), 2);
}

TEST_F(FusionTest, CrossEntropyItsMeanAndItsScaledGradientAreOneKernel) {
  const Tensor logits = value({4, 3});
  const Tensor labels = constant(Array::of<std::int32_t>({4}, {0, 1, 2, 1}));
  use(reduce_mean(sparse_softmax_cross_entropy_with_logits(labels, logits)));
  use(softmax_cross_entropy_gradient(logits, labels) * 0.25);
  EXPECT_EQ(num_fused(), 3);
  EXPECT_EQ(num_kernels(), 1);
}

TEST_F(FusionTest, AScaleThatBroadcastsToSomethingLargerIsNotAbsorbed) {
  const Tensor logits = value({4, 3});
  const Tensor labels = constant(Array::of<std::int32_t>({4}, {0, 1, 2, 1}));
  use(sparse_softmax_cross_entropy_with_logits(labels, logits));
  const Tensor scale = broadcast_to(constant(0.5f), {2, 1, 1});
  use(softmax_cross_entropy_gradient(logits, labels) * scale);
  EXPECT_EQ(num_fused(), 1);  // the gradient itself
  Machine machine;
  Engine engine(compiled(), machine);
  engine.start();
  engine.advance(Budget::unlimited());
  ASSERT_EQ(sink_.record.size(), (4 + 2 * 4 * 3) * sizeof(float));
  const auto* gradient = reinterpret_cast<const float*>(sink_.record.data()) + 4;
  for (int i = 0; i < 12; ++i) EXPECT_EQ(gradient[i], gradient[12 + i]);
  EXPECT_LT(gradient[0], 0);  // probability - 1
}

TEST_F(FusionTest, TwoLossesOfTheSameLogitsShareNothingTwice) {
  const Tensor logits = value({4, 3});
  const Tensor labels = constant(Array::of<std::int32_t>({4}, {0, 1, 2, 1}));
  use(sparse_softmax_cross_entropy_with_logits(labels, logits));
  use(sparse_softmax_cross_entropy_with_logits(labels, logits));
  use(softmax_cross_entropy_gradient(logits, labels));
  EXPECT_EQ(num_kernels(), 2);
}

TEST_F(FusionTest, WhatNothingDependsOnIsDropped) {
  use(value({2}));
  matmul(value({2, 3}), value({3, 4}));
  EXPECT_EQ(num_kernels(), 0);
}

TEST_F(FusionTest, ConstantsFoldToTheBitsOfTheirOwnArithmetic) {
  const Tensor third = constant(1.0f) / constant(3.0f);
  use((third + 0.1) * 7.0 - 0.3);
  const Tensor half = constant(Array::scalar(Half(1.0f))) / constant(Array::scalar(Half(3.0f)));
  use(broadcast_to(half, {2}));
  EXPECT_EQ(num_kernels(), 0);
  Machine machine;
  Engine engine(compiled(), machine);
  engine.start();
  engine.advance(Budget::unlimited());
  float folded;
  std::memcpy(&folded, sink_.record.data(), sizeof folded);
  volatile float expected = 1.0f;
  expected = expected / 3.0f;
  expected = expected + 0.1f;
  expected = expected * 7.0f;
  expected = expected - 0.3f;
  EXPECT_EQ(folded, expected);
  std::uint16_t bits;
  std::memcpy(&bits, sink_.record.data() + 6, sizeof bits);
  EXPECT_EQ(bits, Half(1.0f / 3.0f).bits());
}

// A gradient that is the variable itself: the update must not read what it has already written.
TEST_F(FusionTest, AVariableMayBeItsOwnGradient) {
  Variable w("w", ramp({5}));
  const Array before = w.value();
  apply_sgd(w, read(w), 0.5f);
  EXPECT_EQ(num_kernels(), 2);  // a copy, then the update
  Machine machine;
  Engine engine(compiled(), machine);
  engine.start();
  engine.advance(Budget::unlimited());
  for (std::size_t i = 0; i < 5; ++i) {
    const float x = before.data<float>()[i];
    EXPECT_EQ(w.storage().data<float>()[i], x - 0.5f * x);
  }
}

}  // namespace
}  // namespace pipette
