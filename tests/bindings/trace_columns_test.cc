#include "bindings/trace_columns.h"

#include <gtest/gtest.h>

#include "bindings/views.h"
#include "program/span_words.h"

namespace pipette::bindings {
namespace {

// Twelve spans in a trace that keeps eight.
Trace overfull_trace() {
  Trace trace(8);
  const std::int32_t names[] = {trace.intern("a"), trace.intern("b"), trace.intern("c")};
  for (int i = 0; i < 12; ++i) {
    Span span;
    span.begin = std::int64_t{1} << 40;
    span.end = span.begin + i;
    span.name = names[i % 3];
    span.instruction = i - 1;
    span.run = i / 5;
    span.step = 10 * i;
    span.bytes = 100 * i;
    span.wait_cycles = {i, 2 * i, 3 * i, 4 * i};
    span.kind = i % 2 == 0 ? SpanKind::compute : SpanKind::host_call;
    span.phase = i % 4 == 3 ? Phase::weight_update : Phase::none;
    span.reason = i == 11 ? WaitReason::infeed_empty : WaitReason::none;
    span.lane = static_cast<std::int16_t>(i % 2 == 0 ? 3 : kHostLane);
    trace.add(span);
  }
  return trace;
}

TEST(TraceColumns, HoldEverySpanThatIsStillKept) {
  const Trace trace = overfull_trace();
  const TraceColumns columns = trace_columns(trace, 0, 1000);
  EXPECT_EQ(columns.first, 4);
  EXPECT_EQ(columns.end, 12);
  ASSERT_EQ(columns.size(), 8);
  for (std::size_t row = 0; row < 8; ++row) {
    const Span& span = trace[columns.first + static_cast<std::int64_t>(row)];
    EXPECT_EQ(columns.begin_cycles[row], static_cast<double>(span.begin));
    EXPECT_EQ(columns.end_cycles[row], static_cast<double>(span.end));
    EXPECT_EQ(columns.run[row], static_cast<double>(span.run));
    EXPECT_EQ(columns.step[row], static_cast<double>(span.step));
    EXPECT_EQ(columns.bytes[row], static_cast<double>(span.bytes));
    EXPECT_EQ(columns.host_busy_cycles[row], span.wait_cycles[0]);
    EXPECT_EQ(columns.pipeline_cycles[row], span.wait_cycles[1]);
    EXPECT_EQ(columns.staging_cycles[row], span.wait_cycles[2]);
    EXPECT_EQ(columns.handshake_cycles[row], span.wait_cycles[3]);
    EXPECT_EQ(columns.instruction[row], span.instruction);
    EXPECT_EQ(columns.lane[row], span.lane);
    const auto text = [row](const std::vector<std::string>& texts,
                            const std::vector<std::int32_t>& column) {
      return texts.at(static_cast<std::size_t>(column[row]));
    };
    EXPECT_EQ(text(columns.names, columns.name), trace.name(span.name));
    EXPECT_EQ(text(columns.kinds, columns.kind), to_key(span.kind));
    EXPECT_EQ(text(columns.phases, columns.phase), to_key(span.phase));
    EXPECT_EQ(text(columns.reasons, columns.reason), to_key(span.reason));
  }
}

TEST(TraceColumns, ListOnlyTextsThatAreUsedInOrderOfFirstUse) {
  const TraceColumns columns = trace_columns(overfull_trace(), 5, 2);  // numbers 5 and 6
  EXPECT_EQ(columns.names, (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(columns.kinds, (std::vector<std::string>{"hostCall", "compute"}));
  EXPECT_EQ(columns.phases, (std::vector<std::string>{"none"}));
  EXPECT_EQ(columns.reasons, (std::vector<std::string>{"none"}));
}

TEST(TraceColumns, CanBeReadInParts) {
  const Trace trace = overfull_trace();
  std::vector<double> ends;
  for (std::int64_t from = 0; from < trace.end();) {
    const TraceColumns part = trace_columns(trace, from, 3);
    EXPECT_LE(part.size(), 3);
    ends.insert(ends.end(), part.end_cycles.begin(), part.end_cycles.end());
    from = part.first + part.size();
  }
  EXPECT_EQ(ends, trace_columns(trace, 0, 1000).end_cycles);
}

TEST(TraceColumns, AreEmptyBeyondTheEnd) {
  const Trace trace = overfull_trace();
  for (const std::int64_t from : {std::int64_t{12}, std::int64_t{1} << 53}) {
    const TraceColumns columns = trace_columns(trace, from, 5);
    EXPECT_EQ(columns.size(), 0);
    EXPECT_EQ(columns.first, 12);
    EXPECT_TRUE(columns.names.empty());
  }
  EXPECT_EQ(trace_columns(Trace(4), 0, 5).size(), 0);
  EXPECT_EQ(trace_columns(trace, 4, 0).size(), 0);
}

}  // namespace
}  // namespace pipette::bindings
