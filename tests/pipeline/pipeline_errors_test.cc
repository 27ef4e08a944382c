// What a pipeline refuses, and what it says then; published cases are named by their id.
#include "oracle.h"
#include "pipeline/pipeline_fixture.h"

namespace pipette::pipelining {
namespace {

using pipette::testing_support::Json;
using testing_support::expect_error;
using testing_support::floats;
using testing_support::System;

Stage identity() {
  return [](Tensor x) { return x; };
}

TEST(Oracle, pipe_count_not_multiple) {
  PIPETTE_ORACLE_CASE(pipe_count_not_multiple);
  const std::string message = oracle["expected"]["message_contains"];
  const float count = oracle["inputs"]["G"];
  for (const auto schedule : {PipelineSchedule::interleaved, PipelineSchedule::grouped}) {
    for (const bool run_time_count : {false, true}) {
      System system(4);
      OutfeedQueue outfeed;
      expect_error<FailedPrecondition>(message, [&] {
        system.run(
            [&](const std::vector<Tensor>& in) {
              PipelineOptions options;
              options.gradient_accumulation_count = static_cast<std::int64_t>(count);
              if (run_time_count) options.gradient_accumulation_count = cast(in[0], DType::i32);
              options.inputs = {in[0]};
              options.outfeed_queue = &outfeed;
              options.pipeline_schedule = schedule;
              pipeline({identity(), identity(), identity()}, options);
            },
            {count});
      });
    }
  }
}

TEST(Oracle, pipe_no_outfeed) {
  PIPETTE_ORACLE_CASE(pipe_no_outfeed);
  System system(2);
  expect_error<ValueError>(oracle["expected"]["message_contains"], [&] {
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = oracle["inputs"]["G"].get<std::int64_t>();
          options.pipeline_schedule = PipelineSchedule::interleaved;
          options.inputs = {in[0]};
          pipeline({identity(), identity()}, options);
        },
        {1});
  });
}

TEST(Oracle, pipe_one_stage) {
  PIPETTE_ORACLE_CASE(pipe_one_stage);
  System system(2);
  expect_error<ValueError>(oracle["expected"]["message_contains"], [&] {
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = std::int64_t{10};
          options.inputs = {in[0]};
          pipeline({identity()}, options);
        },
        {1});
  });
}

// An int in the place of the list is a compile-time error here; the counts are checked.
TEST(Oracle, pipe_bad_device_mapping) {
  PIPETTE_ORACLE_CASE(pipe_bad_device_mapping);
  const std::string message = "Each stage must be mapped to an IPU";
  int checked = 0;
  for (const std::vector<StageDevices>& mapping :
       {std::vector<StageDevices>{0, 1, 2, 3}, std::vector<StageDevices>{0}}) {
    ++checked;
    ASSERT_EQ(oracle["expected"]["errors"][static_cast<std::size_t>(checked)],
              "ValueError: " + message);
    System system(4);
    OutfeedQueue outfeed;
    expect_error<ValueError>(message, [&] {
      system.run(
          [&](const std::vector<Tensor>& in) {
            PipelineOptions options;
            options.gradient_accumulation_count = std::int64_t{12};
            options.inputs = {in[0]};
            options.outfeed_queue = &outfeed;
            options.device_mapping = mapping;
            pipeline({identity(), identity(), identity()}, options);
          },
          {1});
    });
  }
}

TEST(Pipeline, StagesDoNotCaptureTensors) {
  System system(2);
  OutfeedQueue outfeed;
  expect_error<ValueError>("Trying to capture the tensor", [&] {
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = std::int64_t{4};
          options.inputs = {in[0]};
          options.outfeed_queue = &outfeed;
          pipeline({[](Tensor x) { return x; }, [&](Tensor x) { return x + in[0]; }}, options);
        },
        {1});
  });
}

TEST(Pipeline, StagesThatShareAVariableSitTogether) {
  const Variable w("shared", Array::scalar(2.0f));
  const auto run = [&](int num_ipus, std::vector<StageDevices> mapping) {
    System system(num_ipus);
    OutfeedQueue outfeed;
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = std::int64_t{4};
          options.inputs = {in[0]};
          options.outfeed_queue = &outfeed;
          options.device_mapping = std::move(mapping);
          pipeline({[&](Tensor x) { return x * w; }, [&](Tensor x) { return x * w; }}, options);
        },
        {3});
    return floats(outfeed.dequeue().leaf());
  };
  EXPECT_EQ(run(1, {0, 0}), std::vector<float>(4, 12.0f));
  expect_error<ValueError>("stages that share a variable must be mapped to one IPU", [&] {
    run(2, {0, 1});
  });
}

TEST(Pipeline, DeviceMustHaveAMultipleOfTheIpus) {
  System system(3);
  OutfeedQueue outfeed;
  expect_error<InvalidArgument>("the nearest valid values are 2 and 4", [&] {
    system.run(
        [&](const std::vector<Tensor>& in) {
          PipelineOptions options;
          options.gradient_accumulation_count = std::int64_t{4};
          options.inputs = {in[0]};
          options.outfeed_queue = &outfeed;
          pipeline({[](Tensor x) { return x; }, [](Tensor x) { return x; }}, options);
        },
        {1});
  });
}

}  // namespace
}  // namespace pipette::pipelining
