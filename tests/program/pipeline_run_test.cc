// One run of a pipeline: which stage program comes when, with which mini-batch, and the barriers.
#include "program/pipeline_run.h"

#include "program/tree_fixture.h"

namespace pipette {
namespace {

using namespace testing_support;

// Two stages without backward passes, one after the other: {0}, {0, 1}, .., {1}.
PipelinePlan two_stages() {
  PipelinePlan plan;
  plan.num_programs = 2;
  plan.overlap = 1;
  plan.count_rule = {1, 1};
  plan.ramp_up = {{0}};
  plan.steady = {{1, 0}};
  plan.ramp_down = {{1}};
  return plan;
}

class PipelineRunTest : public testing::Test {
 protected:
  PipelineRunTest() {
    ring_ = add_scalar(executable_, 2);
    Pipeline pipeline;
    pipeline.plan = two_stages();
    pipeline.mini_batches.fixed = 3;
    pipeline.rings = {ring_};
    pipeline.sync_cycles = 10;
    StageProgram first, second;
    first.ipus = {0};
    first.sends.latency_cycles = 5;
    second.ipus = {1};
    executable_.root = instruction("pipe", pipeline,
                                   {instruction("first", first), instruction("second", second),
                                    instruction("update", Sequence{})});
    number(executable_.root, executable_.num_instructions = 0);
    executable_.num_ipus = 2;
  }

  Executable executable_;
  BufferId ring_ = kNoBuffer;
  Machine machine_{with_num_ipus(2)};
};

TEST_F(PipelineRunTest, ProgramsComeAsThePlanSaysEachWithItsNextMiniBatch) {
  Replicas replicas(executable_, 1, 2);
  Recorder recorder(executable_, machine_);
  PipelineRun run(executable_, machine_, replicas, recorder);
  EXPECT_EQ(run.pipeline(), nullptr);
  run.begin(executable_.root);
  const std::byte* const ring = replicas.address(0, ring_);
  std::string order;
  while (const Instruction* next = run.enter_next()) {
    order += next->name + std::to_string(run.mini_batch()) + " ";
    if (run.mini_batch() >= 0) {
      EXPECT_EQ(replicas.address(0, ring_) - ring, run.mini_batch() % 2 * 64) << order;
    }
    run.leave();
  }
  EXPECT_EQ(order, "first0 second0 first1 second1 first2 second2 update-1 ");
  EXPECT_EQ(run.pipeline(), nullptr);
  EXPECT_EQ(machine_.slots, 5);  // four of the plan, and the update
}

TEST_F(PipelineRunTest, AfterASlotAllIpusWaitForTheSlowestAndSendTogether) {
  Replicas replicas(executable_, 1, 2);
  Recorder recorder(executable_, machine_);
  PipelineRun run(executable_, machine_, replicas, recorder);
  const std::int64_t begin = machine_.device.now();
  run.begin(executable_.root);
  EXPECT_EQ(run.enter_next()->name, "first");
  machine_.device.spend(0, 100);
  run.leave();
  EXPECT_EQ(run.done(), (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(run.slot(), 0);
  EXPECT_EQ(run.enter_next()->name, "second");
  EXPECT_EQ(run.slot(), 1);
  for (const int ipu : {0, 1}) {
    EXPECT_EQ(machine_.device.cycles(ipu) - begin, 100 + 10 + 5) << ipu;
  }
  bool waited = false;
  for (std::int64_t i = machine_.trace.first(); i < machine_.trace.end(); ++i) {
    waited =
        waited || (machine_.trace[i].lane == 1 && machine_.trace[i].reason == WaitReason::ramp_up);
  }
  EXPECT_TRUE(waited);
  EXPECT_EQ(run.rest_of_slot().size(), 2u);  // itself, and the other one
  run.abandon();
  EXPECT_EQ(recorder.mini_batch(), -1);
}

TEST_F(PipelineRunTest, ACountThatThePlanDoesNotDivideIsRefused) {
  auto& pipeline = std::get<Pipeline>(executable_.root.what);
  pipeline.plan.count_rule = {2, 2};
  Replicas replicas(executable_, 1, 2);
  Recorder recorder(executable_, machine_);
  PipelineRun run(executable_, machine_, replicas, recorder);
  EXPECT_THROW(run.begin(executable_.root), FailedPrecondition);
  EXPECT_EQ(run.pipeline(), nullptr);
}

}  // namespace
}  // namespace pipette
