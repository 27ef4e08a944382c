// The output files of a run of the command line: its trace, its losses, its weights, checkpoints,
// a report, a system trace.
//
//   RunOutputs outputs({.trace = "t.json"}, session, err);   // throws before any training
//   while (!session.advance(slice)) outputs.append();
//   outputs.finish();
//   print(session.summary());
//   outputs.check();
//
// Of several instances (program/instances.h), number 0 alone writes files.
//
// All files are opened at the beginning, and no two outputs may be the same file. A later error in
// one of them stops neither the run nor the others, and is kept until check(), so that the result
// can be printed first. A run that fails leaves its traces up to that point, and its report.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/outfed_files.h"
#include "cli/trace_file.h"
#include "core/files.h"
#include "core/made_folder.h"
#include "report/report.h"
#include "session/session.h"

namespace pipette::cli {

// Instead of a file's name: the standard input or output.
inline constexpr std::string_view kStandardStream = "-";

// The report of this run so far.
report::Report report_of(const Session& session);

class RunOutputs {
 public:
  struct Asked {
    std::string trace, losses, weights;  // paths; "" for none, kStandardStream
    std::string pvti_options = "{}";     // in the format of PVTI_OPTIONS
    std::string checkpoint;              // path; "" for none
    std::string outfed;                  // path of a folder; "" for none
    std::int64_t every = 0;              // engine runs between checkpoints; 0: ten seconds
  };

  // Throws InvalidArgument for options that PVTI does not have, for a checkpoint on the standard
  // output and for two outputs in one file, and
  // what OutputFile and ReportFolder throw. `session` and `err` must outlive it; `err` gets the
  // names of files that the user did not name.
  RunOutputs(const Asked& asked, Session& session, std::ostream& err);

  bool has_files() const { return !traces_.empty() || losses_ || weights_ || looks_at_runs(); }
  bool has_trace() const { return !traces_.empty(); }
  // Wants append() after each engine run.
  bool looks_at_runs() const { return has_checkpoint() || outfed_; }
  // Writes what was recorded and sent since the last call, and a checkpoint if one is due.
  void append();
  void finish();              // writes everything that can be written
  void finish_after_error();  // writes the report; the run's own error is the one to print
  bool failed() const { return !failures_.empty(); }
  void tell_failures(std::size_t first = 0) const;
  void check() const;  // throws the first failure, and prints the others

 private:
  struct NamedTrace {
    NamedTrace(const std::string& to, bool tells, const Session& session)
        : path(to), tell(tells), file(to, session) {}
    std::string path;
    bool tell;  // print the path
    TraceFile file;
  };

  // Throws if another output has this file already. `what` is an option or another name of an
  // output.
  void claim(const std::string& what, const std::string& path);
  void add_report();
  void add_trace(const std::string& what, const std::string& path, bool tell);
  void add_system_trace(const std::string& pvti_options);
  void attempt(const std::function<void()>& work);
  void close(NamedTrace& trace);
  bool has_checkpoint() const { return !checkpoint_.empty(); }
  bool checkpoint_is_due() const;
  void write_checkpoint();
  void attempt_checkpoint();
  void write_losses();
  void write_weights();
  void write_report();

  Session& session_;
  std::ostream& err_;
  std::map<std::string, std::string> claimed_;  // by file: its output
  std::optional<report::ReportFolder> report_;
  std::optional<MadeFolder> system_folder_;
  std::list<NamedTrace> traces_;
  std::optional<OutputFile> losses_, weights_;
  std::optional<OutfedFiles> outfed_;
  bool outfed_failed_ = false;
  bool losses_as_array_ = false;  // for NumPy
  std::string checkpoint_;        // path
  std::int64_t every_ = 0;
  bool checkpoint_failed_ = false;
  std::int64_t checkpointed_run_ = 0;  // after which the latest was written, and when
  std::chrono::steady_clock::time_point checkpointed_at_ = std::chrono::steady_clock::now();
  std::vector<std::exception_ptr> failures_;
};

}  // namespace pipette::cli
