#include "runs/trace_recorder.h"

#include <gtest/gtest.h>

#include <set>

#include "session/session.h"

namespace pipette::app {
namespace {

Experiment small(const char* name, std::int64_t steps_per_execution) {
  Experiment e = Experiment::defaults(name);
  e.model.hidden_units = {4};
  e.training.batch_size = 2;
  e.training.steps = 20;
  e.training.steps_per_execution = steps_per_execution;
  return e;
}

// The steps of which the device's work is in a block.
std::set<std::int64_t> steps_of(const TraceBlock& block) {
  std::set<std::int64_t> steps;
  for (const Span& span : block.spans) {
    if (span.kind == SpanKind::compute) steps.insert(span.step);
  }
  return steps;
}

struct Case {
  const char* name;
  std::int64_t steps_per_execution;
};

class RecordedBlocks : public testing::TestWithParam<Case> {};

TEST_P(RecordedBlocks, HaveTheSameStepsHoweverTheRunsLie) {
  Session session(small(GetParam().name, GetParam().steps_per_execution));
  TraceRecorder recorder(4);
  std::int64_t newest = -1;
  while (!session.finished()) {
    session.advance(Budget::instructions(7));
    recorder.read(session.trace());
    newest = std::max(newest, recorder.recording());
    for (std::int64_t index = 0; index <= newest; ++index) {
      const TraceBlock* block = recorder.block(index);
      if (block == nullptr) continue;
      EXPECT_EQ(block->index, index);
      const std::set<std::int64_t> steps = steps_of(*block);
      if (block->finished) {
        ASSERT_EQ(steps.size(), 4u) << "block " << index;
        EXPECT_EQ(*steps.begin(), 4 * index);
        EXPECT_EQ(*steps.rbegin(), 4 * index + 3);
      }
    }
  }
  EXPECT_EQ(newest, 4);
  ASSERT_NE(recorder.block(0), nullptr) << "the first is kept";
  ASSERT_NE(recorder.block(3), nullptr) << "and the latest that is finished";
  EXPECT_EQ(recorder.block(2), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Programs, RecordedBlocks,
                         testing::Values(Case{"mnist-with-feeds", 4}, Case{"mnist-with-feeds", 10},
                                         Case{"mnist-with-feeds", 20},
                                         Case{"mnist-without-feeds", 1}));

TEST(TraceRecorder, KeepsNothingWithoutBlocks) {
  Session session(small("mnist-with-feeds", 10));
  TraceRecorder recorder(0);
  session.advance(Budget::unlimited());
  recorder.read(session.trace());
  EXPECT_EQ(recorder.recording(), -1);
  EXPECT_EQ(recorder.block(0), nullptr);
  EXPECT_EQ(recorder.version(), 0u);
}

}  // namespace
}  // namespace pipette::app
