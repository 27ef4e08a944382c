// The tutorials' programs, each as a command with the flags and defaults of its tutorial:
//
//   pipette inspect-keras            pipelining and tensor inspection tutorial, mnist.py
//   pipette inspect-pipelined        TensorFlow 1 inspection tutorial, pipelined_model.py
//   pipette inspect-model            the same, model.py
//   pipette loops                    loops tutorial
//   pipette keras-convolutions       convolutions that show their kernels: our own program
//   pipette perf-training-example    training guide
//   pipette outfeed-example          training guide
//   pipette dataset-benchmark        training guide
//
// The commands print what the tutorials' programs print. --json prints the result in figures
// instead.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cli/experiment_runner.h"
#include "cli/field_flags.h"

namespace pipette::cli {

class TutorialCommands {
 public:
  TutorialCommands(CLI::App& app, std::ostream& out, std::ostream& err, bool terminal);

 private:
  CLI::App* add(CLI::App& app, const std::string& name, const std::string& description,
                std::function<Experiment(const ImageData&)> experiment);
  void add_inspect_keras(CLI::App& app);
  void add_inspected(CLI::App& app, const std::string& name, const std::string& description);
  void add_loops(CLI::App& app, const std::string& name, const std::string& description);
  void add_benchmark(CLI::App& app, const std::string& name, const std::string& description);
  void add_keras_convolutions(CLI::App& app);
  void add_epochs_and_filters(CLI::App& command, std::int64_t steps, std::int64_t epochs,
                              const std::string& gradients_filter);
  double whole_epochs() const;  // for a command that runs only whole epochs
  Experiment inspect_keras() const;
  void set_epochs_and_filters(Experiment& e) const;
  Experiment inspected(const std::string& name, const ImageData& data) const;

  std::ostream& err_;
  ExperimentRunner runner_;
  std::vector<std::unique_ptr<FieldFlags>> flags_;  // one per command, for variables
  // Only one command runs, so they share the values of their flags; empty: the command's default.
  std::string model_type_ = "Sequential";
  bool no_pipelining_ = false, use_gradient_accumulation_ = false, pre_accumulated_ = false;
  bool run_single_step_ = false;
  std::int64_t steps_per_epoch_ = 0, batch_size_ = 32;
  std::int64_t elements_per_epochs_ = 512, number_of_epochs_ = 10;
  double epochs_ = 3;
  std::int64_t accumulation_count_ = 16, repeat_count_ = 100;
  std::vector<std::string> gradients_filters_, activations_filters_{"none"};
};

}  // namespace pipette::cli
