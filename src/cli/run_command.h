// `pipette run NAME [options]` runs an experiment of the catalogue and prints its result;
// `pipette train [options]` is `pipette run mnist-pipelined`.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "cli/experiment_runner.h"

namespace pipette {

class RunCommand {
 public:
  RunCommand(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal);

 private:
  CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& description);
  void run();
  void print_code();
  Experiment experiment() const;

  std::ostream& out_;
  ExperimentRunner runner_;
  std::string name_;
  std::string experiment_file_;
  std::string code_;  // the language to print the program in; empty: run it
  std::optional<std::int64_t> steps_, steps_per_execution_, batch_size_;
  std::optional<std::int64_t> stages_, gradient_accumulation_, replicas_;
  std::vector<std::int64_t> hidden_units_, device_mapping_;
  std::optional<std::string> schedule_, optimizer_, reduction_;
  std::optional<double> learning_rate_, compile_seconds_;
  std::optional<std::uint64_t> seed_;
  std::optional<int> prefetch_depth_;
  std::optional<std::string> architecture_;
  bool recompute_ = false, keep_state_ = false, shard_state_ = false;
  std::vector<std::string> offload_;
};

}  // namespace pipette
