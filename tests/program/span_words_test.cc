#include "program/span_words.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace pipette {
namespace {

using theme::Activity;

Activity of(SpanKind kind, Phase phase = Phase::none) { return activity_of(kind, phase); }

TEST(SpanWords, SpansHaveTheActivityOfTheirMeaning) {
  EXPECT_EQ(of(SpanKind::compute, Phase::backward), Activity::backward);
  EXPECT_EQ(of(SpanKind::compute, Phase::weight_update), Activity::update);
  EXPECT_EQ(of(SpanKind::compute), Activity::compute);
  EXPECT_EQ(of(SpanKind::stage_program, Phase::backward), Activity::backward);
  EXPECT_EQ(of(SpanKind::sync, Phase::backward), Activity::sync);
  EXPECT_EQ(of(SpanKind::host_call), Activity::host);
}

TEST(SpanWords, RecomputationIsAForwardPassAndStreamingMemoryAStream) {
  EXPECT_EQ(of(SpanKind::compute, Phase::recompute), Activity::forward);
  EXPECT_EQ(of(SpanKind::remote_load), Activity::stream_mid);
  EXPECT_EQ(of(SpanKind::remote_store), Activity::stream_mid);
}

// A new kind without a key of its own would be drawn as another one.
TEST(SpanWords, KeysAreDistinct) {
  std::set<std::string> kinds, phases;
  for (int i = 0; i <= static_cast<int>(kLastSpanKind); ++i) {
    kinds.insert(to_key(static_cast<SpanKind>(i)));
  }
  for (int i = 0; i <= static_cast<int>(kLastPhase); ++i) {
    phases.insert(to_key(static_cast<Phase>(i)));
  }
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(kLastSpanKind) + 1);
  EXPECT_EQ(phases.size(), static_cast<std::size_t>(kLastPhase) + 1);
  EXPECT_FALSE(kinds.contains("?"));
  EXPECT_FALSE(phases.contains("?"));
}

}  // namespace
}  // namespace pipette
