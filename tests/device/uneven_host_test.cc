// Hosts that are uneven, or make nothing ahead.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "device/host_experiment.h"

namespace pipette {
namespace {

using testing_support::HostExperiment;
using testing_support::kBatchBytes;
using testing_support::with_feeds;

TEST(UnevenHost, AnUnevenHostTakesTheSameTimeOnAverage) {
  HostOptions host;
  EXPECT_EQ(element_pace(host, 0, 7), 1);
  for (const double deviation : {0.2, 1.0}) {
    host.element_deviation = deviation;
    double sum = 0, squares = 0, least = 1;
    constexpr int kElements = 20000;
    for (int k = 0; k < kElements; ++k) {
      const double pace = element_pace(host, 0, k);
      sum += pace;
      squares += (pace - 1) * (pace - 1);
      least = std::min(least, pace);
    }
    EXPECT_NEAR(sum / kElements, 1, 0.02);
    // The normal numbers are sums of twelve uniform ones, whose squares deviate 5 % less.
    EXPECT_NEAR(std::sqrt(squares / kElements), deviation, 0.08 * deviation);
    EXPECT_GE(least, 1 - deviation * 0.7072);
  }
  HostOptions other = host;
  other.seed = 2;
  EXPECT_EQ(element_pace(host, 0, 3), element_pace(host, 0, 3));
  EXPECT_NE(element_pace(host, 0, 3), element_pace(other, 0, 3));
  EXPECT_NE(element_pace(host, 0, 3), element_pace(host, 1, 3));
  EXPECT_NE(element_pace(host, 0, 3), element_pace(host, kArguments, 3));
}

TEST(HostSpeed, ScalesElementsAndHandshakesAndNoCalls) {
  const Architecture mk2 = architecture("Mk2");
  HostOptions options;
  const HostTimeline slow(options, mk2);
  for (const auto& [speed, share] :
       {std::pair(HostSpeed::balanced, 0.12), {HostSpeed::fast, 0.03}}) {
    options.speed = speed;
    const HostTimeline host(options, mk2);
    const auto whole = static_cast<double>(slow.production_cycles(kBatchBytes).total());
    EXPECT_NEAR(static_cast<double>(host.production_cycles(kBatchBytes).total()), share * whole, 2);
    EXPECT_NEAR(static_cast<double>(host.handshake_begin_cycles()), share * 80000, 1);
    EXPECT_EQ(host.call_cycles(), slow.call_cycles());
  }
}

TEST(UnevenHost, ADeeperBufferHidesAnUnevenHost) {
  HostExperiment e;
  e.compute_us = 240;  // the host's 200 us are enough on average
  e.steps_per_run = 1000;
  const double even = with_feeds(e);
  e.prefetch_depth = 1;
  EXPECT_EQ(with_feeds(e), even);  // an even host needs no more than one
  e.host.element_deviation = 1;
  double before = 1e9;
  for (const int depth : {1, 2, 3, 8, 32}) {
    e.prefetch_depth = depth;
    const double seconds = with_feeds(e);
    EXPECT_LT(seconds, before) << depth;
    EXPECT_GT(seconds, even * 0.99) << depth;
    before = seconds;
  }
  EXPECT_LT(before, even * 1.01);
}

TEST(UnevenHost, WithoutPrefetchingEachElementIsWaitedForInFull) {
  const Architecture& mk2 = architecture("Mk2");
  HostExperiment e;
  e.compute_us = 240;
  const double ahead = with_feeds(e);
  e.host.prefetch_data_streams = false;
  const double asked = with_feeds(e);
  EXPECT_GT(asked, ahead);
  e.prefetch_depth = 100;
  EXPECT_EQ(with_feeds(e), asked);
  HostTimeline host(e.host, mk2);
  const int infeed = host.add_infeed(e.bytes, e.prefetch_depth, 0);
  std::int64_t now = host.begin_call(0).device_start;
  for (int i = 0; i < 20; ++i) {
    const Ready r = host.consume(infeed, now);
    EXPECT_EQ(r.host_start, now);
    EXPECT_EQ(r.stall_cycles(), host.production_cycles(e.bytes).total());
    now = r.ready_at + r.data_cycles + us_to_cycles(e.compute_us, mk2);
    host.advance(now);
    EXPECT_EQ(host.infeed(infeed).fill(now), 0);
  }
}

TEST(UnevenHost, AStallOfAnUnevenHostSaysSo) {
  const Architecture& mk2 = architecture("Mk2");
  HostOptions options;
  options.element_deviation = 0.5;
  HostTimeline host(options, mk2);
  const int infeed = host.add_infeed(kBatchBytes, 2, 0);
  std::int64_t now = host.begin_call(0).device_start;
  for (int i = 0; i < 50; ++i) {
    const Ready r = host.consume(infeed, now);
    EXPECT_EQ(r.pace, element_pace(options, infeed, i));
    EXPECT_EQ(r.stall_cycles(),
              r.host_busy_cycles + r.pipeline_cycles + r.staging_cycles + r.handshake_cycles);
    EXPECT_EQ(r.host_end - r.host_start, r.production.total());
    if (r.stall_cycles() > 0) {
      EXPECT_NE(r.explain(mk2).find("times as long as usual"), std::string::npos);
    }
    now = r.ready_at + r.data_cycles;
  }
}

}  // namespace
}  // namespace pipette
