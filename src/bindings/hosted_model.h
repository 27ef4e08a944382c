// A model with a machine of its own, for JavaScript: options as JSON text, work in slices.
//
//   HostedModel model(R"({"seed":1,"numIpus":2})", {flatten, dense});
//   model.compile(R"({"loss":"mse","stepsPerExecution":10})", optimizer);
//   model.start_fit(R"({"epochs":3})", dataset, std::nullopt);
//   while (!model.observed().advance(Budget::microseconds(6000))) show(model.progress_json());
//
// Names are those of Keras in camelCase (options.h). Errors are those of keras/model.h; a model
// that is running cannot be started or configured (RuntimeError). Work that fails or is abandoned
// leaves the weights at their current values, and the model can be started again.
//
// Numbers that are not finite become the strings "NaN", "Infinity" and "-Infinity" in JSON.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/layer_builder.h"
#include "bindings/options.h"
#include "keras/model.h"
#include "observe/observed_run.h"

namespace pipette::bindings {

class HostedModel {
 public:
  // The options are name, seed and pipelineStages, and those of the machine (device_options.h).
  HostedModel(const std::string& options, const std::vector<keras::LayerPtr>& layers);
  HostedModel(const std::string& options, const std::vector<keras::SymbolicTensor>& inputs,
              const keras::SymbolicTensor& output);
  ~HostedModel();

  // Calls one of the model's set functions by its name in JavaScript: "setPipeliningOptions()".
  // Errors mention that name; InvalidArgument if there is no such function.
  void configure(const std::string& what, const std::string& options);
  // The options are loss, fromLogits, metrics and stepsPerExecution. A null `optimizer` means
  // Keras' default.
  void compile(const std::string& options, const OptimizerPtr& optimizer);
  // The options are epochs, initialEpoch, stepsPerEpoch, validationSteps, verbose (0, 1 or, by
  // default, 2: the text goes to the record) and events: the names of the events ("epochEnd", as in
  // Keras' callbacks) after which advance() returns and which progress_json() then returns. The
  // other two functions have events too.
  void start_fit(const std::string& options, const Dataset& dataset,
                 const std::optional<Dataset>& validation);
  // The options are steps, verbose and events.
  void start_evaluate(const std::string& options, const Dataset& dataset);
  void start_predict(const std::string& options, const Dataset& dataset);
  void stop_training();  // after the current execution, fit() ends as usual
  void abandon();

  // The current or latest run. Steps are the mini-batches of its epoch; the losses are those of the
  // latest fit().
  ObservedRun& observed() { return *run_; }
  const ObservedRun& observed() const { return *run_; }

  // {"finished", "epoch", "step", "steps", "logs": {...}, "cycles", "seconds", "runs",
  //  "events": [{"event", "number", "logs"}, ...] since the last call, "messages": [...] too}
  std::string progress_json();
  std::string logs_json() const;  // of evaluate(); FailedPrecondition before it has ended
  // {"epoch": [...], "history": {name: [...]}} of the latest fit(); FailedPrecondition without one
  std::string history_json() const;

  keras::Model& model();
  const keras::Model& model() const;

 private:
  class HostedProgram;
  struct Setup;

  HostedModel(const Setup& setup, std::unique_ptr<keras::Model> model);
  void build_for(const Dataset& dataset);
  void start_test(const char* what, const std::string& text, const Dataset& dataset,
                  void (keras::Model::*start)(const Dataset&, const keras::EvaluateOptions&));

  HostedProgram* program_ = nullptr;  // owned by the run
  std::unique_ptr<ObservedRun> run_;
  std::vector<std::string> messages_;
};

}  // namespace pipette::bindings
