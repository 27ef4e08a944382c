// The published cases on Keras models, each named by its id.
#include "keras/keras_fixture.h"
#include "oracle.h"

namespace pipette::keras {
namespace {

using pipette::testing_support::Json;
using testing_support::expect_error;
using testing_support::labelled;
using testing_support::System;

struct CountBatches : Callback {
  void on_train_batch_end(std::int64_t, const Logs&) override { ++calls; }
  int calls = 0;
};

TEST(Oracle, keras_steps_ga_indivisible) {
  PIPETTE_ORACLE_CASE(keras_steps_ga_indivisible);
  const Json& inputs = oracle["inputs"];
  ASSERT_EQ(oracle["expected"]["error"], "RuntimeError");
  System system;
  Sequential model({flatten(), dense(5, softmax)}, {.strategy = &system.strategy});
  model.set_gradient_accumulation_options(
      {.gradient_accumulation_steps_per_replica =
           inputs["gradient_accumulation_steps_per_replica"].get<std::int64_t>()});
  model.compile({.loss = "sparse_categorical_crossentropy",
                 .steps_per_execution = inputs["steps_per_execution"].get<std::int64_t>()});
  expect_error<RuntimeError>(oracle["expected"]["message_contains"],
                             [&] { model.fit(labelled(96, 4)); });
}

TEST(Oracle, keras_callback_count) {
  PIPETTE_ORACLE_CASE(keras_callback_count);
  const auto batches = oracle["inputs"]["batches"].get<std::int64_t>();
  const Json& executions = oracle["inputs"]["steps_per_execution"];
  ASSERT_EQ(executions.size(), 2u);
  for (std::size_t i = 0; i < executions.size(); ++i) {
    for (const bool pipelined : {false, true}) {
      System system(2);
      Sequential model({flatten(), dense(5, softmax)}, {.strategy = &system.strategy});
      if (pipelined) {
        model.set_pipeline_stage_assignment({0, 1});
        model.set_pipelining_options(
            {.gradient_accumulation_steps_per_replica = 2,
             .pipeline = {.pipeline_schedule = pipelining::PipelineSchedule::sequential}});
      }
      model.compile({.loss = "sparse_categorical_crossentropy",
                     .steps_per_execution = executions[i].get<std::int64_t>()});
      const auto counter = std::make_shared<CountBatches>();
      // Without stages both IPUs are replicas, which share the batches.
      const std::int64_t replicas = pipelined ? 1 : 2;
      model.fit(labelled(2 * batches * replicas, 2), {.callbacks = {counter}});
      EXPECT_EQ(counter->calls, oracle["expected"]["calls"][i].get<int>());
    }
  }
}

TEST(Oracle, keras_stage_assignment_errors) {
  PIPETTE_ORACLE_CASE(keras_stage_assignment_errors);
  const auto layers = oracle["inputs"]["layers"].get<std::size_t>();
  Sequential model(std::vector<LayerPtr>{flatten()});
  while (model.layers().size() < layers) model.add(dense(4));
  const Json& messages = oracle["expected"]["message_contains"];
  const auto expect = [&](std::size_t message, const std::vector<StageNumber>& stages) {
    expect_error<ValueError>(messages[message],
                             [&] { model.set_pipeline_stage_assignment(stages); });
    EXPECT_FALSE(model.pipelined());
  };
  std::vector<StageNumber> stages(layers, 0);
  std::vector<StageNumber> floats(layers, 0.5);
  expect(0, floats);
  expect(1, std::vector<StageNumber>(8, 0));
  expect(2, std::vector<StageNumber>(layers, 1));
  stages[4] = 1;  // then back to 0
  expect(3, stages);
  stages.assign(layers, 2);
  stages[0] = 0;  // 1 is skipped
  expect(3, stages);
}

}  // namespace
}  // namespace pipette::keras
