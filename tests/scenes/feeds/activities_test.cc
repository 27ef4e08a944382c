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
  EXPECT_EQ(of(SpanKind::compute, Phase::backward), Activity::backward);
  EXPECT_EQ(of(SpanKind::compute, Phase::weight_update), Activity::update);
  EXPECT_EQ(of(SpanKind::compute), Activity::compute);
  EXPECT_EQ(of(SpanKind::stage_program, Phase::backward), Activity::backward);
  EXPECT_EQ(of(SpanKind::sync), Activity::sync);
  EXPECT_EQ(of(SpanKind::host_call), Activity::host);
}

TEST(ActivitiesTest, RecomputationIsAForwardPassAndStreamingMemoryAStream) {
  EXPECT_EQ(of(SpanKind::compute, Phase::recompute), Activity::forward);
  EXPECT_EQ(of(SpanKind::remote_load), Activity::stream_mid);
  EXPECT_EQ(of(SpanKind::remote_store), Activity::stream_mid);
  RunStatus status;
  status.in_run = true;
  status.instruction_kind = InstructionKind::remote_load;
  EXPECT_EQ(activity_of(status), Activity::stream_mid);
}

}  // namespace
}  // namespace pipette::app
