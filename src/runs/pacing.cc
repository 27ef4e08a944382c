#include "runs/pacing.h"

#include <algorithm>
#include <limits>

namespace pipette::app {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
constexpr std::int64_t kBlocksInStep = 2;  // in which the follower keeps up at full speed
constexpr double kSpeedWindowSeconds = 0.5;

}  // namespace

void Pacing::set_speed(int notch) {
  speed_ = std::clamp(notch, 0, kFullSpeed);
  speed_is_chosen_ = true;
}

void Pacing::propose_speed(int notch) {
  if (!speed_is_chosen_) speed_ = std::clamp(notch, 0, kFullSpeed);
}

void Pacing::run(Runs& runs) {
  runs.leader().take_stop();
  running_ = !runs.finished();
  measures_ = runs.leader().session().batch_rates() != nullptr;
  goal_step_ = -1;
  forget_time();
}

void Pacing::pause() {
  running_ = false;
  settling_ = true;
  goal_step_ = -1;
  real_steps_per_second_ = 0;
}

void Pacing::reset() {
  running_ = settling_ = false;
  goal_step_ = -1;
}

void Pacing::step(Runs& runs, StepSize size) {
  if (running_ || runs.leader().finished()) return;
  const std::int64_t before = runs.leader().steps_done();
  runs.leader().step(size);
  settling_ = runs.leader().steps_done() != before;
}

// An engine run may be long, so it is done in slices like any other work.
void Pacing::step_engine_run(Runs& runs) {
  if (running_ || runs.leader().finished()) return;
  runs.leader().take_stop();
  const RunStatus status = runs.leader().session().status();
  const std::int64_t block =
      std::max<std::int64_t>(1, status.num_steps / std::max<std::int64_t>(1, status.num_runs));
  goal_step_ = (runs.leader().steps_done() / block + 1) * block;
  running_ = true;
}

void Pacing::run_to(Runs& runs, std::int64_t step) {
  if (runs.finished() || step <= runs.leader().steps_done()) return;
  run(runs);
  goal_step_ = step;
}

void Pacing::advance(Runs& runs, Evaluation& evaluation, double now_s, double budget_us) {
  const double elapsed_s = elapsed(now_s);
  last_advance_s_ = now_s;
  advance_runs(runs, evaluation, now_s, elapsed_s, budget_us);
  measure_speed(runs, now_s);
}

void Pacing::advance_runs(Runs& runs, Evaluation& evaluation, double now_s, double elapsed_s,
                          double budget_us) {
  if (evaluation.busy()) {
    evaluation.advance(runs.leader(), now_s, budget_us, true);
  } else if (running_ && at_full_speed()) {
    work(runs, evaluation, now_s, budget_us);
  } else if (running_) {
    const auto notch = static_cast<std::size_t>(speed_);
    runs.leader().follow_speed(kSpeeds[notch], elapsed_s, budget_us * 0.6);
    runs.catch_up(budget_us * 0.4);
    evaluation.advance(runs.leader(), now_s, budget_us, false);
  } else if (settling_) {
    runs.catch_up(kUnlimited);
    if (runs.leader().steps_done() > 0) {
      evaluation.advance(runs.leader(), now_s, budget_us, true);
    }
    settling_ = evaluation.busy();
  }
  if (running_ && runs.leader().take_stop()) pause();
  if (running_ && runs.finished() && !evaluation.busy()) pause();
}

// As fast as possible: the leader first, the follower only as far as their traces are compared.
void Pacing::work(Runs& runs, Evaluation& evaluation, double now_s, double budget_us) {
  Run& leader = runs.leader();
  Run& follower = runs.follower();
  const std::int64_t block =
      runs.all().front()->session().experiment().training.steps_per_execution;
  const std::int64_t kept_up = goal_step_ >= 0 ? goal_step_ : kBlocksInStep * block;
  if (follower.steps_done() < std::min(kept_up, leader.steps_done())) {
    follower.work(budget_us, std::min(kept_up, leader.steps_done()));
  } else if (!leader.finished()) {
    const std::int64_t all = std::numeric_limits<std::int64_t>::max();
    leader.work(budget_us, goal_step_ >= 0 ? goal_step_ : all);
    evaluation.advance(leader, now_s, budget_us, false);
  } else {
    follower.work(budget_us, leader.steps_done());
  }
  const bool reached = leader.steps_done() >= goal_step_ || leader.finished();
  if (goal_step_ >= 0 && reached && follower.steps_done() >= leader.steps_done()) pause();
}

void Pacing::measure_speed(const Runs& runs, double now_s) {
  const std::int64_t steps = runs.leader().steps_done() + runs.follower().steps_done();
  if (steps < speed_since_step_ || !running_) {
    speed_since_step_ = steps;
    speed_since_s_ = now_s;
  } else if (now_s - speed_since_s_ > kSpeedWindowSeconds) {
    real_steps_per_second_ =
        static_cast<double>(steps - speed_since_step_) / (now_s - speed_since_s_);
    speed_since_step_ = steps;
    speed_since_s_ = now_s;
  }
}

}  // namespace pipette::app
