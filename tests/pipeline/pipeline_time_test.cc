// The modelled time of a pipelined run.
#include <algorithm>
#include <limits>

#include "pipeline/pipeline_network.h"

namespace pipette::pipelining {
namespace {

using namespace testing_support;  // the network and its data

// The engine's clocks against the schedule's own arithmetic, from the costs in the program.
TEST(Pipeline, TakesTheTimeOfItsSchedule) {
  for (const PipelineSchedule schedule : all_schedules()) {
    System system(4);
    OutfeedQueue outfeed;
    Sgd sgd;
    const Network network(kWidths);
    const std::int64_t count = 8;
    const Function function("timed", [&](const Nest<Tensor>& in) {
      std::vector<Stage> stages;
      for (std::size_t s = 0; s < kWidths.size(); ++s) {
        stages.emplace_back([&network, s](Tensor x, Tensor labels) {
          const Tensor y = network.layer(s, x);
          if (s + 1 == kWidths.size()) return std::vector<Tensor>{loss_of(y, labels)};
          return std::vector<Tensor>{y, labels};
        });
      }
      PipelineOptions options;
      options.gradient_accumulation_count = count;
      options.inputs = in.flatten();
      options.pipeline_schedule = schedule;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
      pipeline(stages, options);
    });
    const Element arguments = Element::tuple({Array::zeros(DType::f32, Shape{kBatch, kInputs}),
                                              Array::zeros(DType::i32, Shape{kBatch})});
    system.strategy.run(function, arguments);
    const Executable& executable =
        system.strategy.compiled(function, arguments.map([](const Array& a) { return a.spec(); }));
    const Instruction* found = nullptr;
    for (const Instruction& child : executable.root.children) {
      if (child.kind() == InstructionKind::pipeline) found = &child;
    }
    ASSERT_NE(found, nullptr);
    const auto cycles_of = [](const Instruction& sequence, int ipu) {
      std::int64_t sum = 0;
      for (const Instruction& i : sequence.children) {
        if (i.ipu == ipu) sum += i.cost().total_cycles();
      }
      return sum;
    };
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;
    std::int64_t boxes = 0;
    const Trace& trace = system.machine.trace;
    for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
      const Span span = trace[i];
      if (span.kind != SpanKind::stage_program) continue;
      ++boxes;
      EXPECT_EQ(
          span.end - span.begin,
          cycles_of(
              found->children[static_cast<std::size_t>(
                  std::find_if(found->children.begin(), found->children.end(),
                               [&](const Instruction& c) { return c.id == span.instruction; }) -
                  found->children.begin())],
              span.lane));
      first = std::min(first, span.begin);
      last = std::max(last, span.end);
    }
    EXPECT_EQ(boxes, 2 * 4 * count);
    // The same from slots: the slowest IPU of each, then barrier and copies, but after the last.
    std::int64_t expected = 0;
    const auto& what = std::get<Pipeline>(found->what);
    const PipelinePlan& plan = what.plan;
    std::int64_t gap = 0;
    std::vector<Copies> sends;
    for (int program = 0; program < plan.num_programs; ++program) {
      sends.push_back(found->children[static_cast<std::size_t>(program)].stage().sends);
    }
    LinkExchange exchange(sends);
    for (std::int64_t i = 0; i < plan.num_slots(count); ++i) {
      if (plan.slot(i, count).empty()) continue;
      expected += gap;
      std::vector<std::int64_t> busy(4, 0);
      exchange.clear();
      for (const int program : plan.slot(i, count)) {
        const Instruction& child = found->children[static_cast<std::size_t>(program)];
        for (int ipu = 0; ipu < 4; ++ipu) {
          busy[static_cast<std::size_t>(ipu)] += cycles_of(child, ipu);
        }
        exchange.add(program);
      }
      expected += *std::max_element(busy.begin(), busy.end());
      gap = what.sync_cycles + exchange.cycles();
    }
    EXPECT_EQ(last - first, expected) << to_label(schedule);
    EXPECT_GT(what.sync_cycles, 0);
  }
}

}  // namespace
}  // namespace pipette::pipelining
