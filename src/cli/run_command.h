// `pipette run NAME [options]` runs an experiment of the catalogue and prints its result;
// `pipette train [options]` is `pipette run mnist-pipelined`; `pipette describe NAME [options]`
// prints the experiment that they would run, as JSON; `pipette schema` prints the schema of such
// JSON.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <string>

#include "cli/experiment_runner.h"
#include "cli/field_flags.h"

namespace pipette::cli {

class RunCommand {
 public:
  RunCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal);

 private:
  void add_name(CLI::App& command);
  // Errors use the flags of `command`.
  void run(const CLI::App& command, ExperimentRunner::Show show);
  void describe(const CLI::App& command) const;
  void print_schema() const;
  Experiment experiment(const CLI::App& command) const;  // checked

  std::ostream &out_, &err_;
  ExperimentRunner runner_;
  // Only one command runs, so they share these.
  std::string name_;
  std::string experiment_file_;
  std::string code_;  // the language to print the program in; empty: run it
  std::string format_ = "json";
  std::vector<std::unique_ptr<FieldFlags>> flags_;  // one per command
};

}  // namespace pipette::cli
