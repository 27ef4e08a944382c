// Tapes in what an optimizer function returns, and gradients that are captured on their way.
#include <cmath>

#include "message_of.h"
#include "pipeline/pipeline_training.h"
#include "training/cast_gradients.h"
#include "training/cross_replica.h"

namespace pipette::pipelining {
namespace {

using pipette::testing_support::message_of;
using testing::HasSubstr;
using namespace testing_support;

// The upstream tests' pipeline: tanh(tanh(x)) of a variable, 4 mini-batches, both arguments of tanh
// captured. Each mini-batch sees x = 3 and so does every gradient.
struct Tanh {
  Variable x{"x", Array::filled<float>({}, 3.0f)};
  AggregatingOptimizer sgd{std::make_shared<Sgd>(0.0f)};
  OutfeedQueue outfeed, captured;

  using Fill = std::function<void(OptimizerFunctionOutput&)>;
  void run(const Fill& fill, const std::function<void(PipelineOptions&)>& set = {}) {
    PipelineOptions options;
    options.gradient_accumulation_count = 4;
    options.outfeed_queue = &outfeed;
    options.optimizer_function = [&, fill](Tensor loss) {
      OptimizerFunctionOutput output{sgd, loss};
      fill(output);
      return output;
    };
    if (set) set(options);
    pipeline({[&] { return tanh(capture_upstream_gradients(x, "tanh_grad_stage_0")); },
              [&](Tensor y) { return tanh(capture_upstream_gradients(y, "tanh_grad_stage_1")); }},
             options);
  }
};

// d tanh(tanh(x)) / d tanh(x), and by x, as the device computes them.
float inner() { return 1.0f - std::tanh(std::tanh(3.0f)) * std::tanh(std::tanh(3.0f)); }
float outer() { return inner() * (1.0f - std::tanh(3.0f) * std::tanh(3.0f)); }

void expect_captured(OutfeedQueue& captured, float times, std::int64_t updates = 1) {
  const Nest<Array> got = captured.dequeue();
  ASSERT_EQ(got["tanh_grad_stage_0"].leaf().shape(), Shape({updates}));
  for (std::int64_t i = 0; i < updates; ++i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_NEAR(floats(got["tanh_grad_stage_0"].leaf())[at], times * outer(), 1e-6f);
    EXPECT_NEAR(floats(got["tanh_grad_stage_1"].leaf())[at], times * inner(), 1e-6f);
  }
}

TEST(CapturedGradients, OfATapeGoToTheOutfeed) {  // upstream: testVariableAndActivationPipelineTape
  Tanh tanh;
  System(2).run([&](const std::vector<Tensor>&) {
    const GradientCaptureTape tape;
    tanh.run([&](OptimizerFunctionOutput& output) {
      output.tape = &tape;
      output.captured_gradient_outfeed = &tanh.captured;
    });
  });
  expect_captured(tanh.captured, 4);
}

// upstream: testVariableAndActivationPipelineContext
TEST(CapturedGradients, OfAContextGoToTheOutfeed) {
  for (const PipelineSchedule schedule : all_schedules()) {
    Tanh tanh;
    System(2).run([&](const std::vector<Tensor>&) {
      const GradientCapture context;
      tanh.run(
          [&](OptimizerFunctionOutput& output) {
            output.variables = {tanh.x};
            output.gradient_capture_context = &context;
            output.captured_gradient_outfeed = &tanh.captured;
          },
          [&](PipelineOptions& options) { options.pipeline_schedule = schedule; });
    });
    expect_captured(tanh.captured, 4);
  }
}

TEST(CapturedGradients, AreReducedLikeOthersOrThoseOfTheLastMiniBatch) {
  struct Case {
    Reduction reduction;
    bool accumulates;
    float times;
  };
  for (const Case& each : {Case{Reduction::mean, true, 1},
                           {Reduction::running_mean, true, 1},
                           {Reduction::sum, false, 1},
                           {Reduction::sum, true, 4}}) {
    Tanh tanh;
    System(2).run([&](const std::vector<Tensor>&) {
      const GradientCapture context;
      tanh.run(
          [&](OptimizerFunctionOutput& output) {
            output.gradient_capture_context = &context;
            output.captured_gradient_outfeed = &tanh.captured;
          },
          [&](PipelineOptions& options) {
            options.reduction_method = each.reduction;
            options.gradient_accumulation_for_captured_grads = each.accumulates;
            options.repeat_count = 3;
          });
    });
    expect_captured(tanh.captured, each.times, 3);
  }
}

TEST(CapturedGradients, OfTheLastMiniBatchAreThoseOfItsElement) {
  std::vector<float> numbers(8);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  const auto run = [&](bool accumulates) {
    const Variable w("w", Array::filled<float>({}, 2.0f));
    AggregatingOptimizer sgd{std::make_shared<Sgd>(0.0f)};
    InfeedQueue infeed = iter(Dataset::from_tensor_slices(Array::of<float>({8}, numbers)));
    OutfeedQueue outfeed, captured;
    System(2).run([&](const std::vector<Tensor>&) {
      const GradientCaptureTape tape;
      PipelineOptions options;
      options.gradient_accumulation_count = 8;
      options.gradient_accumulation_for_captured_grads = accumulates;
      options.infeed_queue = &infeed;
      options.outfeed_queue = &outfeed;
      options.optimizer_function = [&](Tensor loss) {
        OptimizerFunctionOutput output{sgd, loss};
        output.tape = &tape;
        output.captured_gradient_outfeed = &captured;
        return output;
      };
      pipeline({[&](Tensor x) { return capture_upstream_gradients(x * w, "product"); },
                [](Tensor y) { return square(y); }},
               options);
    });
    return floats(captured.dequeue()["product"].leaf()).at(0);
  };
  EXPECT_EQ(run(true), 2 * 2 * (0 + 1 + 2 + 3 + 4 + 5 + 6 + 7));  // d (w x)^2 / d (w x) = 2 w x
  EXPECT_EQ(run(false), 2 * 2 * 7);
}

// A training of the network with what `fill` adds to the optimizer function's result.
template <class Fill>
TrainingOutcome trained(bool captures, Fill fill) {
  const Network network(kWidths);
  AggregatingOptimizer optimizer(std::make_shared<Momentum>(0.05f, 0.9f));
  System system(2);
  InfeedQueue infeed = iter(batches());
  OutfeedQueue outfeed;
  system.run([&](const std::vector<Tensor>&) {
    const GradientCaptureTape tape;
    PipelineOptions options;
    options.gradient_accumulation_count = 8;
    options.repeat_count = 3;
    options.infeed_queue = &infeed;
    options.outfeed_queue = &outfeed;
    options.outfeed_loss = true;
    options.optimizer_function = [&](Tensor loss) {
      OptimizerFunctionOutput output{optimizer, loss};
      fill(output, tape, network);
      return output;
    };
    pipeline({[&](Tensor x, Tensor labels) {
                for (const std::size_t i : {0u, 1u}) x = network.layer(i, x);
                if (captures) x = capture_upstream_gradients(x, "hidden");
                return std::vector<Tensor>{x, labels};
              },
              [&](Tensor x, Tensor labels) {
                for (const std::size_t i : {2u, 3u}) x = network.layer(i, x);
                return std::vector<Tensor>{loss_of(x, labels)};
              }},
             options);
  });
  return {floats(outfeed.dequeue().leaf()), network.weights()};
}

TEST(CapturedGradients, ATapeTrainsAsTheListOfItsVariablesDoes) {
  const TrainingOutcome listed =
      trained(false, [](OptimizerFunctionOutput& output, const GradientTape&, const auto& network) {
        output.variables = network.variables();
      });
  OutfeedQueue captured;
  for (const bool captures : {false, true}) {
    const TrainingOutcome taped = trained(
        captures, [&](OptimizerFunctionOutput& output, const GradientTape& tape, const auto&) {
          output.tape = &tape;
          if (captures) output.captured_gradient_outfeed = &captured;
        });
    EXPECT_EQ(taped.losses, listed.losses);
    EXPECT_EQ(taped.weights, listed.weights);
  }
  EXPECT_EQ(captured.dequeue()["hidden"].leaf().shape()[0], 3);
}

TEST(CapturedGradients, WhatDoesNotFitTogetherIsNamed) {
  const auto message = [](const auto& fill) {
    Tanh tanh;
    return message_of<ValueError>([&] {
      System(2).run([&](const std::vector<Tensor>&) {
        const GradientCaptureTape tape;
        tanh.run([&](OptimizerFunctionOutput& output) { fill(output, tape, tanh); });
      });
    });
  };
  EXPECT_THAT(message([](OptimizerFunctionOutput& output, const auto& tape, Tanh& tanh) {
                output.tape = &tape;
                output.variables = {tanh.x};
              }),
              HasSubstr("variables must be empty"));
  EXPECT_THAT(message([](OptimizerFunctionOutput& output, const auto& tape, Tanh&) {
                output.tape = &tape;
                output.gradient_capture_context = tape.capture();
              }),
              HasSubstr("use a GradientCaptureTape"));
  EXPECT_THAT(message([](OptimizerFunctionOutput& output, const auto&, Tanh& tanh) {
                output.captured_gradient_outfeed = &tanh.captured;
              }),
              HasSubstr("set one of them"));
  EXPECT_THAT(
      message_of<ValueError>([&] {
        OutfeedQueue captured;
        trained(false, [&](OptimizerFunctionOutput& output, const GradientTape& tape, const auto&) {
          output.tape = &tape;
          output.captured_gradient_outfeed = &captured;
        });
      }),
      HasSubstr("has nothing to enqueue"));
  const auto older = std::make_shared<Sgd>(0.0f);
  EXPECT_THAT(
      message([&](OptimizerFunctionOutput& output, const auto& tape, Tanh&) {
        output.optimizer = older;
        output.tape = &tape;
      }),
      HasSubstr("OptimizerFunctionOutput.tape may only be used with an optimizer of Keras"));
  EXPECT_THAT(message([&](OptimizerFunctionOutput& output, const auto&, Tanh& tanh) {
                output.optimizer = older;
                output.variables = {tanh.x};
              }),
              HasSubstr("OptimizerFunctionOutput.variables may only be used with"));
  const auto accumulating = std::make_shared<CrossReplicaGradientAccumulationOptimizer>(older, 4);
  EXPECT_THAT(message([&](OptimizerFunctionOutput& output, const auto&, Tanh&) {
                output.optimizer = std::make_shared<CastGradients>(accumulating);
              }),
              HasSubstr("must not accumulate gradients itself"));
  // A tape that starts after the stages watches nothing.
  std::unique_ptr<GradientTape> late;
  EXPECT_THROW(trained(false,
                       [&](OptimizerFunctionOutput& output, const GradientTape&, const auto&) {
                         late = std::make_unique<GradientTape>();
                         output.tape = late.get();
                       }),
               RuntimeError);
}

}  // namespace
}  // namespace pipette::pipelining
