#include "scenes/feeds/activities.h"

#include <gtest/gtest.h>

namespace pipette::app {
namespace {

Activity of(SpanKind kind, Phase phase = Phase::none) {
  Span span;
  span.kind = kind;
  span.phase = phase;
  return activity_of(span);
}

TEST(ActivitiesTest, SpansHaveTheColourOfTheirMeaning) {
  EXPECT_EQ(of(SpanKind::compute, Phase::backward), Activity::kBackward);
  EXPECT_EQ(of(SpanKind::compute, Phase::weight_update), Activity::kUpdate);
  EXPECT_EQ(of(SpanKind::compute), Activity::kCompute);
  EXPECT_EQ(of(SpanKind::stage_program, Phase::backward), Activity::kBackward);
  EXPECT_EQ(of(SpanKind::sync), Activity::kSync);
  EXPECT_EQ(of(SpanKind::host_call), Activity::kHost);
}

TEST(ActivitiesTest, RecomputationIsAForwardPassAndStreamingMemoryAStream) {
  EXPECT_EQ(of(SpanKind::compute, Phase::recompute), Activity::kForward);
  EXPECT_EQ(of(SpanKind::remote_load), Activity::kStreamMid);
  EXPECT_EQ(of(SpanKind::remote_store), Activity::kStreamMid);
  SessionStatus status;
  status.in_run = true;
  status.instruction_kind = InstructionKind::remote_load;
  EXPECT_EQ(activity_of(status), Activity::kStreamMid);
}

}  // namespace
}  // namespace pipette::app
