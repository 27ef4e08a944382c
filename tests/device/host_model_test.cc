#include "device/host_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "device/host_experiment.h"

namespace pipette {
namespace {

using testing_support::HostExperiment;
using testing_support::kBatchBytes;
using testing_support::with_feeds;
using testing_support::without_feeds;

double data_phase_us(const HostExperiment& e) {
  const Architecture& mk2 = architecture("Mk2");
  return cycles_to_us(HostTimeline(e.host, mk2).data_phase_cycles(e.bytes), mk2);
}

double host_step_us(const HostExperiment& e) {
  const Architecture& mk2 = architecture("Mk2");
  return cycles_to_us(HostTimeline(e.host, mk2).production_cycles(e.bytes).total(), mk2);
}

TEST(HostModel, AnElementOfMnistTakesTheHostFifthOfAMillisecond) {
  EXPECT_NEAR(host_step_us({}), 200, 0.2);
}

// The two programs of the infeed and outfeed tutorial: 14.62 s and 23.77 s, compile time included.
TEST(HostModel, TheTwoTotalsOfTheTutorial) {
  const HostOptions host;
  HostExperiment e;
  e.steps = 10'000;
  e.compute_us = 20 - data_phase_us(e);  // d = 20 us
  const double with = host.compile_seconds + with_feeds(e);
  const double without = host.compile_seconds + without_feeds(e);
  fmt::print("with feeds {:.3f} s (published 14.621), without {:.3f} s (published 23.767)\n", with,
             without);
  fmt::print("without compile time: {:.3f} s and {:.3f} s, a gain of {:.2f}\n",
             with - host.compile_seconds, without - host.compile_seconds,
             (without - host.compile_seconds) / (with - host.compile_seconds));
  EXPECT_NEAR(with / 14.621, 1, 0.02);
  EXPECT_NEAR(without / 23.767, 1, 0.02);
  EXPECT_NEAR(with, 14.6, 0.02 * 14.6);
  EXPECT_NEAR(without, 23.8, 0.02 * 23.8);
}

TEST(HostModel, StepsPerExecutionFollowTheClosedForm) {
  for (double compute_us : {5.0, 20.0, 190.0, 250.0, 1000.0}) {
    for (std::int64_t per_run : {1, 2, 5, 10, 50, 1000}) {
      HostExperiment e;
      e.steps = 10'000;
      e.steps_per_run = per_run;
      e.compute_us = compute_us;
      const double runs = static_cast<double>(e.steps) / static_cast<double>(per_run);
      const double d = compute_us + data_phase_us(e);
      const double h = host_step_us(e);
      const double serial = runs * (e.host.set_up_us + e.host.call_us) * 1e-6;
      const double closed = serial + static_cast<double>(e.steps) * std::max(d, h) * 1e-6;
      const double simulated = with_feeds(e);
      // The first element, the last step, and filling the buffer at the start.
      const double slack = (e.prefetch_depth + 1) * std::max(d, h) * 1e-6;
      EXPECT_NEAR(simulated, closed, slack) << compute_us << " us, " << per_run << " steps a run";
    }
  }
}

TEST(HostModel, NeverFasterThanEitherResourceAndMonotoneInDepth) {
  for (double compute_us : {1.0, 60.0, 150.0, 199.0, 230.0, 500.0}) {
    for (std::int64_t per_run : {1, 3, 10, 77}) {
      double last = 1e9;
      for (int depth : {1, 2, 3, 8, 64, 255}) {
        HostExperiment e;
        e.compute_us = compute_us;
        e.steps_per_run = per_run;
        e.prefetch_depth = depth;
        const double seconds = with_feeds(e);
        const double runs = static_cast<double>((e.steps + per_run - 1) / per_run);
        const double steps = static_cast<double>(e.steps);
        const double calls = runs * (e.host.set_up_us + e.host.call_us);
        EXPECT_GE(seconds * 1e6 + 0.01, calls + steps * host_step_us(e));
        EXPECT_GE(seconds * 1e6 + 0.01, calls + steps * (compute_us + data_phase_us(e)));
        EXPECT_LE(seconds, last) << compute_us << " us, " << per_run << " steps a run, depth "
                                 << depth;
        last = seconds;
      }
    }
  }
}

TEST(HostModel, ADeviceBoundRunHidesTheHost) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host({}, mk2);
  const int infeed = host.add_infeed(kBatchBytes, 3, 0);
  std::int64_t now = host.begin_call(0).device_start;
  for (int i = 0; i < 100; ++i) {
    const Ready ready = host.consume(infeed, now);
    EXPECT_EQ(ready.stall_cycles() > 0, i == 0) << "element " << i;  // only the first is waited for
    now = ready.ready_at + ready.data_cycles + us_to_cycles(300, mk2);
  }
}

TEST(HostModel, AStallIsTheSumOfItsParts) {
  const Architecture& mk2 = architecture("Mk2");
  for (double compute_us : {1.0, 90.0, 150.0, 180.0, 400.0}) {
    HostTimeline host({}, mk2);
    const int infeed = host.add_infeed(kBatchBytes, 2, 0);
    std::int64_t now = host.begin_call(0).device_start;
    for (int i = 0; i < 50; ++i) {
      const Ready r = host.consume(infeed, now);
      EXPECT_EQ(r.element, i);
      EXPECT_EQ(r.stall_cycles(),
                r.host_busy_cycles + r.pipeline_cycles + r.staging_cycles + r.handshake_cycles);
      EXPECT_EQ(r.host_end - r.host_start, host.production_cycles(kBatchBytes).total());
      EXPECT_EQ(r.reason(), r.stall_cycles() ? WaitReason::infeed_empty : WaitReason::none);
      now = r.ready_at + r.data_cycles + us_to_cycles(compute_us, mk2);
    }
  }
}

TEST(HostModel, TheFirstElementIsWaitedForInAllItsParts) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host({}, mk2);
  const int infeed = host.add_infeed(kBatchBytes, 3, 0);
  const CallStart call = host.begin_call(0);
  EXPECT_EQ(call.device_start, us_to_cycles(1016, mk2));
  const Ready r = host.consume(infeed, call.device_start);
  const ProductionCycles cost = host.production_cycles(kBatchBytes);
  EXPECT_EQ(r.host_busy_cycles, 0);
  EXPECT_EQ(r.pipeline_cycles, cost.pipeline);
  EXPECT_EQ(r.staging_cycles, cost.staging);
  EXPECT_EQ(r.handshake_cycles, 163'000);
  EXPECT_NE(r.explain(mk2).find("handshake 122.6"), std::string::npos) << r.explain(mk2);
}

TEST(HostModel, TheHostDoesOneThingAtATime) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host({}, mk2);
  const int infeed = host.add_infeed(kBatchBytes, 3, 0);
  // Nothing runs for 1 ms: the host fills the buffer and then rests.
  host.advance(us_to_cycles(1000, mk2));
  EXPECT_EQ(host.infeed(infeed).produced(), 3);
  EXPECT_EQ(host.infeed(infeed).fill(us_to_cycles(450, mk2)), 2);
  // A call puts the element in hand aside; it is finished after the call.
  HostTimeline busy({}, mk2);
  busy.add_infeed(kBatchBytes, 3, 0);
  const std::int64_t element = busy.production_cycles(kBatchBytes).total();
  const std::int64_t done = us_to_cycles(50, mk2);
  const CallStart call = busy.begin_call(done);
  EXPECT_EQ(call.device_start, done + call.set_up_cycles + call.call_cycles);
  EXPECT_NE(call.explain(mk2).find("again 516.0, starting it 500.0"), std::string::npos)
      << call.explain(mk2);
  const Ready ready = busy.consume(0, call.device_start);
  EXPECT_EQ(ready.stall_cycles(), element - done);
  EXPECT_EQ(ready.host_busy_cycles, 0);
  EXPECT_EQ(ready.pipeline_cycles, 0);  // 34.6 us: done before the call came
  EXPECT_EQ(ready.handshake_cycles, 163'000);
  // A second call right behind the first waits for it.
  const CallStart next = busy.begin_call(call.device_start - 10);
  EXPECT_EQ(next.host_busy_cycles, 10);
}

TEST(HostModel, SeveralInfeedsTakeTurns) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host({}, mk2);
  const int a = host.add_infeed(kBatchBytes, 3, 0);
  const int b = host.add_infeed(4, 3, 0);
  std::int64_t now = host.begin_call(0).device_start;
  const std::int64_t start = now;
  for (int i = 0; i < 100; ++i) {
    for (int infeed : {a, b}) {
      const Ready r = host.consume(infeed, now);
      EXPECT_EQ(r.element, i);
      now = r.ready_at + r.data_cycles;
    }
  }
  const std::int64_t work =
      100 * (host.production_cycles(kBatchBytes).total() + host.production_cycles(4).total());
  EXPECT_GE(now - start, work);
  EXPECT_LE(now - start, work + 3 * host.production_cycles(kBatchBytes).total());
}

TEST(HostModel, ACopyIsASnapshot) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host({}, mk2);
  const int infeed = host.add_infeed(kBatchBytes, 3, 0);
  std::int64_t now = host.begin_call(0).device_start;
  for (int i = 0; i < 5; ++i) now = host.consume(infeed, now).ready_at + 1000;
  HostTimeline copy = host;
  for (int i = 0; i < 5; ++i) {
    const Ready a = host.consume(infeed, now + i * 1000);
    const Ready b = copy.consume(infeed, now + i * 1000);
    EXPECT_EQ(a.ready_at, b.ready_at);
    EXPECT_EQ(a.element, b.element);
  }
}

// Looking at fill levels along the way never changes what happens.
TEST(HostModel, LookingDoesNotDisturb) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline quiet({}, mk2), watched({}, mk2);
  quiet.add_infeed(kBatchBytes, 3, 0);
  watched.add_infeed(kBatchBytes, 3, 0);
  std::int64_t now = 0, looked = 0;
  const auto look = [&] {  // at every moment up to now
    for (; looked < now; looked += 10'000) watched.advance(looked);
    watched.advance(now);
  };
  for (int run = 0; run < 20; ++run) {
    look();
    const CallStart a = quiet.begin_call(now);
    const CallStart b = watched.begin_call(now);
    EXPECT_EQ(a.device_start, b.device_start);
    now = a.device_start;
    for (int i = 0; i < 7; ++i) {
      look();
      const Ready x = quiet.consume(0, now);
      const Ready y = watched.consume(0, now);
      EXPECT_EQ(x.ready_at, y.ready_at);
      now = x.ready_at + x.data_cycles + 30'000 * run;
    }
  }
}

TEST(HostModel, ADatasetEnds) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host({}, mk2);
  const int infeed = host.add_infeed(kBatchBytes, 3, 0, 2);
  host.consume(infeed, 0);
  host.consume(infeed, 0);
  EXPECT_THROW(host.consume(infeed, 0), OutOfRange);
  host.advance(1'000'000'000);
  EXPECT_EQ(host.infeed(infeed).produced(), 2);
}

TEST(HostModel, RejectsWhatCannotBe) {
  const Architecture& mk2 = architecture("Mk2");
  HostTimeline host({}, mk2);
  EXPECT_THROW(host.add_infeed(4, 0, 0), InvalidArgument);
  EXPECT_THROW(host.add_infeed(4, 256, 0), InvalidArgument);
  EXPECT_THROW(host.add_infeed(-4, 3, 0), InvalidArgument);
  EXPECT_THROW(host.consume(0, 0), InvalidArgument);
  EXPECT_THROW(host.begin_call(0, {-1, 0}), InvalidArgument);
  HostOptions bad;
  bad.call_us = -1;
  EXPECT_THROW(HostTimeline(bad, mk2), InvalidArgument);
  bad = {};
  bad.staging_bytes_per_second = 0;
  EXPECT_THROW(HostTimeline(bad, mk2), InvalidArgument);
  for (WaitReason reason : {WaitReason::none, WaitReason::infeed_empty, WaitReason::ramp_down}) {
    EXPECT_GT(std::string(to_label(reason)).size(), 5u);
  }
}

}  // namespace
}  // namespace pipette
