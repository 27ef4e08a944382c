#include "runs/trace_recorder.h"

#include <algorithm>
#include <utility>

namespace pipette::app {

void TraceRecorder::clear() {
  first_ = finished_ = current_ = TraceBlock{};
  next_ = 0;
  ++version_;
}

void TraceRecorder::begin_block(std::int64_t index) {
  finished_ = std::exchange(current_, TraceBlock{});
  finished_.finished = true;
  current_.index = index;
}

void TraceRecorder::take(const Span& span) {
  const std::int64_t index = span.run / runs_per_block_;
  if (index > current_.index) begin_block(index);
  // The host works ahead and its spans may name a run that is over: they are drawn where they are.
  if (current_.spans.size() >= kMaxSpans) return;
  current_.spans.push_back(span);
  const bool last_run = span.run % runs_per_block_ == runs_per_block_ - 1;
  if (span.kind == SpanKind::engine_run && last_run) current_.finished = true;
  if (current_.finished && current_.index == 0) first_ = current_;
}

void TraceRecorder::read(const Trace& trace) {
  if (trace.end() < next_) clear();
  if (trace.end() == next_) return;
  for (std::int64_t i = std::max(next_, trace.first()); i < trace.end(); ++i) take(trace[i]);
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
