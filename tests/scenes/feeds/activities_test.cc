#include "scenes/feeds/activities.h"

#include <gtest/gtest.h>

namespace pipette::app::feeds_scene {
namespace {

TEST(Activities, WhatComesNextHasTheColourOfItsMeaning) {
  RunStatus status;
  status.phase = Phase::backward;
  EXPECT_EQ(activity_of(status), Activity::idle);
  status.in_run = true;
  EXPECT_EQ(activity_of(status), Activity::backward);
  status.instruction_kind = InstructionKind::remote_load;
  EXPECT_EQ(activity_of(status), Activity::stream_mid) << "streaming memory is a stream";
  status.instruction_kind = InstructionKind::stream_out;
  EXPECT_EQ(activity_of(status), Activity::stream_end);
}

}  // namespace
}  // namespace pipette::app::feeds_scene
