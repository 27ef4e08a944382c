// Which experiment a command means: a name of the catalogue or a file, with flags for its fields.
//
//   ExperimentChoice choice(err);
//   choice.add_options(*command);            // NAME, --experiment and all fields
//   choice.add_fields(*train);               // only the fields
//   Experiment e = choice.experiment(*command);      // after parsing; an error speaks of flags
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cli/field_flags.h"
#include "experiment/experiment.h"

namespace pipette::cli {

class ExperimentChoice {
 public:
  // `err` gets warnings.
  explicit ExperimentChoice(std::ostream& err) : err_(err) {}

  void add_options(CLI::App& command);
  void add_fields(CLI::App& command);
  // Not checked. Throws InvalidArgument unless there is either a name or a file.
  Experiment experiment(const CLI::App& command) const;
  // For a command that always means the same experiment.
  Experiment experiment(const CLI::App& command, const std::string& name) const;
  // For a run that a checkpoint of `saved` continues: a name that is given must be its name, and
  // flags apply to it.
  Experiment experiment(const CLI::App& command, const Experiment& saved) const;

 private:
  Experiment with_flags(const CLI::App& command, Experiment e) const;

  std::ostream& err_;
  // Only one command is given, so they share these.
  std::string name_, file_;
  std::vector<std::unique_ptr<FieldFlags>> flags_;  // one per command
};

}  // namespace pipette::cli
