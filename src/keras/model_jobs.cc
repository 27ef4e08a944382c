#include "keras/model_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "keras/advice.h"
#include "keras/optimizers.h"

namespace pipette::keras {

void ModelJobs::change() {
  if (running()) {
    throw RuntimeError(fmt::format(
        "model \"{}\" is running; let it finish before changing how it runs", layers_.name()));
  }
  for (auto& [mode, program] : programs_) former_programs_.push_back(std::move(program));
  programs_.clear();
}

void ModelJobs::compile(const CompileOptions& options) {
  if (options.run_eagerly) {
    throw RuntimeError(
        "Keras models cannot run eagerly on the device; "
        "set `run_eagerly` to false when calling `compile`");
  }
  if (!options.loss) throw ValueError("compile: the loss is missing");
  if (options.steps_per_execution < 1) {
    throw ValueError(fmt::format(
        "steps_per_execution must be at least 1, but it is {}; the nearest valid value is 1",
        options.steps_per_execution));
  }
  change();
  compiled_ = options;
  if (compiled_->optimizer == nullptr) compiled_->optimizer = rmsprop();
}

const CompileOptions& ModelJobs::compiled() const {
  if (!compiled_) throw RuntimeError("You must compile your model before training/testing");
  return *compiled_;
}

void ModelJobs::start_fit(Model& model, const Dataset& dataset, const FitOptions& options) {
  prepare(model, dataset, options.callbacks);
  stop_ = false;
  fit_ = std::make_unique<FitJob>(context(), dataset, options);  // may throw
  test_.reset();
  former_programs_.clear();
  log_training(*fit_, dataset);
}

void ModelJobs::start_test(Model& model, Mode mode, const Dataset& dataset,
                           const EvaluateOptions& options) {
  prepare(model, dataset, options.callbacks);
  stop_ = false;
  test_ = std::make_unique<TestJob>(context(), mode, dataset, options);  // may throw
  fit_.reset();
  former_programs_.clear();
}

bool ModelJobs::advance(const Budget& budget) {
  pause_ = false;
  if (fit_) return fit_->advance(budget);
  return !test_ || test_->advance(budget);
}

bool ModelJobs::running() const {
  return (fit_ && !fit_->finished()) || (test_ && !test_->finished());
}

void ModelJobs::abandon() {
  if (fit_) fit_->abandon();
  test_.reset();
}

void ModelJobs::retrace() {
  for (const auto& [mode, program] : programs_) {
    if (!program) continue;
    strategy->forget(program->function());
    program->retrace();
  }
}

FitJob& ModelJobs::fit() const {
  if (!fit_)
    throw FailedPrecondition(
        "the model has not been trained yet: fit() or start_fit() comes first");
  return *fit_;
}

const TestJob& ModelJobs::finished_test(Mode mode, const char* what) const {
  if (!test_ || test_->mode() != mode || !test_->finished()) throw FailedPrecondition(what);
  return *test_;
}

std::int64_t ModelJobs::steps_per_epoch() const {
  if (fit_) return fit_->steps_per_epoch();
  return test_ ? test_->steps_per_epoch() : 0;
}

const ModelProgram* ModelJobs::known(Mode mode) const {
  const auto found = programs_.find(mode);
  return found == programs_.end() ? nullptr : found->second.get();
}

const ModelProgram* ModelJobs::training_program() const { return known(Mode::train); }

const ModelProgram* ModelJobs::latest_program() const {
  return known(test_ ? test_->mode() : Mode::train);
}

void ModelJobs::prepare(Model& model, const Dataset& dataset, const Callbacks& callbacks) {
  if (!compiled_) {
    throw RuntimeError(fmt::format(
        "You must compile your model before training/testing: call compile() of \"{}\" first",
        layers_.name()));
  }
  needed_strategy();
  if (running()) {
    throw RuntimeError(fmt::format("model \"{}\" is running already", layers_.name()));
  }
  if (!stages_.valid()) {
    throw RuntimeError(fmt::format(
        "layers of \"{}\" were added or removed since its pipeline stages were assigned; "
        "call set_pipeline_stage_assignment() again",
        layers_.name()));
  }
  layers_.build_for(dataset);
  stages_of_calls_ = stages_.of_calls(layers_.network());
  for (const auto& callback : callbacks) {
    if (!callback) throw ValueError("a callback is null");
    callback->set_model(&model);
  }
}

Strategy& ModelJobs::needed_strategy() const {
  if (strategy == nullptr) {
    throw RuntimeError(fmt::format(
        "model \"{}\" has no strategy to run on; give it one with set_strategy()", layers_.name()));
  }
  return *strategy;
}

std::int64_t ModelJobs::replicas() const {
  int shards = stages_.count();
  if (!stages_.empty()) {
    if (const auto& mapping = settings.pipelining.device_mapping; mapping && !mapping->empty()) {
      shards = *std::max_element(mapping->begin(), mapping->end()) + 1;
    }
  }
  return replication_factor(needed_strategy().machine().device.num_ipus(), shards);
}

std::int64_t ModelJobs::accumulation() const {
  if (stages_.empty()) {
    return settings.accumulation.gradient_accumulation_steps_per_replica.value_or(1);
  }
  const auto& steps = settings.pipelining.gradient_accumulation_steps_per_replica;
  if (!steps) {
    throw ValueError(
        "The model which you are attempting to train is pipelined, "
        "however `gradient_accumulation_steps_per_replica` has not been set through "
        "`set_pipelining_options()`. Pipelined models always accumulate gradients when training");
  }
  return *steps;
}

Execution ModelJobs::plan(Mode mode, const Dataset& dataset, std::optional<std::int64_t> steps,
                          std::int64_t epochs, std::int64_t beside) const {
  ExecutionRequest request;
  request.training = mode == Mode::train;
  request.beside = beside;
  request.steps = steps;
  request.epochs = epochs;
  request.steps_per_execution = compiled_->steps_per_execution;
  request.replicas = replicas();
  request.pipelined = !stages_.empty();
  if (mode == Mode::train) request.accumulation = accumulation();
  return plan_execution(dataset, request, log);
}

ModelProgram& ModelJobs::program(Mode mode, const Execution& execution) {
  const ProgramSize size{execution.steps_per_execution, mode == Mode::train ? accumulation() : 1,
                         replicas()};
  std::unique_ptr<ModelProgram>& program = programs_[mode];
  if (!program || !program->serves(execution.dataset, size)) {
    const Recipe recipe{layers_.network(), stages_of_calls_, *compiled_, settings};
    auto made = std::make_unique<ModelProgram>(mode, recipe, execution.dataset, size);
    if (program) former_programs_.push_back(std::move(program));
    program = std::move(made);
  }
  return *program;
}

void ModelJobs::log_training(const FitJob& run, const Dataset& dataset) const {
  for (const std::string& line : advice_on(settings, !stages_.empty())) say(line);
  const std::int64_t updates = run.num_weight_updates_per_execution();
  const std::int64_t a = run.mini_batches_per_update();
  const std::int64_t r = replicas();
  say(
      fmt::format("The model will do {} weight update{} per execution on each "
                  "replica, and {} per epoch",
                  updates, updates == 1 ? "" : "s", run.steps_per_epoch() / a));
  const Shape x = dataset.element_spec().flatten()[0].shape;
  if ((a > 1 || r > 1) && x.rank() > 0) {
    say(
        fmt::format("Training accumulates {} batches per weight update across {} replica{}: "
                    "the effective batch size is {}",
                    a, r, r == 1 ? "" : "s", x[0] * a * r));
  }
}

JobContext ModelJobs::context() {
  return {needed_strategy(),
          settings,
          *compiled_,
          [this](Mode mode, const Execution& execution) -> ModelProgram& {
            return program(mode, execution);
          },
          [this](Mode mode, const Dataset& dataset, std::optional<std::int64_t> steps,
                 std::int64_t epochs,
                 std::int64_t beside) { return plan(mode, dataset, steps, epochs, beside); },
          [this](const std::string& line) { say(line); },
          [this] { return stop_; },
          [this] { return pause_; }};
}

}  // namespace pipette::keras
