// The programs of the loops tutorial: a loop, a loop that ends by a condition, and none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/finished.h"

namespace pipette {
namespace {

using testing_support::finished;

TEST(LoopsTutorial, LoopsCarryTheSumOfTheLosses) {
  Experiment e = Experiment::defaults("loops");
  e.training.steps_per_execution = 20;
  e.training.steps = 60;
  Session session = finished(e);
  ASSERT_EQ(session.losses().size(), 3u);
  EXPECT_LT(session.losses()[2], session.losses()[0]);
  EXPECT_THAT(session.printed(), testing::StartsWith("\nLoss: "));
  EXPECT_THAT(session.printed(), testing::EndsWith("Program ran successfully\n"));
  EXPECT_GT(session.summary().test_accuracy, 0.2);
}

// A loop that ends by a condition does the same, and takes longer by what the condition costs.
TEST(LoopsTutorial, AWhileLoopTrainsToTheBitsOfARepeat) {
  Experiment e = Experiment::defaults("loops");
  e.training.steps = 6;
  e.training.steps_per_execution = 3;
  Session repeat = finished(e);
  e.name = "while-loop";
  Session until = finished(e);
  EXPECT_EQ(until.losses(), repeat.losses());
  EXPECT_EQ(until.summary(false).weight_hash, repeat.summary(false).weight_hash);
  EXPECT_GT(until.status().cycles, repeat.status().cycles);
}

// Without loops the host passes each batch with a call: the weights are the same, and the time is
// what the calls cost.
TEST(LoopsTutorial, WithoutLoopsTheSameIsLearntAndEveryBatchIsACall) {
  Experiment e = Experiment::defaults("loops");
  e.training.steps = 6;
  e.training.steps_per_execution = 3;
  Session loops = finished(e);
  e.name = "without-loops";
  e.training.steps_per_execution = 1;
  Session calls = finished(e);
  EXPECT_EQ(calls.summary(false).weight_hash, loops.summary(false).weight_hash);
  ASSERT_EQ(calls.losses().size(), 6u);
  EXPECT_NEAR(loops.losses()[1], (calls.losses()[3] + calls.losses()[4] + calls.losses()[5]) / 3,
              1e-6);
  EXPECT_EQ(calls.status().num_runs, 6);
  const HostOptions& host = e.device.host;
  EXPECT_GT(calls.status().seconds - loops.status().seconds,
            4 * (host.set_up_us + host.call_us) * 1e-6);
  EXPECT_THAT(calls.printed(), testing::EndsWith("Program ran successfully\n"));
}

TEST(LoopsTutorial, SettingTheProgramUpAgainIsASpanOfTheHost) {
  Experiment e = Experiment::defaults("without-loops");
  e.training.steps = 3;
  const Session session = finished(e);
  const Trace& trace = session.trace();
  const std::int64_t cycles = us_to_cycles(e.device.host.set_up_us, session.device().arch());
  int found = 0;
  for (std::int64_t number = trace.first(); number < trace.end(); ++number) {
    const Span span = trace[number];
    if (span.kind != SpanKind::host_set_up) continue;
    ++found;
    EXPECT_EQ(span.lane, kHostLane);
    EXPECT_EQ(span.end - span.begin, cycles);
  }
  EXPECT_EQ(found, 3);
}

// The System Analyser's picture of the loops tutorial without loops (docs/hardware.md, "The host").
TEST(LoopsTutorial, WithoutLoopsMostOfTheTimeIsOutsideOfTheExecution) {
  Experiment e = Experiment::defaults("without-loops");
  e.training.steps = 20;
  const Session session = finished(e);
  const Trace& trace = session.trace();
  std::int64_t inside = 0;
  for (std::int64_t number = trace.first(); number < trace.end(); ++number) {
    const Span span = trace[number];
    if (span.kind == SpanKind::engine_run) inside += span.end - span.begin;
  }
  const double outside =
      1 - static_cast<double>(inside) / static_cast<double>(session.status().cycles);
  EXPECT_NEAR(outside, 0.84, 0.04);
}

// Two convolutions, one after the other: nobody asks for the gradient of the images.
TEST(LoopsTutorial, TheInputGradientOfAFirstLayerIsNeverComputed) {
  Experiment e = Experiment::defaults("loops");
  e.training.steps = e.training.steps_per_execution = 2;
  const Session session = finished(e);
  int inputs = 0, filters = 0;
  const Trace& trace = session.trace();
  for (std::int64_t number = trace.first(); number < trace.end(); ++number) {
    const Span span = trace[number];
    if (span.kind != SpanKind::compute) continue;
    const std::string& name = trace.name(span.name);
    inputs += name == "gradients/conv2d_1/conv2d_input_gradient" ? 1 : 0;
    filters += name == "gradients/conv2d/conv2d_filter_gradient" ||
                       name == "gradients/conv2d_1/conv2d_filter_gradient"
                   ? 1
                   : 0;
  }
  EXPECT_GT(inputs, 0);
  EXPECT_EQ(filters, 2 * inputs);
}

}  // namespace
}  // namespace pipette
