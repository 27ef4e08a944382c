// The host's work on all cores: what is done before the walk comes to it. Where a process may use
// one core only, nothing is.
#include "program/run_ahead.h"

#include <atomic>

#include "program/budget.h"
#include "program/tree_fixture.h"
#include "program/worker_pool.h"

namespace pipette {
namespace {

using namespace testing_support;

// Two replicas of a sequence whose kernels seem to take long.
class RunAheadTest : public testing::Test {
 protected:
  Instruction kernel(Kernel work) const {
    Instruction made = compute("k", 1, std::move(work));
    std::get<Compute>(made.what).supersteps[0].cost.flops = 10'000'000;
    return made;
  }
  void make(std::vector<Instruction> children) {
    executable_.root = instruction("", Sequence{}, std::move(children));
    number(executable_.root, executable_.num_instructions = 0);
    replicas_.emplace(executable_, 2, 1);
    recorder_.emplace(executable_, machine_);
    streams_.emplace(executable_, machine_, *replicas_, *recorder_, true);
    pipeline_.emplace(executable_, machine_, *replicas_, *recorder_);
    ahead_.emplace(executable_, *replicas_, *streams_);
  }
  TreePosition at(std::size_t child) const { return {&executable_.root, child}; }

  const bool several_cores_ = WorkerPool::shared().num_threads() > 0;
  Executable executable_;
  Machine machine_{with_num_ipus(2)};
  std::optional<Replicas> replicas_;
  std::optional<Recorder> recorder_;
  std::optional<StreamPort> streams_;
  std::optional<PipelineRun> pipeline_;
  std::optional<RunAhead> ahead_;
};

TEST_F(RunAheadTest, KernelsUpToTheNextOtherInstructionAreDoneForAllReplicas) {
  std::atomic<int> calls = 0;
  const auto count = [&](auto) { ++calls; };
  make({kernel(count), kernel(count), instruction("", AllReduce{}), kernel(count)});
  ahead_->execute(at(0), *pipeline_, Budget::kNoLimit);
  EXPECT_EQ(calls, several_cores_ ? 4 : 0);
  EXPECT_EQ(ahead_->owes(), several_cores_);
  EXPECT_EQ(ahead_->is_ahead_in(executable_.root), several_cores_);
  EXPECT_EQ(ahead_->claim(at(0)), several_cores_);
  EXPECT_EQ(ahead_->claim(at(1)), several_cores_);
  EXPECT_FALSE(ahead_->owes());
  EXPECT_FALSE(ahead_->claim(at(2)));
  EXPECT_FALSE(ahead_->claim(at(3)));
}

TEST_F(RunAheadTest, NothingRunsBeyondTheLimit) {
  std::atomic<int> calls = 0;
  const auto count = [&](auto) { ++calls; };
  make({kernel(count), kernel(count), kernel(count)});
  ahead_->execute(at(0), *pipeline_, 2);
  EXPECT_EQ(calls, several_cores_ ? 4 : 0);
  EXPECT_EQ(ahead_->claim(at(0)), several_cores_);
  EXPECT_EQ(ahead_->claim(at(1)), several_cores_);
  EXPECT_FALSE(ahead_->claim(at(2)));
}

TEST_F(RunAheadTest, WhatIsAbandonedIsNotClaimed) {
  make({kernel([](auto) {}), kernel([](auto) {})});
  ahead_->execute(at(0), *pipeline_, Budget::kNoLimit);
  ahead_->abandon();
  EXPECT_FALSE(ahead_->owes());
  EXPECT_FALSE(ahead_->claim(at(0)));
}

TEST_F(RunAheadTest, ShortWorkIsNotWorthIt) {
  int calls = 0;
  make({compute("short", 1, [&](auto) { ++calls; })});
  ahead_->execute(at(0), *pipeline_, Budget::kNoLimit);
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace pipette
