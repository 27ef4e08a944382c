// When reading a variable has to copy it, and what a group of operators costs.
#include "program/kernel_emitter.h"

#include "program/emission_fixture.h"

namespace pipette {
namespace {

class KernelEmitterTest : public EmissionTest {
 protected:
  Variable w{"w", Array::zeros(DType::f32, Shape{10})};
};

TEST_F(KernelEmitterTest, AReadIsTheVariableItself) {
  std::optional<Tensor> x;
  {
    const Graph::Scope scope(graph);
    x = read(w);
    assign(w, exp(*x));
  }
  begin();
  kernels->emit_read(graph.value(x->id()).producer, root);
  EXPECT_TRUE(root.children.empty());
  EXPECT_EQ(buffers->of(x->id()), buffers->variable(w, 0));
}

TEST_F(KernelEmitterTest, AValueThatOutlivesItsVariableIsCopied) {
  std::optional<Tensor> x;
  {
    const Graph::Scope scope(graph);
    x = read(w);
    assign(w, exp(*x));
    stream_out(sink, {*x});
  }
  begin();
  kernels->emit_read(graph.value(x->id()).producer, root);
  ASSERT_EQ(root.children.size(), 1u);
  EXPECT_NE(buffers->of(x->id()), buffers->variable(w, 0));
}

TEST_F(KernelEmitterTest, AGroupIsOneKernelWithASuperstepForEachOperator) {
  std::optional<Tensor> product, y;
  {
    const Graph::Scope scope(graph);
    const Tensor a = broadcast_to(reduce_sum(read(w)), Shape{4, 4});
    product = matmul(exp(a), exp(a));
    y = relu(*product);
    stream_out(sink, {*y});
  }
  begin();
  for (const Node& node : graph.nodes()) {
    if (node.kind == OpKind::unary && node.outputs[0] != y->id()) {
      buffers->define(node.outputs[0], root.id);
    }
  }
  const NodeId at = graph.value(y->id()).producer;
  ASSERT_EQ(fusion->emitted_at(graph.value(product->id()).producer), at);
  EXPECT_TRUE(kernels->emit_group(at, root));
  ASSERT_EQ(root.children.size(), 1u);
  const auto steps = root.children[0].supersteps();
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_EQ(steps[0].cost, superstep_of(graph, producer(*product), costs).cost);
  EXPECT_FALSE(kernels->emit_group(graph.value(product->id()).producer - 1, root));
}

}  // namespace
}  // namespace pipette
