// Stages that return structures: how the next stage, the optimizer and the outfeed get them.
#include "pipeline/pipeline_network.h"

namespace pipette::pipelining {
namespace {

using loops::LoopArguments;
using loops::LoopResults;
using namespace testing_support;  // the network and its data

Nest<Tensor> named(const Tensor& a, const Tensor& b) {
  return Nest<Tensor>::dict({{"b", b}, {"a", a}});
}

Nest<Array> outfed(const std::vector<Stage>& stages, float x, PipelineSchedule schedule) {
  return run_pipeline(
      stages.size() == 2 ? 2 : 4, stages, {x},
      [&](PipelineOptions& options, const auto&) { options.pipeline_schedule = schedule; });
}

TEST(Structures, ADictBecomesNamedArgumentsAndStaysADict) {
  for (const PipelineSchedule schedule : all_schedules()) {
    const Nest<Array> got =
        outfed({[](Tensor x) { return named(x, x * 10.0 + cast(iteration_counter(), DType::f32)); },
                [](const LoopArguments& in) {
                  EXPECT_EQ(in.size(), 2u);
                  return named(in["b"] - in["a"], in["b"] + in["a"]);
                }},
               2, schedule);
    ASSERT_TRUE(got.is_dict());
    EXPECT_EQ(got.size(), 2u);
    EXPECT_EQ(floats(got["a"].leaf()), (std::vector<float>{18, 19, 20, 21}));
    EXPECT_EQ(floats(got["b"].leaf()), (std::vector<float>{22, 23, 24, 25}));
  }
}

TEST(Structures, InsideAListAStructureIsOneArgument) {
  const Nest<Array> got = outfed(
      {[](Tensor x) {
         return LoopResults{x, named(x + 1.0, x + 2.0)};
       },
       [](const LoopArguments& in) {
         EXPECT_EQ(in.positional.size(), 2u);
         const Nest<Tensor>& pair = in.positional.at(1);
         return LoopResults{pair["a"].leaf() * in[0], Nest<Tensor>::tuple({pair["b"], in[0]})};
       }},
      3, PipelineSchedule::grouped);
  ASSERT_TRUE(got.is_tuple());
  EXPECT_EQ(floats(got[0].leaf()), std::vector<float>(4, 12));
  EXPECT_EQ(floats(got[1][0].leaf()), std::vector<float>(4, 5));
  EXPECT_EQ(floats(got[1][1].leaf()), std::vector<float>(4, 3));
}

TEST(Structures, ATupleIsAListAndNumberedKeysAreNoNames) {
  const Nest<Array> got =
      outfed({[](Tensor x) {
                return Nest<Tensor>::tuple({x, x + 1.0});
              },
              [](Tensor x, Tensor y) {
                return Nest<Tensor>::dict({{7, x}, {8, y}});
              },
              [](const LoopArguments& in) {
                EXPECT_TRUE(in.named.empty());
                return in.positional.at(0).at(7).leaf() * in.positional.at(0).at(8).leaf();
              }},
             3, PipelineSchedule::sequential);
  EXPECT_EQ(floats(got.leaf()), std::vector<float>(4, 12));
}

// Two layers, whose results and labels go on by position or by name.
TEST(Structures, TrainingGivesTheSameBitsByNameAndByPosition) {
  const auto run = [](bool by_name, Nest<Array>& losses) {
    const Network network({16, kClasses});
    const auto results = [by_name](const Tensor& a, const Tensor& b) {
      return by_name ? LoopResults{named(a, b)} : LoopResults{a, b};
    };
    System system(2);
    InfeedQueue infeed = iter(batches());
    OutfeedQueue outfeed;
    Momentum momentum;
    system.run([&](const std::vector<Tensor>&) {
      PipelineOptions options;
      options.gradient_accumulation_count = std::int64_t{8};
      options.repeat_count = 3;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.optimizer_function = [&](const LoopArguments& in) {
        const Tensor loss = by_name ? in["a"] : in[0];
        return OptimizerFunctionOutput{momentum, loss};
      };
      pipeline({[&](Tensor x, Tensor labels) { return results(network.layer(0, x), labels); },
                [&](const LoopArguments& in) {
                  const Tensor hidden = by_name ? in["a"] : in[0];
                  const Tensor labels = by_name ? in["b"] : in[1];
                  return results(loss_of(network.layer(1, hidden), labels), labels);
                }},
               options);
    });
    losses = outfeed.dequeue();
    return network.weights();
  };
  Nest<Array> named_losses, listed_losses;
  EXPECT_EQ(run(true, named_losses), run(false, listed_losses));
  ASSERT_TRUE(named_losses.is_tuple());  // in training always a list, here of one dict
  ASSERT_EQ(named_losses.size(), 1u);
  ASSERT_EQ(listed_losses.size(), 2u);
  const std::vector<float> losses = floats(named_losses[0]["a"].leaf());
  EXPECT_EQ(losses, floats(listed_losses[0].leaf()));
  ASSERT_EQ(losses.size(), 24u);
  EXPECT_LT(losses[20], losses[0]);  // the same ten batches again and again
}

TEST(Structures, StagesPrintInTheOrderInWhichTheyRun) {
  System system(2);
  std::string text;
  system.machine.print_tensor = [&](const std::string& lines) { text += lines; };
  OutfeedQueue outfeed;
  const auto shown = [](const char* label) {
    return [label](Tensor x) {
      print_tensor(x + cast(iteration_counter(), DType::f32), label);
      return x * 10.0;
    };
  };
  system.run(
      [&](const std::vector<Tensor>& in) {
        PipelineOptions options;
        options.gradient_accumulation_count = std::int64_t{2};
        options.inputs = in;
        options.outfeed_queue = &outfeed;
        options.pipeline_schedule = PipelineSchedule::sequential;
        pipeline({shown("first"), shown("second")}, options);
      },
      {1});
  EXPECT_EQ(text, "first: 1.0000000\nsecond: 10.0000\nfirst: 2.0000000\nsecond: 11.0000\n");
}

TEST(Structures, AFunctionOfTensorsRefusesNames) {
  const Stage dict = [](Tensor x) { return named(x, x); };
  expect_error<TypeError>("gets 0 by position and 2 by name", [&] {
    outfed({dict, [](Tensor x, Tensor y) { return x + y; }}, 1, PipelineSchedule::grouped);
  });
  expect_error<TypeError>("stage 1 takes 1 arguments, but gets 2", [&] {
    outfed({dict, [](Tensor x) { return x; }}, 1, PipelineSchedule::grouped);
  });
  expect_error<TypeError>("no argument named \"c\"", [&] {
    outfed({dict, [](const LoopArguments& in) { return in["c"]; }}, 1, PipelineSchedule::grouped);
  });
}

}  // namespace
}  // namespace pipette::pipelining
