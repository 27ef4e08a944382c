// The current or latest activity of a model: fitting, evaluating or predicting, with the programs
// that do it and their inputs.
//
//   ModelJobs jobs(layers, stages);
//   jobs.compile(options);
//   jobs.start_fit(model, dataset, options);
//   while (!jobs.advance(budget)) draw_frame();
//
// Programs are compiled when they are first needed and kept until change() reports that they would
// now be different.
//
// Errors: RuntimeError for a start without compile() or a strategy, during another activity, or
// with stages that were assigned to other layers; from change() during an activity. Part of Model
// (model.h). Keeps references to layers and stages; never moves.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "keras/job.h"
#include "keras/model_stages.h"
#include "keras/options.h"

namespace pipette::keras {

class Model;

class ModelJobs {
 public:
  ModelJobs(ModelLayers& layers, const ModelStages& stages) : layers_(layers), stages_(stages) {}
  ModelJobs(const ModelJobs&) = delete;
  ModelJobs& operator=(const ModelJobs&) = delete;

  // ---- the inputs of jobs ----
  // Call this before layers, stages or anything below changes: it discards compiled programs.
  void change();
  Strategy* strategy = nullptr;
  Settings settings;
  LogFunction log;
  void compile(const CompileOptions& options);
  const CompileOptions& compiled() const;

  // ---- one activity at a time ----
  // `model` is the model that callbacks see.
  void start_fit(Model& model, const Dataset& dataset, const FitOptions& options);
  void start_test(Model& model, Mode mode, const Dataset& dataset, const EvaluateOptions& options);
  bool advance(const Budget& budget);
  bool running() const;
  void stop() { stop_ = true; }    // after the current execution
  void pause() { pause_ = true; }  // advance() returns after the callback
  void abandon();
  void retrace();

  FitJob& fit() const;
  const TestJob& finished_test(Mode mode, const char* what) const;  // FailedPrecondition names it
  std::int64_t steps_per_epoch() const;
  const ModelProgram* training_program() const;
  const ModelProgram* latest_program() const;  // null before the first

 private:
  void prepare(Model& model, const Dataset& dataset, const Callbacks& callbacks);
  Strategy& needed_strategy() const;
  std::int64_t replicas() const;
  std::int64_t accumulation() const;  // ValueError for a pipelined model that does not set it
  JobContext context();
  Execution plan(Mode mode, const Dataset& dataset, std::optional<std::int64_t> steps,
                 std::int64_t epochs, std::int64_t beside) const;
  ModelProgram& program(Mode mode, const Execution& execution);
  const ModelProgram* known(Mode mode) const;
  void log_training(const FitJob& run, const Dataset& dataset) const;
  void say(const std::string& line) const {
    if (log) log(line);
  }

  ModelLayers& layers_;
  const ModelStages& stages_;
  std::optional<CompileOptions> compiled_;
  std::vector<int> stages_of_calls_;  // as of the latest start
  std::map<Mode, std::unique_ptr<ModelProgram>> programs_;
  // Earlier programs, to which the latest run may still refer.
  std::vector<std::unique_ptr<ModelProgram>> former_programs_;
  bool stop_ = false, pause_ = false;
  std::unique_ptr<FitJob> fit_;
  std::unique_ptr<TestJob> test_;
};

}  // namespace pipette::keras
