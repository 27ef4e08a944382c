// Writes the modelled execution trace as Chrome trace events, which Perfetto opens.
//
//   TraceFile file("trace.json", session);
//   while (!session.advance(Budget::steps(TraceFile::kStepsPerSlice))) file.append();
//
// One process, one thread for the host and one for each IPU; complete events ("X") in microseconds
// of modelled time. Only the first kMaxSpans spans are written: a trace of 10,000 steps would not
// open anywhere. Throws NotFound when the file cannot be written.
#pragma once

#include <fstream>
#include <string>

#include "session/session.h"

namespace pipette {

class TraceFile {
 public:
  static constexpr std::int64_t kStepsPerSlice = 100;  // the trace holds more than that
  static constexpr std::int64_t kMaxSpans = 200000;

  TraceFile(const std::string& path, const Session& session);
  ~TraceFile();
  void append();  // what has been recorded since the last call

 private:
  void write(const Span& span);
  void name_thread(int tid, const std::string& name);

  const Session& session_;
  std::ofstream out_;
  std::int64_t next_ = 0;
  std::int64_t written_ = 0;
};

}  // namespace pipette
