// A model with a machine of its own, as JavaScript holds it: options as JSON text, work in slices.
//
//   HostedModel model(R"({"seed":1,"numIpus":2})", {flatten, dense});
//   model.compile(R"({"loss":"mse","stepsPerExecution":10})", optimizer);
//   model.start_fit(R"({"epochs":3})", dataset, std::nullopt);
//   while (!model.advance(6000)) show(model.progress_json());
//
// Names are those of Keras in camelCase (options.h). Errors are those of keras/model.h; while it
// runs the model cannot be started or configured (RuntimeError). What fails or is abandoned leaves
// the weights as they are, and the model can be started again.
//
// Numbers in JSON that are not finite are the strings "NaN", "Infinity" and "-Infinity".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/layer_builder.h"
#include "bindings/options.h"
#include "keras/model.h"
#include "observe/pipeline_info.h"

namespace pipette::bindings {

class HostedModel {
 public:
  // Options: name, seed, pipelineStages, and of the machine: numIpus, architecture, layoutChanges,
  // host (fields of device/host_options.h in camelCase).
  HostedModel(const std::string& options, const std::vector<keras::LayerPtr>& layers);
  HostedModel(const std::string& options, const std::vector<keras::SymbolicTensor>& inputs,
              const keras::SymbolicTensor& output);
  ~HostedModel();

  // One of the model's set_..._options(): "gradientAccumulation", "pipelining", "infeedQueue",
  // "outfeedQueue", "replication", "pipelineStages" or "asynchronousCallbacks".
  void configure(const std::string& what, const std::string& options);
  // loss, fromLogits, metrics, stepsPerExecution. `optimizer` null: Keras' default.
  void compile(const std::string& options, const OptimizerPtr& optimizer);
  // epochs, initialEpoch, stepsPerEpoch, validationSteps
  void start_fit(const std::string& options, const Dataset& dataset,
                 const std::optional<Dataset>& validation);
  // steps
  void start_evaluate(const std::string& options, const Dataset& dataset);
  void start_predict(const std::string& options, const Dataset& dataset);
  bool advance(double microseconds);  // true when it is over
  void abandon() { model_->abandon(); }

  // {"finished", "epoch", "step", "steps", "logs": {...}, "cycles", "seconds", "runs",
  //  "endedEpochs": [{"epoch", "logs"}, ...] since the last call, "messages": [...] likewise}
  std::string progress_json();
  // Of the latest fit(), as pipeline_view.h writes it; "null" before it and for a model without
  // stages.
  std::string pipeline_json();
  std::string queues_json() const;  // of the latest program, as views.h writes them
  std::string logs_json() const;    // of evaluate(): FailedPrecondition before it has ended
  // {"epoch": [...], "history": {name: [...]}} of the latest fit(); FailedPrecondition without one
  std::string history_json() const;
  LossRecord losses() const;  // of the latest fit(), by mini-batch, so far

  keras::Model& model() { return *model_; }
  const Machine& machine() const { return machine_; }

 private:
  class Recorder;

  struct Setup;
  void build_for(const Dataset& dataset);
  HostedModel(const Setup& setup, std::unique_ptr<keras::Model> model);

  Machine machine_;
  Strategy strategy_;
  std::unique_ptr<keras::Model> model_;
  std::shared_ptr<Recorder> recorder_;
  std::vector<std::string> messages_;
  std::optional<PipelineInfo> pipeline_;  // of the program it names
};

}  // namespace pipette::bindings
