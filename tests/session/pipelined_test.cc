// The pipelined experiment as page, JavaScript and command line see it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/random.h"
#include "experiment/field.h"
#include "session/describe_pipeline.h"
#include "session/session.h"

namespace pipette {
namespace {

using pipelining::PipelineSchedule;

Experiment small_pipeline() {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.model.hidden_units = {24, 16};
  e.training.steps = 4;
  e.training.steps_per_execution = 2;
  e.training.batch_size = 8;
  return e;
}

Summary run(const Experiment& e) {
  Session session(e);
  session.advance(Budget::unlimited());
  return session.summary(false);
}

TEST(Pipelined, EveryCutAndScheduleGivesTheSameBits) {
  Experiment e = small_pipeline();
  e.pipeline.stages = 1;
  const Summary plain = run(e);
  for (const std::int64_t stages : {2, 3, 4}) {
    for (const PipelineSchedule schedule :
         {PipelineSchedule::grouped, PipelineSchedule::interleaved, PipelineSchedule::sequential}) {
      for (const bool recompute : {false, true}) {
        e.pipeline.stages = stages;
        e.pipeline.schedule = schedule;
        e.pipeline.recompute = recompute;
        e.pipeline.gradient_accumulation_count = stages == 3 ? 12 : 16;
        Experiment one_ipu = e;
        one_ipu.pipeline.stages = 1;
        one_ipu = with_meaning(one_ipu);
        const Summary expected = stages == 3 ? run(one_ipu) : plain;
        const Summary got = run(e);
        EXPECT_EQ(got.loss_hash, expected.loss_hash) << stages << " " << to_label(schedule);
        EXPECT_EQ(got.weight_hash, expected.weight_hash);
        EXPECT_EQ(got.steps, e.training.steps);
      }
    }
  }
}

TEST(Pipelined, OneLossForEachMiniBatch) {
  for (const std::int64_t replicas : {1, 2}) {
    Experiment e = small_pipeline();
    e.pipeline.replicas = replicas;
    Session session(e);
    session.advance(Budget::unlimited());
    EXPECT_EQ(session.losses().size(),
              static_cast<std::size_t>(e.training.steps * e.pipeline.gradient_accumulation_count));
    EXPECT_EQ(session.device().num_ipus(), 4 * replicas);
  }
}

TEST(Pipelined, SlicesChangeNothing) {
  const Summary whole = run(small_pipeline());
  RandomStream random(5, "slices");
  Session session(small_pipeline());
  while (!session.finished()) {
    const auto count = static_cast<std::int64_t>(random.uniform(1, 60));
    session.advance(random.uniform(0, 1) < 0.5f ? Budget::instructions(count)
                                                : Budget::slots(count / 8 + 1));
  }
  const Summary sliced = session.summary(false);
  EXPECT_EQ(sliced.loss_hash, whole.loss_hash);
  EXPECT_EQ(sliced.weight_hash, whole.weight_hash);
  EXPECT_EQ(sliced.modelled_cycles, whole.modelled_cycles);
}

TEST(Pipelined, StepsBySlots) {
  const Experiment e = small_pipeline();
  Session session(e);
  ASSERT_NE(session.pipeline(), nullptr);
  const int slots = session.pipeline()->table.num_slots();
  EXPECT_EQ(slots, 16 + 2 * 4 - 1);
  EXPECT_FALSE(session.observed().pipeline_position().running);
  for (int slot = 1; slot <= slots; ++slot) {
    session.step(StepSize::slot);
    const PipelinePosition at = session.observed().pipeline_position();
    ASSERT_TRUE(at.running);
    EXPECT_EQ(at.slot, slot);
    EXPECT_EQ(at.updating, slot == slots);
    // Grouped: stage 0 has met as many mini-batches as slots, at most all.
    EXPECT_EQ(at.done[0], std::min<std::int64_t>(slot, 16));
  }
  session.step(StepSize::slot);  // the weight update
  EXPECT_EQ(session.observed().pipeline_position().update, 1);
}

// What the schedule foresees is what the engine spends, to the cycle.
void expect_foreseen(Experiment e) {
  for (const PipelineSchedule schedule :
       {PipelineSchedule::grouped, PipelineSchedule::interleaved, PipelineSchedule::sequential}) {
    e.pipeline.schedule = schedule;
    e.training.steps = e.training.steps_per_execution = 1;
    // The infeed is never waited for.
    e.device.host.element_us = 0;
    e.device.host.handshake_begin_us = e.device.host.handshake_end_us = 0;
    e.device.host.staging_bytes_per_second = 1e15;
    Session session(e);
    session.step(StepSize::instruction);  // the run has begun
    const PipelinePosition begun = session.observed().pipeline_position();
    session.advance(Budget::unlimited());
    const std::int64_t spent = session.device().now() - begun.begin_cycle;
    EXPECT_EQ(spent, session.pipeline()->timing.makespan_cycles) << to_label(schedule);
  }
}

TEST(Pipelined, TimesAreThoseOfTheRun) {
  expect_foreseen(small_pipeline());
  Experiment e = small_pipeline();
  e.training.optimizer = OptimizerName::momentum;
  e.pipeline.recompute = e.pipeline.offload_activations = true;
  expect_foreseen(e);
  e = small_pipeline();
  e.pipeline.replicas = 2;
  expect_foreseen(e);
}

TEST(Pipelined, OverlappedIoHidesTransfersAndKeepsTheNumbers) {
  Experiment e = small_pipeline();
  const Summary plain = run(e);
  const PipelineInfo before = describe_pipeline(e);
  e.device.io_tiles = 32;
  e.pipeline.gradient_accumulation_count = 16;
  const PipelineInfo after = describe_pipeline(e);
  EXPECT_EQ(after.table.num_slots(), before.table.num_slots() + 1);  // the last one sends nothing
  EXPECT_EQ(after.table.main_begin, before.table.main_begin + 2);
  EXPECT_EQ(after.table.transfers.size(), 32u);
  // The infeed's data phase is no part of the first stage any more.
  EXPECT_LT(after.stages[0].forward_cycles, before.stages[0].forward_cycles);
  const Summary overlapped = run(e);
  EXPECT_EQ(overlapped.weight_hash, plain.weight_hash);
  EXPECT_EQ(overlapped.loss_hash, plain.loss_hash);
  EXPECT_NE(overlapped.modelled_cycles, plain.modelled_cycles);
  // What is foreseen is spent, waiting for the infeed left out.
  e.training.steps = e.training.steps_per_execution = 1;
  e.device.host.element_us = 0;
  e.device.host.handshake_begin_us = e.device.host.handshake_end_us = 0;
  e.device.host.staging_bytes_per_second = 1e15;
  for (const std::int64_t replicas : {1, 2}) {
    e.pipeline.replicas = replicas;
    Session session(e);
    session.step(StepSize::instruction);
    const PipelinePosition begun = session.observed().pipeline_position();
    session.advance(Budget::unlimited());
    EXPECT_EQ(session.device().now() - begun.begin_cycle,
              session.pipeline()->timing.makespan_cycles);
  }
}

TEST(Pipelined, RecomputationTradesStashForTime) {
  Experiment e = small_pipeline();
  const PipelineInfo kept = describe_pipeline(e);
  e.pipeline.recompute = true;
  const PipelineInfo again = describe_pipeline(e);
  // Images and labels' share of the stash stays; the ReLU's output, 8 x 24 floats, goes.
  EXPECT_EQ(kept.stages[0].stash_bytes - again.stages[0].stash_bytes, 8 * 24 * 4);
  EXPECT_EQ(kept.stages[0].stash_bytes, 8 * (784 + 24) * 4);
  EXPECT_EQ(again.stages[0].backward_cycles, kept.stages[0].backward_cycles);
  EXPECT_GT(again.stages[0].recompute_cycles, 0);  // in a slot of its own
  EXPECT_LT(again.stages[0].recompute_cycles, again.stages[0].forward_cycles);
  EXPECT_EQ(again.stages[3].recompute_cycles, 0);
  EXPECT_EQ(kept.stages[0].recompute_cycles, 0);
  EXPECT_EQ(kept.stages[0].variable_bytes, 2 * (784 * 24 + 24) * 4);  // weights, accumulators
  EXPECT_EQ(kept.stages[0].name, "dense 784 × 24");
  EXPECT_EQ(kept.stages[3].name, "loss");
  EXPECT_LT(again.memory[0].total_bytes(), kept.memory[0].total_bytes());
}

TEST(Pipelined, NarrowAccumulatorsTakeHalfTheMemoryAndLoseDigits) {
  for (const std::int64_t stages : {1, 2}) {
    Experiment e = small_pipeline();
    e.pipeline.stages = stages;
    const Summary wide = run(e);
    e.pipeline.gradient_accumulation_dtype = AccumulatorDType::f16;
    const Summary narrow = run(e);
    EXPECT_NE(narrow.weight_hash, wide.weight_hash);
    EXPECT_NEAR(narrow.final_loss, wide.final_loss, 0.05);
    if (stages == 1) continue;
    e.pipeline.stages = 4;
    const std::int64_t halves = describe_pipeline(e).stages[0].variable_bytes;
    EXPECT_EQ(halves, (784 * 24 + 24) * (4 + 2));  // weights, accumulators
  }
}

TEST(Pipelined, OffloadingTradesTimeForMemory) {
  Experiment e = small_pipeline();
  e.training.optimizer = OptimizerName::adam;
  e.pipeline.offload_weight_update_variables = false;
  const PipelineInfo kept = describe_pipeline(e);
  const Summary plain = run(e);
  const auto expect_less = [&](const char* what) {
    const PipelineInfo less = describe_pipeline(e);
    EXPECT_LT(less.memory[0].total_always_live_bytes, kept.memory[0].total_always_live_bytes)
        << what;
    EXPECT_GT(less.timing.makespan_cycles, kept.timing.makespan_cycles) << what;
    const Summary got = run(e);
    EXPECT_EQ(got.weight_hash, plain.weight_hash) << what;
    EXPECT_EQ(got.loss_hash, plain.loss_hash) << what;
  };
  e.pipeline.offload_weight_update_variables = true;
  expect_less("optimizer state");
  e.pipeline.offload_gradient_accumulation_buffers = true;
  expect_less("accumulators");
  e.pipeline.offload_weights = true;
  expect_less("weights");
}

TEST(Pipelined, WrongSettingsSayWhatWouldDo) {
  const auto message = [](const Experiment& e) -> std::string {
    try {
      e.validate();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  Experiment e = small_pipeline();
  e.pipeline.gradient_accumulation_count = 12;
  EXPECT_THAT(message(e), testing::HasSubstr("the nearest valid values are 8 and 16"));
  e = small_pipeline();
  e.pipeline.stages = 5;
  EXPECT_THAT(message(e), testing::HasSubstr("cut into 4 stages at most"));
  e = small_pipeline();
  e.pipeline.device_mapping = {0, 1};
  EXPECT_THAT(message(e), testing::HasSubstr("each stage must be mapped to one"));
  e = small_pipeline();
  e.pipeline.replicas = 17;
  EXPECT_THAT(message(e), testing::HasSubstr("more than the 64 there are"));
  e = Experiment::defaults("mnist-with-feeds");
  e.pipeline.stages = 2;
  EXPECT_THAT(message(e), testing::HasSubstr("stages has no meaning for \"mnist-with-feeds\""));
}

// Accumulating a gradient is a part of the backward pass, and the trace says so.
TEST(Pipelined, GradientsAreAccumulatedInTheBackwardPass) {
  Session session(small_pipeline());
  session.step(StepSize::engine_run);
  const Trace& trace = session.trace();
  int accumulations = 0;
  for (std::int64_t i = trace.first(); i < trace.end(); ++i) {
    const Span span = trace[i];
    if (trace.name(span.name).find("GradientAccumulator/accumulate") == std::string::npos) continue;
    EXPECT_EQ(span.phase, Phase::backward) << trace.name(span.name);
    ++accumulations;
  }
  EXPECT_GT(accumulations, 0);
}

}  // namespace
}  // namespace pipette
