// compile(), fit(), evaluate() and predict().
#include <fmt/format.h>

#include "keras/model_state.h"

namespace pipette::keras {

namespace {

void introduce(const Callbacks& callbacks, Model* model) {
  for (const auto& callback : callbacks) {
    if (!callback) throw ValueError("a callback is null");
    callback->set_model(model);
  }
}

// In small slices when callbacks want to see every mini-batch.
Budget slice(const Settings& settings) {
  return settings.asynchronous_callbacks ? Budget::steps(1) : Budget::unlimited();
}

}  // namespace

void Model::compile(const CompileOptions& options) {
  if (options.run_eagerly) {
    throw RuntimeError(
        "Keras models cannot run eagerly on the device; set `run_eagerly` to false when calling "
        "`compile`");
  }
  if (!options.loss) throw ValueError("compile: the loss is missing");
  if (options.steps_per_execution < 1) {
    throw ValueError(fmt::format(
        "steps_per_execution must be at least 1, but it is {}; the nearest valid value is 1",
        options.steps_per_execution));
  }
  state_->forget_programs();
  state_->compiled = options;
  if (state_->compiled->optimizer == nullptr) state_->compiled->optimizer = rmsprop();
}

const CompileOptions& Model::compiled() const {
  if (!state_->compiled) throw RuntimeError("You must compile your model before training/testing");
  return *state_->compiled;
}

void Model::start_fit(const Dataset& dataset, const FitOptions& options) {
  State& s = *state_;
  s.check_ready(dataset);
  introduce(options.callbacks, this);
  s.stop = false;
  s.test.reset();
  s.fit = std::make_unique<FitRun>(s.context(), dataset, options);
  s.log_training(*s.fit, dataset);
}

void Model::start_evaluate(const Dataset& dataset, const EvaluateOptions& options) {
  State& s = *state_;
  s.check_ready(dataset);
  introduce(options.callbacks, this);
  s.stop = false;
  s.fit.reset();
  s.test = std::make_unique<TestRun>(s.context(), Mode::test, dataset, options);
}

void Model::start_predict(const Dataset& dataset, const EvaluateOptions& options) {
  State& s = *state_;
  s.check_ready(dataset);
  introduce(options.callbacks, this);
  s.stop = false;
  s.fit.reset();
  s.test = std::make_unique<TestRun>(s.context(), Mode::predict, dataset, options);
}

bool Model::advance(const Budget& budget) {
  if (state_->fit) return state_->fit->advance(budget);
  return !state_->test || state_->test->advance(budget);
}

bool Model::finished() const { return !state_->running(); }

void Model::stop_training() { state_->stop = true; }

void Model::abandon() {
  if (state_->fit) state_->fit->abandon();
  state_->test.reset();
}

void Model::retrace() {
  for (const auto& [mode, program] : state_->programs) {
    if (!program) continue;
    state_->strategy->forget(program->function());
    program->retrace();
  }
}

const Program* Model::training_program() const {
  const auto found = state_->programs.find(Mode::train);
  return found == state_->programs.end() ? nullptr : found->second.get();
}

std::int64_t Model::steps_per_epoch() const {
  if (state_->fit) return state_->fit->steps_per_epoch();
  return state_->test ? state_->test->steps_per_epoch() : 0;
}

const InfeedQueue* Model::infeed() const {
  const Program* program = state_->latest_program();
  return program == nullptr ? nullptr : &program->infeed();
}

const OutfeedQueue* Model::outfeed() const {
  const Program* program = state_->latest_program();
  return program == nullptr ? nullptr : &program->outfeed();
}

const FitRun& Model::fit_run() const {
  if (!state_->fit) throw FailedPrecondition("there is no fit() before one has been started");
  return *state_->fit;
}

const Logs& Model::evaluation() const {
  if (!state_->test || !state_->test->finished()) {
    throw FailedPrecondition("there are no results before evaluate() has ended");
  }
  return state_->test->logs();
}

Array Model::predictions() const {
  if (!state_->test || !state_->test->finished()) {
    throw FailedPrecondition("there are no predictions before predict() has ended");
  }
  return state_->test->predictions();
}

History Model::fit(const Dataset& dataset, const FitOptions& options) {
  start_fit(dataset, options);
  while (!advance(slice(state_->settings))) {
  }
  return state_->fit->history();
}

Logs Model::evaluate(const Dataset& dataset, const EvaluateOptions& options) {
  start_evaluate(dataset, options);
  while (!advance(slice(state_->settings))) {
  }
  return evaluation();
}

Array Model::predict(const Dataset& dataset, const EvaluateOptions& options) {
  start_predict(dataset, options);
  while (!advance(slice(state_->settings))) {
  }
  return predictions();
}

}  // namespace pipette::keras
