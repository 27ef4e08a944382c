// The tree that comes out of a graph: its order, its loops and its counters. Numbers are the
// business of random_program_test.cc.
#include "program/emission.h"

#include "loops/loops.h"
#include "program/emission_fixture.h"

namespace pipette {
namespace {

TEST_F(EmissionTest, InstructionsComeInTracedOrder) {
  {
    const Graph::Scope scope(graph);
    const Variable w("w", Array::zeros(DType::f32, Shape{4}));
    const Tensor x = exp(read(w));
    stream_out(sink, {x});
    assign(w, square(x));
  }
  begin();
  const Emitted made = emitted();
  const Executable& program = made.program;
  std::string order;
  for (const Instruction& i : program.root.children) {
    order += std::string(to_word(i.kind())) + " " + i.name + "; ";
  }
  EXPECT_EQ(order, "compute exp; stream_out sink; compute square; compute w/assign; ");
  EXPECT_EQ(program.num_instructions, 5);
  EXPECT_EQ(program.sinks, std::vector<HostSink*>{&sink});
  ASSERT_EQ(program.variables.size(), 1u);
}

TEST_F(EmissionTest, ALoopsBodyKeepsItsCounters) {
  {
    const Graph::Scope scope(graph);
    const Variable total("total", Array::scalar(0));
    loops::repeat(8, [&] { assign(total, read(total) + mini_batch_index(4)); });
  }
  begin();
  const Emitted made = emitted();
  const Instruction& loop = made.program.root.children.back();
  EXPECT_EQ(std::get<Repeat>(loop.what).count.fixed, 8);
  const auto counters = loop.children[0].counters();
  ASSERT_EQ(counters.size(), 1u);
  EXPECT_EQ(counters[0].period, 4);
  const Buffer& counter = made.program.buffers[static_cast<std::size_t>(counters[0].buffer)];
  EXPECT_EQ(counter.first_step, defined_at(loop.children[0].id));
}

TEST_F(EmissionTest, WhatALoopCarriesLivesFromBeforeItToAfterIt) {
  {
    const Graph::Scope scope(graph);
    const Variable w("w", Array::zeros(DType::f32, Shape{4}));
    const Tensor x = exp(read(w));
    const auto results = loops::repeat(3, [](const Tensor& a) { return square(a); }, {x});
    stream_out(sink, {results[0]});
  }
  begin();
  const Emitted made = emitted();
  const std::vector<Instruction>& children = made.program.root.children;
  ASSERT_EQ(children.size(), 4u) << to_string(made.program.root);  // exp, carry in, repeat, out
  const auto& out = std::get<StreamOut>(children[3].what);
  const Buffer& carried = made.program.buffers[static_cast<std::size_t>(out.leaves[0].buffer)];
  EXPECT_LE(carried.first_step, defined_at(children[1].id));
  EXPECT_EQ(carried.last_step, released_at(children[3].id, false));
}

}  // namespace
}  // namespace pipette
