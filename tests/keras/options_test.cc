#include "keras/options.h"

#include "keras/keras_fixture.h"

namespace pipette::keras {
namespace {

using pipelining::PipelineOptions;
using testing_support::expect_error;
using testing_support::labelled;
using testing_support::System;

Sequential small(Strategy* strategy = nullptr) {
  return Sequential({flatten(), dense(5, softmax)}, {.strategy = strategy});
}

TEST(Options, StepsAndDevicesAreChecked) {
  Sequential model = small();
  for (const std::int64_t steps : {0, -3}) {
    const std::string message = "`gradient_accumulation_steps_per_replica` to be a positive";
    expect_error<ValueError>(message, [&] {
      model.set_gradient_accumulation_options({.gradient_accumulation_steps_per_replica = steps});
    });
    expect_error<ValueError>(message, [&] {
      model.set_pipelining_options({.gradient_accumulation_steps_per_replica = steps});
    });
  }
  expect_error<ValueError>("Expected `device_mapping` to be a list", [&] {
    model.set_pipelining_options({.device_mapping = std::vector<int>{0, -1}});
  });
  expect_error<ValueError>("Found `reduction_method` key", [&] {
    model.set_gradient_accumulation_options({.optimizer = {.reduction_method = Reduction::mean}});
  });
}

TEST(Options, WhatTheModelFillsInIsRefused) {
  InfeedQueue infeed(labelled(8, 2));
  OutfeedQueue outfeed;
  struct Case {
    const char* key;
    const char* why;
    std::function<void(PipelineOptions&)> set;
  };
  const char* instead = "to `set_pipelining_options` instead";
  const char* automatic = "automatically set by Keras";
  const char* incompatible = "not compatible with Keras";
  const std::vector<Case> cases{
      {"gradient_accumulation_count", instead,
       [](PipelineOptions& o) { o.gradient_accumulation_count = std::int64_t{4}; }},
      {"device_mapping", instead, [](PipelineOptions& o) { o.device_mapping.emplace(); }},
      {"accumulate_outfeed", instead, [](PipelineOptions& o) { o.accumulate_outfeed = true; }},
      {"reduction_method", instead,
       [](PipelineOptions& o) { o.reduction_method = Reduction::mean; }},
      {"repeat_count", automatic, [](PipelineOptions& o) { o.repeat_count = 2; }},
      {"infeed_queue", automatic, [&](PipelineOptions& o) { o.infeed_queue = &infeed; }},
      {"outfeed_queue", automatic, [&](PipelineOptions& o) { o.outfeed_queue = &outfeed; }},
      {"optimizer_function", automatic,
       [](PipelineOptions& o) {
         o.optimizer_function = [](const Tensor& loss) {
           static Sgd optimizer;
           return pipelining::OptimizerFunctionOutput{optimizer, loss};
         };
       }},
      {"outfeed_loss", incompatible, [](PipelineOptions& o) { o.outfeed_loss = true; }},
      {"outfeed_mask", incompatible, [](PipelineOptions& o) { o.outfeed_mask = {true}; }},
      {"batch_serialization_iterations", incompatible,
       [](PipelineOptions& o) { o.batch_serialization_iterations = 2; }},
  };
  Sequential model = small();
  for (const Case& c : cases) {
    SCOPED_TRACE(c.key);
    PipeliningSettings settings;
    c.set(settings.pipeline);
    const auto set = [&] { model.set_pipelining_options(settings); };
    expect_error<ValueError>(std::string("Found `") + c.key + "` key", set);
    expect_error<ValueError>(c.why, set);
  }
}

TEST(Options, QueuesOfTheModelKeepTheirModeAndOrdinal) {
  Sequential model = small();
  expect_error<ValueError>("Found `outfeed_mode` key",
                           [&] { model.set_outfeed_queue_options({.mode = OutfeedMode::last}); });
  expect_error<ValueError>("Found `device_ordinal` key",
                           [&] { model.set_outfeed_queue_options({.device_ordinal = 1}); });
}

TEST(Options, QueuesTakeTheOtherOptions) {
  const auto cycles = [](int depth) {
    System system;
    Sequential model = small(&system.strategy);
    model.set_infeed_queue_options({.prefetch_depth = depth});
    model.set_outfeed_queue_options({.buffer_depth = depth});
    model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 8});
    model.fit(labelled(64, 2));
    return system.machine.device.now();
  };
  EXPECT_NE(cycles(1), cycles(8));  // prefetching more changes who waits
  expect_error<ValueError>("must be less than 256", [&] { cycles(300); });
}

TEST(Options, MetricReductionsAreParsed) {
  EXPECT_EQ(parse_metric_reduction("NONE"), ReplicatedMetricReduction::none);
  EXPECT_EQ(parse_metric_reduction("list"), ReplicatedMetricReduction::list);
  EXPECT_EQ(parse_metric_reduction("Sum"), ReplicatedMetricReduction::sum);
  EXPECT_EQ(parse_metric_reduction("mean"), ReplicatedMetricReduction::mean);
  expect_error<ValueError>("Cannot parse max", [] { parse_metric_reduction("max"); });
}

TEST(Options, CompileChecksItsArguments) {
  Sequential model = small();
  expect_error<RuntimeError>("run_eagerly",
                             [&] { model.compile({.loss = "mse", .run_eagerly = true}); });
  expect_error<ValueError>("the loss is missing", [&] { model.compile({}); });
  expect_error<ValueError>("steps_per_execution must be at least 1",
                           [&] { model.compile({.loss = "mse", .steps_per_execution = 0}); });
  expect_error<ValueError>("unknown loss \"hinge\"", [&] { model.compile({.loss = "hinge"}); });
  expect_error<ValueError>("unknown metric \"auc\"",
                           [&] { model.compile({.loss = "mse", .metrics = {"auc"}}); });
  expect_error<ValueError>("unknown optimizer", [] { make_optimizer("lamb"); });
  expect_error<ValueError>("unknown activation", [] { parse_activation("swish"); });
}

TEST(Options, NothingRunsBeforeItCan) {
  System system;
  Sequential model = small();
  expect_error<RuntimeError>("You must compile your model", [&] { model.fit(labelled(8, 2)); });
  model.compile({.loss = "sparse_categorical_crossentropy"});
  expect_error<RuntimeError>("has no strategy", [&] { model.fit(labelled(8, 2)); });
  expect_error<ValueError>("have not yet been created", [&] { model.count_params(); });
  model.set_strategy(system.strategy);
  expect_error<ValueError>("a callback is null",
                           [&] { model.fit(labelled(8, 2), {.callbacks = {nullptr}}); });
  model.start_fit(labelled(8, 2));
  expect_error<RuntimeError>("is running", [&] { model.compile({.loss = "mse"}); });
  expect_error<RuntimeError>("is running already", [&] { model.start_evaluate(labelled(8, 2)); });
}

TEST(Options, APipelineNeedsAccumulationStepsToTrain) {
  System system(2);
  Sequential model = small(&system.strategy);
  model.set_pipeline_stage_assignment({0, 1});
  model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 4});
  expect_error<ValueError>("has not been set through `set_pipelining_options()`",
                           [&] { model.fit(labelled(8, 2)); });
  model.evaluate(labelled(8, 2));  // which accumulates nothing
  expect_error<ValueError>("Current device has 1 IPU attached", [&] {
    System one;
    model.set_strategy(one.strategy);
    model.evaluate(labelled(8, 2));
  });
  model.set_strategy(system.strategy);
}

std::vector<std::string> log_of_fit(const std::function<void(Model&)>& prepare) {
  System system(2);
  Sequential model = small(&system.strategy);
  std::vector<std::string> log;
  model.set_log([&](const std::string& line) { log.push_back(line); });
  model.compile({.loss = "sparse_categorical_crossentropy", .steps_per_execution = 8});
  prepare(model);
  model.fit(labelled(64, 4));
  return log;
}

TEST(Options, ThatHaveNoEffectAreSaid) {
  EXPECT_THAT(log_of_fit([](Model& model) {
                model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
              })[0],
              testing::HasSubstr("set_pipelining_options() has no effect"));
  EXPECT_THAT(
      log_of_fit([](Model& model) {
        model.set_pipeline_stage_assignment({0, 1});
        model.set_pipelining_options({.gradient_accumulation_steps_per_replica = 4});
        model.set_gradient_accumulation_options({.gradient_accumulation_steps_per_replica = 4});
      })[0],
      testing::HasSubstr("set_gradient_accumulation_options() has no effect"));
  System system;
  Sequential model = small(&system.strategy);
  model.compile({.loss = "sparse_categorical_crossentropy"});
  expect_error<ValueError>("validation_data, which is missing",
                           [&] { model.fit(labelled(8, 4), {.validation_steps = 2}); });
}

// An optimizer that accumulates makes one update of several mini-batches, as the model's options
// do.
TEST(Options, UpdatesAreCountedWhoeverAccumulates) {
  const std::vector<std::string> log = log_of_fit([](Model& model) {
    model.compile({.optimizer = std::make_shared<GradientAccumulationOptimizerV2>(sgd(), 4),
                   .loss = "sparse_categorical_crossentropy",
                   .steps_per_execution = 8});
  });
  EXPECT_THAT(log[0], testing::StartsWith("The model will do 2 weight updates per execution"));
  EXPECT_THAT(log[1], testing::HasSubstr("the effective batch size is 32"));
}

}  // namespace
}  // namespace pipette::keras
