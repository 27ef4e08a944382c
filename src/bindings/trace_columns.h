// Spans of a trace in columns, ready for JavaScript's typed arrays.
//
//   TraceColumns columns = trace_columns(session.trace(), 0, 1000);   // the first thousand
//   columns = trace_columns(session.trace(), columns.first + columns.size(), 1000);   // and on
//
// Reading starts at the span numbered `from`, or at the oldest one still kept, and takes at most
// `limit` spans. Names, kinds, phases and reasons are indices into lists of strings that contain
// only those used by these spans, in order of first use. Cycles are doubles: exact up to 2^53.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/trace.h"

namespace pipette::bindings {

struct TraceColumns {
  std::int64_t first = 0;  // number of the first span here
  std::int64_t end = 0;    // the number that the next span of the trace will get
  std::vector<double> begin_cycles, end_cycles, run, step, bytes;
  std::vector<double> host_busy_cycles, pipeline_cycles, staging_cycles, handshake_cycles;
  std::vector<std::int32_t> name, kind, phase, reason, lane, instruction;
  std::vector<std::string> names, kinds, phases, reasons;

  std::int64_t size() const { return static_cast<std::int64_t>(begin_cycles.size()); }
};

TraceColumns trace_columns(const Trace& trace, std::int64_t from, std::int64_t limit);

// Throws OutOfRange if the trace does not have that span, or no longer has it.
Span span_numbered(const Trace& trace, std::int64_t number);

}  // namespace pipette::bindings
