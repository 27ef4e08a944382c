// Writes the modelled execution trace as Chrome trace events, which Perfetto opens.
//
//   TraceFile file("trace.json", session);
//   while (!session.advance(Budget::steps(TraceFile::kStepsPerSlice))) file.append();
//   file.append();  file.close();  print(file.left_out());
//
// The events are described in report/trace_events.h. Only the first `max_spans` spans are written:
// a trace of 10,000 steps would not open anywhere. The losses of these spans come last, as a
// counter. A run that fails leaves the spans recorded up to that point. Throws what OutputFile
// throws. `session` must outlive the file. One thread.
#pragma once

#include <cstdint>
#include <string>

#include "core/files.h"
#include "report/trace_events.h"
#include "session/session.h"

namespace pipette::cli {

class TraceFile {
 public:
  static constexpr std::int64_t kStepsPerSlice = 100;  // the trace holds more steps than that
  static constexpr std::int64_t kMaxSpans = 200000;

  TraceFile(const std::string& path, const Session& session, std::int64_t max_spans = kMaxSpans);
  ~TraceFile();   // ends an unclosed file, and reports no errors
  void append();  // writes what was recorded since the last call
  void close();   // to be called after the last append()

  std::int64_t written() const { return written_; }
  std::int64_t left_out() const { return left_out_; }  // spans beyond max_spans

 private:
  const Session& session_;
  const std::int64_t max_spans_;
  OutputFile file_;
  report::TraceEvents events_;
  std::int64_t last_cycle_ = 0;  // of the spans written
  bool begun_ = false;
  bool closed_ = false;
  std::int64_t next_ = 0;
  std::int64_t written_ = 0;
  std::int64_t left_out_ = 0;
};

}  // namespace pipette::cli
