// The files that a run of the command line leaves: its trace, its losses, a report, a system trace.
//
//   RunOutputs outputs({.trace = "t.json"}, session, err);   // throws before anybody has trained
//   while (!session.advance(slice)) outputs.append();
//   outputs.finish();
//   print(session.summary());
//   outputs.check();
//
// All are opened at the beginning, and no two may be one file. What goes wrong with one of them
// later stops neither the run nor the others, and is kept until check(), so that the result can be
// printed before. A run that fails leaves its traces until then, and its report.
#pragma once

#include <exception>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/trace_file.h"
#include "core/files.h"
#include "core/made_folder.h"
#include "report/report.h"
#include "session/session.h"

namespace pipette::cli {

// What a report of this run holds so far.
report::Report report_of(const Session& session);

class RunOutputs {
 public:
  struct Asked {
    std::string trace, losses;        // paths; "" for none
    std::string pvti_options = "{}";  // as PVTI_OPTIONS has them
  };

  // Throws InvalidArgument for options that PVTI does not have and for two outputs in one file, and
  // what OutputFile and ReportFolder throw. `session` and `err`, which is told what was written
  // where nobody named the file, must outlive it.
  RunOutputs(const Asked& asked, const Session& session, std::ostream& err);

  bool has_files() const { return !traces_.empty() || losses_.has_value(); }
  bool has_trace() const { return !traces_.empty(); }
  void append();              // to the traces, what has been recorded since the last call
  void finish();              // all is written that can be
  void finish_after_error();  // the report; the run's own error is what is to be told
  bool failed() const { return !failures_.empty(); }
  void tell_failures(std::size_t first = 0) const;
  void check() const;  // throws the first failure, and tells of the others

 private:
  struct NamedTrace {
    NamedTrace(const std::string& to, bool tells, const Session& session)
        : path(to), tell(tells), file(to, session) {}
    std::string path;
    bool tell;  // where it was written
    TraceFile file;
  };

  // Throws where an output has this file already. `what` is an option or another name of an output.
  void claim(const std::string& what, const std::string& path);
  void add_report();
  void add_trace(const std::string& what, const std::string& path, bool tell);
  void add_system_trace(const std::string& pvti_options);
  void attempt(const std::function<void()>& work);
  void close(NamedTrace& trace);
  void write_losses();
  void write_report();

  const Session& session_;
  std::ostream& err_;
  std::map<std::string, std::string> claimed_;  // by file, whose it is
  std::optional<report::ReportFolder> report_;
  std::optional<MadeFolder> system_folder_;
  std::list<NamedTrace> traces_;
  std::optional<OutputFile> losses_;
  std::vector<std::exception_ptr> failures_;
};

}  // namespace pipette::cli
