// The pace of the runs: running and pausing (also at the leader's stop condition), the animation's
// speed, single engine runs, and the evaluations in between.
//
//   Pacing pacing;
//   pacing.run(runs);
//   while (pacing.running()) pacing.advance(runs, evaluation, now_s, budget_us);
//
// At full speed the leader gets nearly all of the time; the follower keeps up for the first blocks
// and catches up when the leader is done. Throws what sessions throw. One thread.
#pragma once

#include <cstdint>

#include "runs/evaluation.h"
#include "runs/runs.h"
#include "runs/speed_scale.h"

namespace pipette::app {

class Pacing {
 public:
  bool running() const { return running_; }
  // True if it is paused, but the evaluation after the last step is not finished.
  bool settling() const { return settling_; }
  // True if slices follow each other back to back, rather than one before each frame.
  bool at_full_speed() const {
    return running_ ? speed_ == kFullSpeed || goal_step_ >= 0 || measures_ : settling_;
  }
  int speed() const { return speed_; }
  void set_speed(int notch);
  // Takes effect unless the user has chosen a speed.
  void propose_speed(int notch);
  double real_steps_per_second() const { return real_steps_per_second_; }

  void run(Runs& runs);
  void pause();
  void reset();                        // for new runs
  void settle() { settling_ = true; }  // for runs at another step than before
  // The next frame's animation does not catch up on the time that has passed.
  void forget_time() { last_advance_s_ = -1; }
  // step() does one step at once; step_engine_run() starts an engine run that is done in slices.
  // Neither has an effect while running, or when the leader is finished.
  void step(Runs& runs, StepSize size);
  void step_engine_run(Runs& runs);
  // Runs as fast as possible until `step` steps are done, and pauses there.
  void run_to(Runs& runs, std::int64_t step);

  // Seconds since the last advance(); 0 before the first one and after forget_time().
  double elapsed(double now_s) const { return last_advance_s_ < 0 ? 0 : now_s - last_advance_s_; }
  // Works for about `budget_us` of real time.
  void advance(Runs& runs, Evaluation& evaluation, double now_s, double budget_us);

 private:
  void advance_runs(Runs& runs, Evaluation& evaluation, double now_s, double elapsed_s,
                    double budget_us);
  void work(Runs& runs, Evaluation& evaluation, double now_s, double budget_us);
  void measure_speed(const Runs& runs, double now_s);

  bool running_ = false;
  bool settling_ = false;
  bool measures_ = false;        // measures this computer: the animation does not slow it down
  std::int64_t goal_step_ = -1;  // the step at which it pauses; negative: none
  int speed_ = kDefaultSpeed;
  bool speed_is_chosen_ = false;
  double last_advance_s_ = -1;
  double speed_since_s_ = 0;
  std::int64_t speed_since_step_ = 0;
  double real_steps_per_second_ = 0;
};

}  // namespace pipette::app
