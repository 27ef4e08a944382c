// The fields of an experiment as flags of a command, from the table of fields.
//
//   FieldFlags flags(*command);              // --batch-size, --gradient-accumulation-count, ...
//   flags.apply(experiment, err);            // the flags given, after parsing
//   check(experiment);                       // an error names the flags that would fix it
//   command_of(experiment, "run");           // "pipette run loops --batch-size 64"
#pragma once

#include <CLI/CLI.hpp>
#include <deque>
#include <ostream>
#include <string>
#include <vector>

#include "experiment/field.h"

namespace pipette::cli {

class FieldFlags {
 public:
  enum class Which { all, with_variable };  // flags that the environment may set too
  explicit FieldFlags(CLI::App& command, Which which = Which::all);
  FieldFlags(const FieldFlags&) = delete;
  FieldFlags& operator=(const FieldFlags&) = delete;

  // Does nothing if another command was given. Warns of an environment variable that has no meaning
  // for the program. Throws InvalidArgument for a text that is not a value of its field.
  void apply(Experiment& experiment, std::ostream& err) const;

 private:
  struct Given {
    const Field& field;
    CLI::Option* option = nullptr;
    std::vector<std::string> words = {};
    bool on = false;
  };

  void add(const Field& field);

  CLI::App& command_;
  std::deque<Given> given_;
  std::vector<std::string> offload_;  // short words for four fields
  std::vector<std::string> edits_;    // NAME=VALUE, as in experiment/edit.h
};

// A command line that runs this experiment; "" if no flags can express it, as for custom layers.
std::string command_of(const Experiment& experiment, const std::string& command);

// Throws the first problem of the experiment; the message ends with the flags that would fix it.
void check(const Experiment& experiment);

}  // namespace pipette::cli
