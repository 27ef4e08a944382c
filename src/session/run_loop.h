// A host program that does engine runs one after another.
//
//   class Example : public RunLoop {
//     void start_run() override { strategy().start(function_); }
//     void take_results(bool run_ended) override { ... queue.dequeue() ... }
//   };
#pragma once

#include "program/budget_meter.h"
#include "session/workload.h"

namespace pipette {

class RunLoop : public Workload {
 public:
  RunLoop(const Experiment& experiment, Strategy& strategy, Record& record)
      : experiment_(experiment), strategy_(strategy), record_(record) {}

  bool advance(const Budget& budget) override;
  bool finished() const override { return runs_finished_ == num_runs(); }
  std::int64_t runs_finished() const override { return runs_finished_; }
  std::int64_t num_runs() const override { return experiment_.num_runs(); }
  std::int64_t num_steps() const override { return experiment_.num_steps(); }
  void archive(Archive& a) override;

 protected:
  virtual void start_run() = 0;
  // Reads the results available to the program now: during a run, or after it.
  virtual void take_results(bool run_ended) = 0;
  // True if the host reads results after each training step, not only at the end of a run.
  virtual bool reads_while_running() const { return false; }

  const Experiment& experiment() const { return experiment_; }
  void set_experiment(const Experiment& changed) { experiment_ = changed; }
  Strategy& strategy() { return strategy_; }
  Record& record() { return record_; }
  // For archive(): of an infeed that gives one element for each mini-batch.
  InfeedPosition position_in(InfeedQueue& infeed) const;
  // Records that the host has dequeued this many elements, unless there were none.
  void note_dequeued(std::int64_t elements);

 private:
  void begin();
  bool advance_run(const BudgetMeter& meter);  // true at its end
  void end();

  Experiment experiment_;
  Strategy& strategy_;
  Record& record_;
  std::int64_t runs_started_ = 0;
  std::int64_t runs_finished_ = 0;
};

}  // namespace pipette
