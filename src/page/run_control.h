// The runs of the current experiment and what goes along with them: their pace, the way back to an
// earlier step, the evaluation beside them, the condition at which they stop, trials of the
// profile's advice, and a sweep of one field.
//
//   RunControl control([&](std::int64_t step) { ... });   // told of other runs, which are at
//   `step` control.begin(experiment, data); control.run(); control.advance(now_s, budget_us); //
//   again and again
//
// Throws what sessions throw; where new runs cannot be made, the present ones stay. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "page/advice_trials.h"
#include "page/first_place.h"
#include "page/given_task.h"
#include "runs/evaluation.h"
#include "runs/field_sweep.h"
#include "runs/pacing.h"
#include "runs/rewind.h"
#include "runs/runs.h"

namespace pipette::app {

class RunControl {
 public:
  // The losses of the runs before the last change of the experiment.
  struct Before {
    LatestList<float> losses;
    LossCurve curve;
  };

  explicit RunControl(std::function<void(std::int64_t step)> changed)
      : changed_(std::move(changed)) {}

  // Makes the runs of `experiment`, at their first step.
  void begin(const Experiment& experiment, const ImageData& data);
  // Does the same for a changed experiment: it runs if the earlier one was running, whose losses
  // are kept.
  void replace(const Experiment& experiment, const ImageData& data);
  // Goes on at the current step where only filters have changed, which take effect there; false if
  // the runs must be replaced.
  bool continue_as(const Experiment& experiment);

  void run();
  void pause() { pacing_.pause(); }
  void step(StepSize size);
  // `make_runs` makes the same runs at their first step.
  void step_back(StepSize size, const std::function<std::unique_ptr<Runs>()>& make_runs);
  void take_earlier_runs();  // once the way back is done
  // Goes to a step as fast as possible and pauses there; wait_before() gives that up after a few
  // seconds, and advance() says so (first_place.h).
  void go_to(std::int64_t step);
  void wait_before(std::int64_t step) { first_place_.begin(step); }
  void lead(RunKind kind);
  void set_speed(int notch) { pacing_.set_speed(notch); }
  void propose_speed(int notch) { pacing_.propose_speed(notch); }
  void forget_time() { pacing_.forget_time(); }
  void stop_when(const std::string& condition) { stop_.set(condition, *runs_); }
  void try_advice(const std::string& changes) { trials_.begin(changes, session()); }
  // Of the leader's experiment. Throws what parse_values() and FieldSweep::begin() throw.
  void sweep(const std::string& field, const std::string& values);
  void stop_sweep() { sweep_.stop(); }
  void classify(const std::vector<float>& pixels) { evaluation_.classify(leader(), pixels); }
  // Brings the predictions of the shown digits up to date, if it is time for that.
  void predict(double now_s);
  void stop_after_error();

  // Works for about `budget_us` of real time; returns why it has paused, if it has by itself.
  std::string advance(double now_s, double budget_us);
  bool at_full_speed() const {
    return pacing_.at_full_speed() || sweep_.busy() || (rewind_.begun() && !rewind_.done());
  }
  bool busy() const {
    return pacing_.running() || trials_.busy() || sweep_.busy() || rewind_.begun();
  }
  bool running() const { return pacing_.running(); }

  Runs& runs() const { return *runs_; }
  Run& leader() const { return runs_->leader(); }
  Session& session() const { return runs_->leader().session(); }
  const Pacing& pacing() const { return pacing_; }
  const Rewind& rewind() const { return rewind_; }
  const Evaluation& evaluation() const { return evaluation_; }
  const AdviceTrials& trials() const { return trials_; }
  const FieldSweep& sweep() const { return sweep_; }
  const StopField& stop() const { return stop_; }
  const std::optional<Before>& before() const { return before_; }
  // The first engine run that has the filters; negative: all of them do.
  std::int64_t filters_from_run() const { return filters_from_run_; }

 private:
  void make(const Experiment& experiment, const ImageData& data);
  void tell_of_change();

  std::function<void(std::int64_t step)> changed_;
  std::unique_ptr<Runs> runs_;
  Pacing pacing_;
  Rewind rewind_;
  FirstPlace first_place_;
  Evaluation evaluation_;
  StopField stop_;
  AdviceTrials trials_;
  FieldSweep sweep_;
  std::optional<Before> before_;
  std::int64_t filters_from_run_ = -1;
};

}  // namespace pipette::app
