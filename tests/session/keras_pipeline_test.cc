// Keras models with stages show their schedule as other pipelines do.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/describe_pipeline.h"
#include "session/session.h"
#include "session/small_experiments.h"

namespace pipette {
namespace {

Experiment small_keras() {
  Experiment e = Experiment::defaults("inspect-keras");
  e.training.batch_size = 8;
  e.pipeline.gradient_accumulation_count = 4;
  e.training.steps_per_execution = 8;
  e.training.steps = 16;
  e.inspection.gradients_filters = {"no_such_tensor"};
  e.inspection.activations_filters = {"no_such_tensor"};
  return e;
}

TEST(KerasPipeline, IsThereBeforeTheFirstRunWithTheLayersNames) {
  const Session session(small_keras());
  const PipelineInfo* info = session.pipeline();
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->table.num_mini_batches, 4) << "of a weight update";
  EXPECT_EQ(info->table.num_slots(), 4 + 2 * 2 - 1);
  ASSERT_EQ(info->stages.size(), 2u);
  EXPECT_EQ(info->stages[0].name, "Dense_256");
  EXPECT_EQ(info->stages[1].name, "Dense_128 .. Dense_10");
  EXPECT_EQ(info->stages[0].variable_bytes, 2 * 4 * (784 * 256 + 256)) << "and accumulators";
  EXPECT_EQ(info->memory.size(), 2u);
  EXPECT_FALSE(session.observed().pipeline_position().running);
}

TEST(KerasPipeline, RunsAsItsTimingSays) {
  for (const auto schedule :
       {pipelining::PipelineSchedule::grouped, pipelining::PipelineSchedule::interleaved,
        pipelining::PipelineSchedule::sequential}) {
    Experiment e = small_keras();
    e.pipeline.schedule = schedule;
    e.device.host.element_us = 0;  // it never waits for the infeed
    Session session(e);
    const pipelining::ScheduleTiming& timing = session.pipeline()->timing;
    const int slots = session.pipeline()->table.num_slots();
    session.advance(Budget::slots(1));
    const PipelinePosition first = session.observed().pipeline_position();
    EXPECT_TRUE(first.running);
    EXPECT_EQ(first.slot, 1);
    EXPECT_EQ(first.done[0], 1);
    session.advance(Budget::slots(slots - 1));
    EXPECT_TRUE(session.observed().pipeline_position().updating);
    EXPECT_EQ(session.status().step, 0);
    session.step(StepSize::slot);
    EXPECT_EQ(session.status().step, 4) << "the mini-batches of a weight update";
    EXPECT_EQ(session.status().num_steps, 16);
    const std::int64_t update = session.observed().pipeline_position().begin_cycle;
    session.advance(Budget::slots(1));
    const PipelinePosition second = session.observed().pipeline_position();
    EXPECT_EQ(second.update, 1);
    EXPECT_GE(second.begin_cycle - first.begin_cycle, timing.makespan_cycles);
    EXPECT_GE(second.begin_cycle, update);
    EXPECT_FALSE(session.advance(Budget::steps(1)));
    while (!session.advance(Budget::unlimited())) {
    }
    EXPECT_EQ(session.losses().size(), static_cast<std::size_t>(e.num_mini_batches()));
    EXPECT_EQ(session.losses().size(), 16u);
  }
}

// Gradients of mini-batches leave from backward passes, activations and losses from the last stage.
TEST(KerasPipeline, OverlappedIoShowsTheSame) {
  for (const bool each_mini_batch : {false, true}) {
    Experiment e = least_work_of("inspect-keras");
    e.pipeline.gradient_accumulation_count = e.training.steps_per_execution = 8;
    e.inspection.outfeed_pre_accumulated_gradients = each_mini_batch;
    Session plain(e);
    plain.advance(Budget::unlimited());
    e.device.io_tiles = 32;
    Session overlapped(e);
    overlapped.advance(Budget::unlimited());
    EXPECT_EQ(overlapped.summary(false).weight_hash, plain.summary(false).weight_hash);
    EXPECT_EQ(overlapped.summary(false).loss_hash, plain.summary(false).loss_hash);
    const auto& expected = plain.observed().record().outfed;
    ASSERT_EQ(overlapped.observed().record().outfed.size(), expected.size());
    ASSERT_FALSE(expected.empty());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const OutfedTensor& tensor = overlapped.observed().record().outfed[i];
      EXPECT_EQ(tensor.key, expected[i].key);
      EXPECT_EQ(tensor.history.statistics().mean, expected[i].history.statistics().mean);
    }
    ASSERT_NE(overlapped.pipeline(), nullptr);
    const int outputs =
        static_cast<int>(overlapped.pipeline()->table.host_transfers.outputs.size());
    EXPECT_EQ(outputs > 1, each_mini_batch) << outputs;
  }
}

TEST(KerasPipeline, DescribedWithoutRunning) {
  Experiment e = small_keras();
  const PipelineInfo described = describe_pipeline(e);
  EXPECT_EQ(described.timing.makespan_cycles, Session(e).pipeline()->timing.makespan_cycles);
  for (LayerSpec& layer : e.model.layers) layer.stage = 0;
  EXPECT_THROW(describe_pipeline(e), InvalidArgument);
  EXPECT_EQ(Session(e).pipeline(), nullptr);
}

TEST(KerasPipeline, QueuesAreInTheStatus) {
  Session session(small_keras());
  session.step(StepSize::training_step);
  const RunStatus status = session.status();
  EXPECT_TRUE(status.infeed.exists);
  EXPECT_GE(status.infeed.elements, 4);
  EXPECT_EQ(status.outfeed.elements, 4) << "loss and accuracy of each mini-batch";
}

TEST(KerasPipeline, TheMostStagesDependOnTheModel) {
  EXPECT_EQ(small_keras().max_stages(), 4);
  EXPECT_EQ(Experiment::defaults("inspect-pipelined").max_stages(), 2);
  EXPECT_EQ(Experiment::defaults("mnist-pipelined").max_stages(), 4);
}

// Its backward pass has nothing to do: once refused with "program_cycles[3] has 0 entries".
TEST(KerasPipeline, AFirstStageThatOnlyReshapesRuns) {
  Experiment e = Experiment::defaults("inspect-keras");
  e.training.batch_size = 4;
  e.training.steps = e.training.steps_per_execution = 8;
  for (LayerSpec& layer : e.model.layers)
    layer.stage = layer.as<keras::FlattenSpec>() != nullptr ? 0 : 1;
  Session session(e);
  ASSERT_NE(session.pipeline(), nullptr);
  EXPECT_EQ(session.pipeline()->stages[0].backward_cycles, 0);
  session.advance(Budget::unlimited());
  for (LayerSpec& layer : e.model.layers) layer.stage = 0;
  Session plain(e);
  plain.advance(Budget::unlimited());
  EXPECT_EQ(session.summary(false).weight_hash, plain.summary(false).weight_hash);
}

}  // namespace
}  // namespace pipette
