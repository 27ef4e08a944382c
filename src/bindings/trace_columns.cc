#include "bindings/trace_columns.h"

#include <algorithm>
#include <map>

#include "bindings/views.h"

namespace pipette::bindings {

namespace {

// Gives each value met the index of its text in `texts`.
class Numbering {
 public:
  explicit Numbering(std::vector<std::string>& texts) : texts_(texts) {}

  template <class Text>
  std::int32_t index(std::int32_t value, Text&& text) {
    const auto [at, is_new] = ids_.emplace(value, static_cast<std::int32_t>(texts_.size()));
    if (is_new) texts_.push_back(text());
    return at->second;
  }

 private:
  std::vector<std::string>& texts_;
  std::map<std::int32_t, std::int32_t> ids_;
};

}  // namespace

TraceColumns trace_columns(const Trace& trace, std::int64_t from, std::int64_t limit) {
  TraceColumns columns;
  columns.end = trace.end();
  columns.first = std::clamp(from, trace.first(), trace.end());
  const std::int64_t last = columns.first + std::min(limit, trace.end() - columns.first);

  Numbering names(columns.names), kinds(columns.kinds), phases(columns.phases),
      reasons(columns.reasons);
  for (std::int64_t i = columns.first; i < last; ++i) {
    const Span& span = trace[i];
    columns.begin_cycles.push_back(static_cast<double>(span.begin));
    columns.end_cycles.push_back(static_cast<double>(span.end));
    columns.run.push_back(static_cast<double>(span.run));
    columns.step.push_back(static_cast<double>(span.step));
    columns.bytes.push_back(static_cast<double>(span.bytes));
    columns.host_busy_cycles.push_back(span.wait_cycles[0]);
    columns.pipeline_cycles.push_back(span.wait_cycles[1]);
    columns.staging_cycles.push_back(span.wait_cycles[2]);
    columns.handshake_cycles.push_back(span.wait_cycles[3]);
    columns.lane.push_back(span.lane);
    columns.instruction.push_back(span.instruction);
    columns.name.push_back(names.index(span.name, [&] { return trace.name(span.name); }));
    const auto kind = static_cast<std::int32_t>(span.kind);
    columns.kind.push_back(kinds.index(kind, [&] { return to_key(span.kind); }));
    const auto phase = static_cast<std::int32_t>(span.phase);
    columns.phase.push_back(phases.index(phase, [&] { return to_key(span.phase); }));
    const auto reason = static_cast<std::int32_t>(span.reason);
    columns.reason.push_back(reasons.index(reason, [&] { return to_key(span.reason); }));
  }
  return columns;
}

Span span_numbered(const Trace& trace, std::int64_t number) {
  if (number >= trace.first() && number < trace.end()) return trace[number];
  throw OutOfRange("there is no span number " + std::to_string(number) + "; the trace holds " +
                   std::to_string(trace.first()) + " to " + std::to_string(trace.end() - 1));
}

}  // namespace pipette::bindings
