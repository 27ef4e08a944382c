#include "runs/trace_recorder.h"

#include <algorithm>
#include <utility>

namespace pipette::app {

namespace {

// Whether the step of a span gives its block. The host's work on an element counts elements, and is
// ahead of the steps that take them; spans at the end of an engine run may have the next step.
bool tells_step(const Span& span) {
  switch (span.kind) {
    case SpanKind::host_pipeline:
    case SpanKind::host_staging:
    case SpanKind::host_handshake:
    case SpanKind::stream_end:
    case SpanKind::engine_run:
      return false;
    default:
      return true;
  }
}

}  // namespace

void TraceRecorder::clear() {
  first_ = finished_ = current_ = TraceBlock{};
  next_ = steps_ = 0;
  ++version_;
}

void TraceRecorder::begin_block(std::int64_t index) {
  finished_ = std::exchange(current_, TraceBlock{});
  finished_.finished = true;
  if (finished_.index == 0) first_ = finished_;
  current_.index = index;
}

void TraceRecorder::record(const Span& span) {
  if (tells_step(span)) {
    steps_ = std::max<std::int64_t>(steps_, span.step + 1);
    const std::int64_t index = span.step / steps_per_block_;
    if (index > current_.index) begin_block(index);
  } else if (current_.index < 0) {
    begin_block(0);
  }
  current_.spans.push_back(span);
  if (span.kind == SpanKind::engine_run && steps_ % steps_per_block_ == 0) {
    current_.finished = true;
    if (current_.index == 0) first_ = current_;
  }
}

void TraceRecorder::read(const Trace& trace) {
  if (steps_per_block_ == 0) return;
  if (trace.end() < next_) clear();
  if (trace.end() == next_) return;
  for (std::int64_t i = std::max(next_, trace.first()); i < trace.end(); ++i) record(trace[i]);
  next_ = trace.end();
  ++version_;
}

const TraceBlock* TraceRecorder::block(std::int64_t index) const {
  if (index < 0) return nullptr;
  if (current_.index == index) return &current_;
  if (finished_.index == index) return &finished_;
  if (first_.index == index) return &first_;
  return nullptr;
}

}  // namespace pipette::app
