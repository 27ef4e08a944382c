// The activity of a model in slices: training, testing or predicting.
//
//   FitJob job(context, dataset, options);
//   while (!job.advance(budget)) draw_frame();
//   job.history();
//
// Callbacks are called from advance(), between executions.
#pragma once

#include <memory>
#include <optional>

#include "keras/execution.h"
#include "keras/pass.h"

namespace pipette::keras {

// The parts of a model that jobs need. `program` returns the function for a mode and size, compiled
// or not.
struct JobContext {
  Strategy& strategy;
  const Settings& settings;
  const CompileOptions& compiled;
  std::function<ModelProgram&(Mode, const Execution&)> program;
  std::function<Execution(Mode, const Dataset&, std::optional<std::int64_t> steps,
                          std::int64_t epochs, std::int64_t beside)>
      plan;  // `beside`: for validation data, the mini-batches of an epoch of training; otherwise 0
  std::function<void(const std::string&)> say;
  std::function<bool()> stop;   // true after Model::stop_training()
  std::function<bool()> pause;  // true after Model::pause()
};

class Job {
 public:
  virtual ~Job() = default;
  // Returns true when finished. An exception from the device ends the job and is passed on.
  bool advance(const Budget& budget);
  bool finished() const { return finished_; }

 protected:
  Job(JobContext context, Callbacks callbacks)
      : context_(std::move(context)), callbacks_(std::move(callbacks)) {}
  virtual bool work(const BudgetMeter& meter) = 0;

  template <class... Parameters, class... Arguments>
  void call(void (Callback::*function)(Parameters...), const Arguments&... arguments) {
    for (const auto& callback : callbacks_) (callback.get()->*function)(arguments...);
  }
  // Training continues at the current position in the data; the others begin at the start.
  std::unique_ptr<Pass> begin_pass(Mode mode, const Execution& execution);

  JobContext context_;
  Callbacks callbacks_;
  bool finished_ = false;
};

class FitJob : public Job {
 public:
  FitJob(JobContext context, const Dataset& dataset, const FitOptions& options);
  const History& history() const { return history_; }
  std::int64_t epoch() const { return epoch_; }                                // from 0
  std::int64_t steps_per_epoch() const { return execution_.steps_per_epoch; }  // of a replica
  // Losses of the mini-batches of completed and current executions, as far as they were dequeued.
  LossRecord losses() const;
  // Adds the losses that `losses` lacks, if it holds the first ones.
  void append_to(LossRecord& losses) const;
  std::int64_t mini_batches_per_update() const { return mini_batches_per_update_; }
  std::int64_t num_weight_updates_per_execution() const {
    return execution_.steps_per_execution / mini_batches_per_update_;
  }
  void abandon();            // without callbacks; the history ends with the last complete epoch
  void archive(Archive& a);  // between epochs

 private:
  bool work(const BudgetMeter& meter) override;
  bool train_epoch(const BudgetMeter& meter);  // false: not finished yet
  void begin_epoch();
  void end_epoch();
  void advise_on_first();  // mini-batch
  void advise_on_losses();

  FitOptions options_;
  Execution execution_;
  std::optional<Execution> validation_execution_;
  std::int64_t mini_batches_per_update_ = 1;  // of a replica
  bool begun_ = false, advised_on_first_ = false, advised_on_losses_ = false;
  std::int64_t epoch_;
  std::unique_ptr<Pass> training_, validation_;
  History history_;
};

// The job of evaluate() or predict().
class TestJob : public Job {
 public:
  TestJob(JobContext context, Mode mode, const Dataset& dataset, const EvaluateOptions& options);
  Mode mode() const { return mode_; }
  const Logs& logs() const { return logs_; }
  std::int64_t steps_per_epoch() const { return execution_.steps_per_epoch; }  // of a replica
  Array predictions() const;  // [mini-batches * batch, ...]

 private:
  bool work(const BudgetMeter& meter) override;

  Mode mode_;
  Execution execution_;
  std::int64_t replicas_ = 1;
  std::unique_ptr<Pass> pass_;
  Logs logs_;
};

}  // namespace pipette::keras
