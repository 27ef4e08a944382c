// Traces for Perfetto, by the rules of its trace processor (../shared/reference/anchors.md).
#include "report/trace_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/item.h"
#include "perfetto_rules.h"
#include "session/session.h"

namespace pipette::report {
namespace {

std::string trace_of(const Experiment& experiment, std::int64_t steps) {
  Session session(experiment);
  session.advance(Budget::steps(steps));
  const profile::Profile p = session.profiles().at(0);
  std::ostringstream out;
  TraceEvents events(out, {.clock_hz = p.target.clock_hz,
                           .num_ipus = p.target.num_ipus,
                           .ipus_per_replica = p.target.ipus_per_replica,
                           .other = {{"experiment", experiment.name}}});
  events.set_memory(&p.memory);
  for (const Span& span : p.execution.spans) {
    events.add(span, item(p.execution.names, span.name), "");
  }
  events.add_counter("loss", 1000, 2.5);
  events.end();
  return out.str();
}

std::string trace_of(const char* name, std::int64_t steps) {
  return trace_of(Experiment::defaults(name), steps);
}

class Perfetto : public testing::TestWithParam<const char*> {
 protected:
  const std::string text_ = trace_of(GetParam(), 3);
  const Json events_ = parse_json(text_);
};

TEST_P(Perfetto, TimesAreWholeNanoseconds) {
  for (const Json& event : events_) {
    for (const char* key : {"ts", "dur"}) {
      if (!event.contains(key)) continue;
      const double ns = event[key].get<double>() * 1000;
      EXPECT_NEAR(ns, std::round(ns), 1e-3);
      EXPECT_GE(ns, 0);
    }
  }
}

TEST_P(Perfetto, TakesAllOfIt) {
  EXPECT_THAT(perfetto_faults(events_), testing::IsEmpty());
  for (const Json& event : events_) EXPECT_LT(event.value("tid", 0.0), 2e9);
}

// Without feeds and pipelines there is nothing to follow.
TEST_P(Perfetto, ArrowsAreThereWhereSomethingTravels) {
  const bool ends = std::any_of(events_.begin(), events_.end(), [](const Json& event) {
    return event["ph"] == "t" || event["ph"] == "f";
  });
  EXPECT_EQ(ends, std::string(GetParam()) != "mnist-without-feeds");
}

// The lines of a cut file, with the array closed, are a trace: Perfetto takes them as they are.
TEST_P(Perfetto, ACutFileHoldsWholeEvents) {
  const std::string cut = text_.substr(0, text_.size() / 2);
  const std::string whole_lines = cut.substr(0, cut.rfind(",\n"));
  EXPECT_EQ(whole_lines.front(), '[');
  const Json part = parse_json(whole_lines + "]");
  ASSERT_TRUE(part.is_array());
  EXPECT_EQ(part[0]["name"], "otherData");
  EXPECT_EQ(part[0]["args"]["experiment"], GetParam());
}

INSTANTIATE_TEST_SUITE_P(Experiments, Perfetto,
                         testing::Values("mnist-with-feeds", "mnist-without-feeds",
                                         "mnist-pipelined", "inspect-keras"));

TEST(TraceEvents, CountsWhatWaitsInTheInfeed) {
  Experiment e = Experiment::defaults("mnist-with-feeds");
  e.device.host.speed = HostSpeed::fast;
  const Json events = parse_json(trace_of(e, 30));
  int last = -1, most = 0;
  for (const Json& event : events) {
    if (event["ph"] != "C" || event["name"] != "infeed elements") continue;
    const int now = event["args"]["value"];
    EXPECT_NE(now, last);
    EXPECT_GE(now, 0);
    most = std::max(most, now);
    last = now;
  }
  EXPECT_GT(most, 0);
  EXPECT_EQ(last, 0);
}

// The area below the counter is what the IPUs have waited in all.
TEST(TraceEvents, CountsIpusThatWait) {
  Session session(Experiment::defaults("mnist-pipelined"));
  session.advance(Budget::steps(2));
  const profile::Profile p = session.profiles().at(0);
  std::int64_t waited = 0;
  for (const Span& span : p.execution.spans) {
    if (span.lane >= 0 && span.reason != WaitReason::none) waited += span.end - span.begin;
  }
  double area_ns = 0, since_us = 0;
  int waiting = 0;
  for (const Json& event : parse_json(trace_of("mnist-pipelined", 2))) {
    if (event["name"] != "IPUs waiting") continue;
    const double at_us = event["ts"].get<double>();
    area_ns += waiting * (at_us - since_us) * 1e3;
    since_us = at_us;
    waiting = event["args"]["value"];
    EXPECT_GE(waiting, 0);
    EXPECT_LE(waiting, p.target.num_ipus);
  }
  EXPECT_EQ(waiting, 0);
  EXPECT_GT(waited, 0);
  EXPECT_NEAR(area_ns, static_cast<double>(waited) * 1e9 / p.target.clock_hz, 1000);
}

TEST(TraceEvents, ReplicasAreProcesses) {
  Experiment e = Experiment::defaults("mnist-pipelined");
  e.pipeline.replicas = 2;
  Session session(e);
  session.advance(Budget::steps(1));
  const profile::Profile p = session.profiles().at(0);
  std::ostringstream out;
  TraceEvents events(out, {.clock_hz = p.target.clock_hz,
                           .num_ipus = p.target.num_ipus,
                           .ipus_per_replica = p.target.ipus_per_replica,
                           .other = Json::object()});
  events.end();
  EXPECT_THAT(out.str(), testing::HasSubstr("Replica 1"));
  EXPECT_EQ(p.target.num_replicas, 2);
}

}  // namespace
}  // namespace pipette::report
