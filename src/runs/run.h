// One run of the page: a session with its pacing, its recorded trace and its loss curve.
//
//   Run run(RunKind::on_device, experiment, data, 10);      // with traces of 10 steps each
//   run.follow_speed(kSpeeds[notch], elapsed_s, budget_us);  // animated
//   run.work(budget_us, until_step);                         // as fast as possible
//
// Throws what Session throws. After an exception the run has failed and cannot go on: its state is
// no longer that of any program. One thread.
#pragma once

#include <string>
#include <utility>

#include "runs/loss_curve.h"
#include "runs/run_kind.h"
#include "runs/speed_scale.h"
#include "runs/trace_recorder.h"
#include "session/replay.h"
#include "session/session.h"

namespace pipette::app {

class Run {
 public:
  // Keeps the traces of blocks of that many training steps, for drawing; 0: none.
  Run(RunKind kind, const Experiment& experiment, const ImageData& data,
      std::int64_t steps_per_block = 0);

  RunKind kind() const { return kind_; }
  const std::string& title() const { return title_; }  // "With feeds"
  Session& session() { return session_; }
  const Session& session() const { return session_; }
  const TraceRecorder& recorder() const { return recorder_; }

  // Continues for `elapsed_s` of animation at `speed`, for at most `budget_us` of real time.
  void follow_speed(const Speed& speed, double elapsed_s, double budget_us);
  // Continues for `budget_us`, or until `until_step` training steps are done.
  void work(double budget_us, std::int64_t until_step);
  void work_to(const EarlierPlace& place, double budget_us);  // from the run's beginning
  void step(StepSize size);

  // Returns true once after the session has stopped at its condition (Session::stop_when).
  bool take_stop() { return std::exchange(stopped_, false); }

  std::int64_t steps_done() const { return session_.status().step; }
  bool finished() const { return failed_ || session_.finished(); }
  bool failed() const { return failed_; }
  // The losses of session().losses(), over training steps and modelled time.
  const LossCurve& losses() const { return losses_; }

 private:
  template <class Work>
  void guarded(Work work);
  void after_work();
  void follow_clock(double steps, double budget_us);
  void follow_steps(double steps, double longest_debt, double budget_us);

  RunKind kind_;
  std::string title_;
  Session session_;
  TraceRecorder recorder_;
  LossCurve losses_;
  double clock_cycles_ = 0;  // position of the animated clock
  bool failed_ = false;
  bool stopped_ = false;  // not yet taken by take_stop()
  bool stands_ = false;   // still at the point where it stopped
  double debt_ = 0;       // instructions or steps the animation still owes
};

}  // namespace pipette::app
