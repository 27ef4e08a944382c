#include "keras/job.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/archive.h"
#include "core/item.h"
#include "keras/advice.h"
#include "keras/progress_bar.h"

namespace pipette::keras {

namespace {

// The caller's callbacks, and the progress bar after them.
Callbacks with_progress(Callbacks callbacks, const TextSink& out,
                        const ProgressBar::Options& options) {
  if (out != nullptr && options.verbose != 0) {
    callbacks.push_back(std::make_shared<ProgressBar>(out, options));
  }
  return callbacks;
}

std::int64_t checked_epochs(const FitOptions& options) {
  if (options.epochs < 0 || options.initial_epoch < 0) {
    throw ValueError(
        fmt::format("epochs and initial_epoch must be at least 0, but they are {} and {}",
                    options.epochs, options.initial_epoch));
  }
  return std::max<std::int64_t>(0, options.epochs - options.initial_epoch);
}

}  // namespace

bool Job::advance(const Budget& budget) {
  if (finished_) return true;
  try {
    finished_ = work(BudgetMeter(budget, context_.strategy.machine()));
  } catch (...) {
    finished_ = true;
    throw;
  }
  return finished_;
}

std::unique_ptr<Pass> Job::begin_pass(Mode mode, const Execution& execution) {
  ModelProgram& program = context_.program(mode, execution);
  if (mode != Mode::train) program.infeed().restart_with(execution.dataset);
  program.outfeed().destroy();  // what a run left that failed or was abandoned
  PassOptions options;
  options.num_executions = execution.executions_per_epoch();
  options.reduction = context_.settings.metric_reduction;
  options.asynchronous = context_.settings.asynchronous_callbacks;
  options.keep_elements = mode == Mode::predict;
  for (const Metric& metric : context_.compiled.metrics) options.names.push_back(metric.name());
  PassHooks hooks;
  hooks.pause = context_.pause;
  if (mode == Mode::train) {
    hooks.stop = context_.stop;
    hooks.batch_begin = [this](std::int64_t b) { call(&Callback::on_train_batch_begin, b); };
    hooks.batch_end = [this](std::int64_t b, const Logs& logs) {
      call(&Callback::on_train_batch_end, b, logs);
    };
  } else if (mode == Mode::test) {
    hooks.batch_begin = [this](std::int64_t b) { call(&Callback::on_test_batch_begin, b); };
    hooks.batch_end = [this](std::int64_t b, const Logs& logs) {
      call(&Callback::on_test_batch_end, b, logs);
    };
  } else {
    hooks.batch_begin = [this](std::int64_t b) { call(&Callback::on_predict_batch_begin, b); };
    hooks.batch_end = [this](std::int64_t b, const Logs& logs) {
      call(&Callback::on_predict_batch_end, b, logs);
    };
  }
  return std::make_unique<Pass>(context_.strategy, program, std::move(options), std::move(hooks));
}

FitJob::FitJob(JobContext context, const Dataset& dataset, const FitOptions& options)
    : Job(std::move(context), options.callbacks),
      options_(options),
      execution_(
          context_.plan(Mode::train, dataset, options.steps_per_epoch, checked_epochs(options), 0)),
      epoch_(options.initial_epoch) {
  if (options.validation_data) {
    validation_execution_ = context_.plan(Mode::test, *options.validation_data,
                                          options.validation_steps, 1, execution_.steps_per_epoch);
  } else if (options.validation_steps) {
    throw ValueError(
        "validation_steps counts mini-batches of validation_data, which is missing: give both, or "
        "neither");
  }
  ModelProgram& program = context_.program(Mode::train, execution_);
  program.infeed().restart_with(execution_.dataset);
  mini_batches_per_update_ = program.mini_batches_per_update();
  callbacks_ = with_progress(callbacks_, options.out,
                             {options.verbose, options.epochs, execution_.steps_per_epoch});
}

void FitJob::append_to(LossRecord& losses) const {
  losses.append(history_.losses, 0, losses.size());
  if (!training_) return;
  const auto epochs = static_cast<std::int64_t>(history_.epochs.size());
  losses.append(training_->losses(), epochs * execution_.steps_per_epoch,
                losses.size() - history_.losses.size());
}

LossRecord FitJob::losses() const {
  LossRecord losses;
  append_to(losses);
  return losses;
}

void FitJob::begin_epoch() {
  call(&Callback::on_epoch_begin, epoch_);
  training_ = begin_pass(Mode::train, execution_);
}

void FitJob::advise_on_first() {
  const ModelProgram& program = context_.program(Mode::train, execution_);
  const std::vector<Array>& mini_batch = program.infeed().first();
  if (mini_batch.empty()) return;
  advised_on_first_ = true;
  for (const std::string& line : program.advice()) context_.say(line);
  for (const std::string& line : advice_on(context_.compiled.loss, mini_batch)) context_.say(line);
}

void FitJob::advise_on_losses() {
  const std::vector<std::string> lines = advice_on(training_->losses().values);
  for (const std::string& line : lines) context_.say(line);
  advised_on_losses_ = !lines.empty();
}

void FitJob::end_epoch() {
  if (!advised_on_losses_) advise_on_losses();
  Logs logs = training_->logs();
  if (validation_) {
    const Logs validated = validation_->logs();
    for (Logs::Entry entry : validated.entries()) {
      entry.name = "val_" + entry.name;
      logs.add(std::move(entry));
    }
    validation_.reset();
  }
  append_to(history_.losses);
  history_.epochs.push_back(epoch_);
  history_.logs.push_back(logs);
  training_.reset();
  call(&Callback::on_epoch_end, epoch_, logs);
  ++epoch_;
}

void FitJob::abandon() {
  append_to(history_.losses);
  training_.reset();
  validation_.reset();
  finished_ = true;
}

// What has begun is ended when it is called again, so it may return after any callback.
bool FitJob::train_epoch(const BudgetMeter& meter) {
  if (!training_) {
    begin_epoch();
    if (context_.pause()) return false;
  }
  const bool trained = training_->advance(meter);
  if (!advised_on_first_) advise_on_first();
  if (!trained || context_.pause()) return false;
  if (validation_execution_) {
    if (!validation_) {
      call(&Callback::on_test_begin);
      validation_ = begin_pass(Mode::test, *validation_execution_);
      if (context_.pause()) return false;
    }
    if (!validation_->advance(meter) || context_.pause()) return false;
    call(&Callback::on_test_end, validation_->logs());
  }
  end_epoch();
  return true;
}

bool FitJob::work(const BudgetMeter& meter) {
  if (!begun_) {
    begun_ = true;
    call(&Callback::on_train_begin);
    if (context_.pause()) return false;
  }
  while (epoch_ < options_.epochs) {
    if (!training_ && context_.stop()) break;
    if (!train_epoch(meter)) return false;
    const bool over = epoch_ == options_.epochs || context_.stop();
    if (!over && (meter.spent() || context_.pause())) return false;
  }
  call(&Callback::on_train_end, history_.logs.empty() ? Logs() : history_.logs.back());
  return true;
}

TestJob::TestJob(JobContext context, Mode mode, const Dataset& dataset,
                 const EvaluateOptions& options)
    : Job(std::move(context), options.callbacks),
      mode_(mode),
      execution_(context_.plan(mode, dataset, options.steps, 1, 0)) {
  replicas_ = context_.program(mode, execution_).size().replicas;
  if (mode == Mode::test) {
    callbacks_ =
        with_progress(callbacks_, options.out, {options.verbose, 0, execution_.steps_per_epoch});
  }
}

bool TestJob::work(const BudgetMeter& meter) {
  if (!pass_) {
    call(mode_ == Mode::test ? &Callback::on_test_begin : &Callback::on_predict_begin);
    pass_ = begin_pass(mode_, execution_);
    if (context_.pause()) return false;
  }
  if (!pass_->advance(meter) || context_.pause()) return false;
  logs_ = pass_->logs();
  if (mode_ == Mode::test) {
    call(&Callback::on_test_end, logs_);
  } else {
    call(&Callback::on_predict_end);
  }
  return true;
}

// Elements are [batch, ...], or [replicas, batch, ...] in the order of the data.
Array TestJob::predictions() const {
  const std::vector<Array>& elements = pass_->elements();
  if (elements.empty()) return {};
  const Array all = stack(elements, elements[0].spec());
  std::vector<std::int64_t> sizes = all.shape().sizes();
  const auto leading = static_cast<std::ptrdiff_t>(replicas_ > 1 ? 3 : 2);
  std::int64_t rows = 1;
  for (std::ptrdiff_t axis = 0; axis < leading; ++axis) rows *= item(sizes, axis);
  sizes.erase(sizes.begin(), sizes.begin() + leading - 1);
  sizes[0] = rows;
  return all.reshape(Shape(std::move(sizes)));
}

void FitJob::archive(Archive& a) {
  PIPETTE_CHECK(!training_ && !validation_, "an epoch is under way");
  ModelProgram& program = context_.program(Mode::train, execution_);
  a("begun", begun_)("finished", finished_)("epoch", epoch_)("history", history_);
  a.require(epoch_ >= options_.initial_epoch, "is at no such epoch");
  a.require(epoch_ <= options_.epochs, "has done more steps than the experiment has");
  a("advised_on_first", advised_on_first_)("advised_on_losses", advised_on_losses_);
  InfeedPosition position(program.infeed(), checked_epochs(options_) * execution_.steps_per_epoch *
                                                program.size().replicas);
  a("infeed", position)("outfeed", program.outfeed());
  finished_ = finished_ && epoch_ == options_.epochs;
}

}  // namespace pipette::keras
