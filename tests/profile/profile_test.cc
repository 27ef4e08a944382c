// Profiles: sums agree with what the machine did and with what the session reports.
#include "profile/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "core/item.h"
#include "session/session.h"

namespace pipette::profile {
namespace {

using ::testing::SizeIs;

Experiment recorded(Experiment e, std::int64_t runs) {
  e.device.engine_options.set("autoReport.executionProfileProgramRunCount", std::to_string(runs));
  return e;
}

// A session whose runs are recorded.
struct Profiled {
  explicit Profiled(const Experiment& experiment, const RecordingLimits& limits = {})
      : session(recorded(experiment, limits.runs), ImageData::generated(experiment.training.seed),
                {.profiled_spans = limits.spans}) {}
  Profile profile() const { return session.profiles().at(0); }
  Session session;
};

Experiment small(const char* name) {
  Experiment e = Experiment::defaults(name);
  e.training.steps = 20;
  return e;
}

class EveryExperiment : public testing::TestWithParam<const char*> {};

TEST_P(EveryExperiment, CyclesAndBytesAddUp) {
  Profiled run(small(GetParam()), {.runs = 3});
  run.session.advance(Budget::steps(60));
  const Profile profile = run.profile();
  const Execution& execution = profile.execution;
  ASSERT_GT(execution.profiled_runs, 0);

  std::int64_t by_lane = 0;
  for (const LaneFigures& lane : execution.lanes) {
    by_lane += std::accumulate(lane.cycles.begin(), lane.cycles.end(), std::int64_t{0});
    EXPECT_GE(lane.idle_cycles, 0) << lane.lane;
  }
  std::int64_t by_operation = 0;
  for (const Operation& o : profile.operations) by_operation += o.cycles;
  EXPECT_EQ(by_operation, by_lane);
  EXPECT_EQ(profile.program.cycles, by_lane);
  // One IPU is never without something to do or to wait for.
  if (profile.target.num_ipus == 1) {
    EXPECT_EQ(by_lane, execution.profiled_cycles);
  }

  for (const MemoryReport& memory : profile.memory) {
    std::int64_t tiles = 0, tensors = 0;
    for (const std::int64_t bytes : memory.always_live_bytes) tiles += bytes;
    EXPECT_EQ(tiles, memory.total_always_live_bytes);
    for (const TensorMemory& t : memory.tensors) {
      if (t.is_live(memory.peak_step)) tensors += t.mapping.bytes;
    }
    EXPECT_EQ(tensors, memory.total_bytes());
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryExperiment,
                         testing::Values("mnist-with-feeds", "mnist-without-feeds",
                                         "mnist-pipelined", "inspect-keras", "inspect-pipelined",
                                         "loops", "while-loop", "without-loops"));

TEST(Profile, AgreesWithTheSession) {
  Experiment e = small("mnist-with-feeds");
  Profiled run(e, {.runs = 100});
  run.session.advance(Budget());
  const Profile profile = run.profile();
  EXPECT_THAT(profile.execution.runs, SizeIs(2));
  EXPECT_EQ(profile.execution.runs.back().end, run.session.status().cycles);
  const Summary summary = run.session.summary(false);
  const LaneFigures& lane = profile.execution.lanes.at(0);
  EXPECT_EQ(item(lane.cycles, SpanKind::stream_begin) + item(lane.cycles, SpanKind::stream_end),
            summary.modelled_stream_wait_cycles);
}

// What a step takes is the same however much of an engine run has been done.
TEST(Profile, CountsTheStepsOfAnUnfinishedRun) {
  const auto operations_of_a_step = [](std::int64_t steps) {
    Profiled run(small("mnist-with-feeds"));
    run.session.advance(Budget::steps(steps));
    const Profile profile = run.profile();
    EXPECT_EQ(profile.execution.profiled_steps(), steps);
    double operations = 0;
    for (const Operation& o : profile.operations) operations += static_cast<double>(o.flops);
    return operations / static_cast<double>(profile.execution.profiled_steps());
  };
  const double of_a_run = operations_of_a_step(10);
  for (const std::int64_t steps : {1, 3, 5, 13}) {
    EXPECT_EQ(operations_of_a_step(steps), of_a_run) << steps;
  }
}

TEST(Profile, KeepsTheFirstRunsOnly) {
  Experiment e = small("mnist-without-feeds");
  Profiled run(e);
  run.session.advance(Budget());
  const Profile profile = run.profile();
  EXPECT_EQ(profile.execution.profiled_runs, 2);
  EXPECT_THAT(profile.execution.runs, SizeIs(20));
  for (const Span& span : profile.execution.spans) EXPECT_LT(span.run, 2);
}

TEST(Profile, CountsSpansThatAreLeftOut) {
  Profiled all(small("mnist-with-feeds"), {.runs = 2, .spans = 1'000'000});
  Profiled few(small("mnist-with-feeds"), {.runs = 2, .spans = 100});
  all.session.advance(Budget());
  few.session.advance(Budget());
  const Execution whole = all.profile().execution;
  const Execution part = few.profile().execution;
  EXPECT_EQ(whole.spans_left_out, 0);
  EXPECT_THAT(part.spans, SizeIs(100));
  EXPECT_EQ(static_cast<std::size_t>(part.spans_left_out) + 100, whole.spans.size());
  EXPECT_EQ(part.lanes[0].cycles, whole.lanes[0].cycles);
}

TEST(Profile, RecordingChangesNoCycle) {
  Profiled watched(small("mnist-pipelined"), {.runs = 100});
  Profiled alone(small("mnist-pipelined"), {.runs = 0});
  watched.session.advance(Budget());
  alone.session.advance(Budget());
  EXPECT_EQ(watched.session.status().cycles, alone.session.status().cycles);
}

TEST(OperationNames, AreTensorFlows) {
  const auto name = [](const char* traced) { return tensorflow_name(traced).name; };
  EXPECT_EQ(name("dense/matmul"), "dense/MatMul");
  EXPECT_EQ(name("stage_1/Dense_128/matmul"), "Dense_128/MatMul");
  EXPECT_EQ(name("gradients/stage_1/Dense_128/matmul"), "gradients/Dense_128/MatMul");
  EXPECT_EQ(name("gradients/stage_0/matmul"), "gradients/stage_0/MatMul");
  EXPECT_EQ(name("gradients/stage_0/stage_0/dense/matmul"), "gradients/dense/MatMul");
  EXPECT_EQ(name("gradients/stage_0/Dense_256/stage_0/Dense_256/relu"), "gradients/Dense_256/Relu");
  EXPECT_EQ(name("gradients/stage_0/stage_0/relu"), "gradients/stage_0/Relu");
  EXPECT_EQ(name("dense/bias/apply_sgd"), "SGD/dense/bias/ResourceApplyGradientDescent");
  EXPECT_EQ(name("conv2d/kernel:0/apply_adam"), "Adam/conv2d/kernel:0/ResourceApplyAdam");
  EXPECT_EQ(name("dense/kernel/GradientAccumulator/accumulate"),
            "dense/kernel/GradientAccumulator/AssignAddVariableOp");
  EXPECT_EQ(tensorflow_name("stage_1/Dense_128/add").kind, "BiasAdd");
  EXPECT_EQ(tensorflow_name("stage_1/Dense_128/add").layer, "Dense_128");
  EXPECT_EQ(tensorflow_name("reduce_mean").layer, "");
  const auto layer = [](const char* traced) { return tensorflow_name(traced).tensorflow_layer; };
  EXPECT_EQ(layer("stage_1/Dense_128/matmul"), "Dense_128");
  EXPECT_EQ(layer("gradients/stage_1/Dense_128/matmul"), "gradients/Dense_128");
  EXPECT_EQ(layer("Dense_128/bias/apply_sgd"), "SGD/Dense_128");
  EXPECT_EQ(layer("Dense_128/kernel/GradientAccumulator/accumulate"),
            "Dense_128/GradientAccumulator");
  EXPECT_EQ(layer("reduce_mean"), "Mean");
}

// A replica that waits for the others is in the same operation as the one that comes last.
TEST(Operations, ACollectiveIsOneOperationOfAllReplicas) {
  Experiment e = small("mnist-pipelined");
  e.pipeline.replicas = 2;
  Profiled run(e);
  run.session.advance(Budget::steps(4));
  std::map<std::string, int> times;
  bool waited = false;
  for (const Operation& o : run.profile().operations) {
    if (o.kind != "AllReduce") continue;
    EXPECT_EQ(++times[o.name], 1) << o.name;
    waited |= item(o.waits, WaitReason::sync) > 0;
  }
  EXPECT_FALSE(times.empty());
  EXPECT_TRUE(waited);
}

TEST(ProgramTree, FoldsLoops) {
  Profiled run(small("mnist-with-feeds"));
  run.session.advance(Budget());
  const ProgramNode root = run.profile().program;
  ASSERT_FALSE(root.children.empty());
  const ProgramNode& loop = root.children[0];
  EXPECT_EQ(loop.kind, NodeKind::repeat);
  EXPECT_EQ(loop.count, 10);
}

}  // namespace
}  // namespace pipette::profile
