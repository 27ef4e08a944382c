// On which IPU values and operators are, and which copies that takes.
#include "program/ipu_placement.h"

#include "program/emission_fixture.h"

namespace pipette {
namespace {

class IpuPlacementTest : public EmissionTest {
 protected:
  void SetUp() override {
    const Graph::Scope scope(graph);
    x = exp(read(w));
    const Shard second(1);
    y = square(*x);
    z = *x + *y;
    assign(w, *z);
    stream_out(sink, {*z});
  }

  Variable w{"w", Array::zeros(DType::f32, Shape{10})};
  std::optional<Tensor> x, y, z;
};

TEST_F(IpuPlacementTest, AnOperatorRunsWhereTheVariableLiesThatItWrites) {
  begin();
  EXPECT_EQ(placement->ipu_of(producer(*y)), 1);
  buffers->variable(w, 0);
  const Node* assigning = nullptr;
  for (const Node& node : graph.nodes()) {
    if (node.kind == OpKind::assign) assigning = &node;
  }
  ASSERT_NE(assigning, nullptr);
  EXPECT_EQ(assigning->placement.ipu, 1);
  EXPECT_EQ(placement->ipu_of(*assigning), 0);
}

TEST_F(IpuPlacementTest, ACopyIsMadeOnceAndUsedAgain) {
  begin();
  buffers->define(x->id(), root.id);
  EXPECT_EQ(placement->home_of(x->id()), 0);
  placement->bring_inputs(graph.value(y->id()).producer, root);
  ASSERT_EQ(root.children.size(), 1u);
  EXPECT_EQ(std::get<InterIpuCopy>(root.children[0].what).from_ipu, 0);
  EXPECT_EQ(root.children[0].ipu, 1);
  buffers->define(y->id(), builder.next_step());
  placement->bring_inputs(graph.value(z->id()).producer, root);
  EXPECT_EQ(root.children.size(), 1u);
  const std::vector<Held> held = placement->held();
  ASSERT_EQ(held.size(), 1u);
  EXPECT_EQ(held[0].ipu, 1);
  EXPECT_EQ(held[0].bytes, 40);
  EXPECT_EQ(held[0].first_step, defined_at(root.children[0].id));
}

TEST_F(IpuPlacementTest, ACopyFromBeforeALoopStaysUntilItEnds) {
  begin();
  buffers->define(x->id(), root.id);
  placement->bring(x->id(), 1, 0, producer(*y), root);
  const std::int64_t copy = builder.last_step();
  placement->end_loop(copy + 2, copy + 9);  // not read inside
  EXPECT_EQ(placement->held()[0].last_step, released_at(copy + 1, false));
  builder.make("loop");
  placement->bring(x->id(), 1, 0, producer(*y), root);
  placement->end_loop(copy + 2, copy + 9);
  EXPECT_EQ(placement->held()[0].last_step, released_at(copy + 9, false));
}

}  // namespace
}  // namespace pipette
