// The inside of a model. Its parts refer to each other, so it never moves.
#pragma once

#include <map>

#include "keras/model.h"
#include "keras/run.h"

namespace pipette::keras {

struct Model::State {
  State(const ModelOptions& options, const std::string& default_name)
      : name(options.name.empty() ? default_name : options.name),
        seed(options.seed),
        strategy(options.strategy) {}

  std::string name;
  std::uint64_t seed;
  Strategy* strategy;
  LogFunction log;

  // Sequential models: their layers, and an input if it is known from the start.
  bool sequential = false;
  std::vector<LayerPtr> chain;
  std::optional<SymbolicTensor> chain_input;
  std::optional<Network> network;  // once built

  // By layer of a sequential model, by call after the inputs of a functional one; empty: no
  // pipeline.
  std::vector<int> stages;
  bool stages_valid = true;
  std::vector<int> stages_of_calls;  // with inputs, as programs want it

  Settings settings;
  std::optional<CompileOptions> compiled;
  std::map<Mode, std::unique_ptr<Program>> programs;
  bool stop = false;
  std::unique_ptr<FitRun> fit;
  std::unique_ptr<TestRun> test;

  void add_to_chain(const LayerPtr& layer);
  void build_chain(const Shape& input_with_batch);
  void adopt_network(Network made);
  void build_for(const Dataset& dataset);
  void take_stages_of_scopes();          // of a functional model
  const Network& built_network() const;  // ValueError before

  bool running() const;
  const Program* latest_program() const;  // null before one has been made
  // What programs are made of changes.
  void forget_programs();
  Strategy& needed_strategy() const;
  std::int64_t replicas() const;
  std::int64_t accumulation() const;  // ValueError for a pipelined model that does not say it
  void check_ready(const Dataset& dataset);
  RunContext context();
  Execution plan(Mode mode, const Dataset& dataset, std::optional<std::int64_t> steps,
                 std::int64_t epochs) const;
  Program& program(Mode mode, const Execution& execution);
  void log_training(const FitRun& run, const Dataset& dataset) const;
  void say(const std::string& line) const {
    if (log) log(line);
  }
};

}  // namespace pipette::keras
