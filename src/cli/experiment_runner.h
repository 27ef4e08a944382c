// Runs an experiment for the command line: prints the program's output, then the result.
//
//   ExperimentRunner runner(out, err, terminal);
//   runner.add_options(*command);                       // --data-dir, --trace, --losses, --json
//   runner.run(experiment, ExperimentRunner::Show::summary);
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>

#include "cli/run_outputs.h"
#include "report/report.h"
#include "session/session.h"

namespace pipette::cli {

// The run has ended, and the condition of --until was never true.
class NotMet : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ExperimentRunner {
 public:
  enum class Show {
    summary,         // progress, and figures at the end
    program_output,  // only what the tutorial's program prints
    profile          // progress, and the profile at the end
  };

  ExperimentRunner(std::ostream& out, std::ostream& err, bool terminal)
      : out_(out), err_(err), terminal_(terminal) {}

  void add_options(CLI::App& command);
  void add_data_option(CLI::App& command);  // --data-dir alone
  // For the command that prints a profile.
  void add_profile_options(CLI::App& command);
  const std::string& data_dir() const { return data_dir_; }
  // Real MNIST from --data-dir, otherwise generated digits. Sets the experiment's `data` to its
  // name.
  ImageData data(Experiment& experiment) const;
  // The experiment of the checkpoint of --resume, if there is one. Throws what experiment_of()
  // throws, with the name of the file.
  std::optional<Experiment> resumed() const;
  void run(const Experiment& experiment, const ImageData& data, Show show);

 private:
  Session session(const Experiment& experiment, const ImageData& data) const;
  void print_profile(const report::Report& report, const Session& session) const;
  // Runs to the end, an interruption or an error; returns true at the end.
  bool advance(Session& session, Show show, RunOutputs& outputs);
  // Throws NotMet if the condition of --until was never true, and pending errors of `outputs`.
  void print_result(Session& session, Show show, const RunOutputs& outputs);
  // Prints what was done so far.
  Summary tell_result(Session& session, Show show);
  // Standard error where a file is asked for on the standard output.
  std::ostream& result() const;
  // Prints where the run has stopped; returns why it did not.
  std::string tell_of_until(Session& session, double accuracy);
  void print_new(const Session& session, std::size_t& printed);

  std::ostream& out_;
  std::ostream& err_;
  bool terminal_;
  std::string data_dir_;
  RunOutputs::Asked files_;
  std::string load_weights_;  // path; "" for initial weights
  std::string resume_;        // path; "" for the beginning
  std::string until_;
  bool json_ = false;
  bool try_advice_ = false;
};

}  // namespace pipette::cli
