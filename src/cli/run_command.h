// `pipette run NAME [options]` runs an experiment of the catalogue and prints its result;
// `pipette train [options]` is `pipette run mnist-pipelined`; `pipette describe NAME [options]`
// prints the experiment that they would run, as JSON; `pipette schema` prints the schema of such
// JSON.
#pragma once

#include <CLI/CLI.hpp>
#include <ostream>
#include <string>

#include "cli/experiment_choice.h"
#include "cli/experiment_runner.h"

namespace pipette::cli {

class RunCommand {
 public:
  RunCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal);

 private:
  // Errors use the flags of `command`.
  void run(const CLI::App& command, ExperimentRunner::Show show);
  void describe(const CLI::App& command) const;
  void print_schema() const;
  Experiment checked(const CLI::App& command) const;

  std::ostream& out_;
  ExperimentChoice choice_;
  ExperimentRunner runner_;
  std::string code_;  // the language to print the program in; empty: run it
  std::string format_ = "json";
};

}  // namespace pipette::cli
