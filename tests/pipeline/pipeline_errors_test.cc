// What a pipeline refuses, and what it says then; published cases are named by their id.
#include <cmath>

#include "oracle.h"
#include "pipeline/pipeline_fixture.h"

namespace pipette::pipelining {
namespace {

using pipette::testing_support::Json;
using testing_support::expect_error;
using testing_support::floats;
using testing_support::infer;
using testing_support::run_pipeline;

Stage identity() {
  return [](Tensor x) { return x; };
}
void keep_options(PipelineOptions&, const std::vector<Tensor>&) {}

TEST(Oracle, pipe_count_not_multiple) {
  PIPETTE_ORACLE_CASE(pipe_count_not_multiple);
  const float count = oracle["inputs"]["G"];
  for (const auto schedule : {PipelineSchedule::interleaved, PipelineSchedule::grouped}) {
    for (const bool run_time_count : {false, true}) {
      expect_error<FailedPrecondition>(oracle["expected"]["message_contains"], [&] {
        infer(4, {identity(), identity(), identity()}, {count},
              [&](PipelineOptions& options, const std::vector<Tensor>& in) {
                options.gradient_accumulation_count = static_cast<std::int64_t>(count);
                if (run_time_count) options.gradient_accumulation_count = cast(in[0], DType::i32);
                options.pipeline_schedule = schedule;
              });
      });
    }
  }
}

TEST(Oracle, pipe_no_outfeed) {
  PIPETTE_ORACLE_CASE(pipe_no_outfeed);
  expect_error<ValueError>(oracle["expected"]["message_contains"], [&] {
    infer(2, {identity(), identity()}, {1}, [&](PipelineOptions& options, const auto&) {
      options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
      options.pipeline_schedule = PipelineSchedule::interleaved;
      options.outfeed_queue = nullptr;
    });
  });
}

TEST(Oracle, pipe_one_stage) {
  PIPETTE_ORACLE_CASE(pipe_one_stage);
  expect_error<ValueError>(oracle["expected"]["message_contains"],
                           [&] { infer(2, {identity()}, {1}, keep_options); });
}

// An int in the place of the list is a compile-time error here; the counts are checked.
TEST(Oracle, pipe_bad_device_mapping) {
  PIPETTE_ORACLE_CASE(pipe_bad_device_mapping);
  const std::string message = "Each stage must be mapped to an IPU";
  std::size_t checked = 0;
  for (const std::vector<StageDevices>& mapping :
       {std::vector<StageDevices>{0, 1, 2, 3}, std::vector<StageDevices>{0}}) {
    ASSERT_EQ(oracle["expected"]["errors"][++checked], "ValueError: " + message);
    expect_error<ValueError>(message, [&] {
      infer(4, {identity(), identity(), identity()}, {1},
            [&](PipelineOptions& options, const auto&) { options.device_mapping = mapping; });
    });
  }
}

TEST(Pipeline, StagesDoNotCaptureTensors) {
  expect_error<ValueError>("Trying to capture the tensor", [&] {
    std::optional<Tensor> outside;
    infer(2, {identity(), [&](Tensor x) { return x + *outside; }}, {1},
          [&](PipelineOptions&, const std::vector<Tensor>& in) { outside = in[0]; });
  });
}

TEST(Pipeline, StagesThatShareAVariableSitTogether) {
  const Variable w("shared", Array::scalar(2.0f));
  const auto run = [&](int num_ipus, const std::vector<StageDevices>& mapping) {
    const Stage stage = [&](Tensor x) { return x * w; };
    return floats(infer(num_ipus, {stage, stage}, {3}, [&](PipelineOptions& options, const auto&) {
      options.device_mapping = mapping;
    }));
  };
  EXPECT_EQ(run(1, {0, 0}), std::vector<float>(4, 12.0f));
  expect_error<ValueError>("stages that share a variable must be mapped to one IPU", [&] {
    run(2, {0, 1});
  });
}

TEST(Pipeline, StageOptionsAreOneForEachStage) {
  const auto run = [](std::size_t forward, std::size_t backward, bool training) {
    const Variable w("w", Array::scalar(2.0f));
    const Stage first = [&](Tensor x) { return w * x; };
    Sgd sgd;
    return run_pipeline(2, {first, identity()}, {3}, [&](PipelineOptions& options, const auto&) {
      options.forward_propagation_stages_poplar_options.emplace(forward);
      options.backward_propagation_stages_poplar_options.emplace(backward);
      options.weight_update_poplar_options.matmul_options["fullyConnectedPass"] = "TRAINING_WU";
      options.gradient_accumulation_for_captured_grads = false;
      if (!training) return;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
    });
  };
  EXPECT_EQ(floats(run(2, 2, true)[0].leaf()), std::vector<float>(4, 6));
  EXPECT_EQ(floats(run(2, 7, false).leaf()), std::vector<float>(4, 6));
  expect_error<ValueError>("forward_propagation_stages_poplar_options must have one entry",
                           [&] { run(1, 2, true); });
  expect_error<ValueError>(
      "backward_propagation_stages_poplar_options must have one entry for each stage, but has 3",
      [&] { run(2, 3, true); });
}

TEST(Pipeline, OutfeedLossNeedsAnOutfeed) {
  Sgd sgd;
  expect_error<ValueError>("An outfeed_queue must be provided when outfeed_loss is true", [&] {
    infer(2, {identity(), identity()}, {1}, [&](PipelineOptions& options, const auto&) {
      options.outfeed_queue = nullptr;
      options.outfeed_loss = true;
      options.optimizer_function = [&](Tensor loss) { return OptimizerFunctionOutput{sgd, loss}; };
    });
  });
}

// 8 times 10,000 is more than a half can hold.
TEST(Pipeline, OutputsAreAccumulatedInTheDtypeAskedFor) {
  const auto sum_in = [](const AccumulationDType& dtype) {
    const Stage half = [](Tensor x) { return cast(x, DType::f16); };
    return run_pipeline(2, {half, identity()}, {10000},
                        [&](PipelineOptions& options, const auto&) {
                          options.gradient_accumulation_count = std::int64_t{8};
                          options.accumulate_outfeed = true;
                          options.accumulate_outfeed_dtype = dtype;
                        })[0]
        .leaf();
  };
  EXPECT_EQ(floats(sum_in(DType::f32)), std::vector<float>{80000});
  std::vector<DType> asked;
  EXPECT_EQ(floats(sum_in([&](const Variable& like) {
              asked.push_back(like.dtype());
              return DType::f32;
            })),
            std::vector<float>{80000});
  EXPECT_EQ(asked, std::vector<DType>{DType::f16});
  const Array overflown = sum_in({});
  ASSERT_EQ(overflown.dtype(), DType::f16);
  EXPECT_TRUE(std::isinf(static_cast<float>(overflown.span<Half>()[0])));
  expect_error<TypeError>("float32 and float16 can be accumulated", [&] { sum_in(DType::i32); });
}

TEST(Pipeline, DeviceMustHaveAMultipleOfTheIpus) {
  expect_error<InvalidArgument>("set num_ipus to 2 or 4", [&] {
    infer(3, {identity(), identity()}, {1}, keep_options);
  });
}

}  // namespace
}  // namespace pipette::pipelining
