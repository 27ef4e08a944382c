#include "page/run_control.h"

#include <utility>

#include "page/shown_programs.h"

namespace pipette::app {

void RunControl::begin(const Experiment& experiment, const ImageData& data) {
  make(experiment, data);
  before_.reset();
}

void RunControl::replace(const Experiment& experiment, const ImageData& data) {
  const bool running = pacing_.running() && !runs_->failed();
  std::optional<Before> before;
  if (leader().losses().points().size() > 1) before = {session().losses(), leader().losses()};
  make(experiment, data);
  if (before) before_ = std::move(before);
  if (running) pacing_.run(*runs_);
}

bool RunControl::continue_as(const Experiment& experiment) {
  if (!is_inspection(experiment) || runs_->finished() || !session().continue_as(experiment)) {
    return false;
  }
  const RunStatus status = session().status();
  filters_from_run_ = status.run + (status.in_run ? 1 : 0);
  return true;
}

void RunControl::make(const Experiment& experiment, const ImageData& data) {
  runs_ = runs_of(experiment, data);
  rewind_.cancel();
  evaluation_.attach(data);
  pacing_.reset();
  first_place_.begin(0);
  tell_of_change();
}

void RunControl::take_earlier_runs() {
  runs_ = rewind_.take();
  evaluation_.go_back(leader().steps_done());
  pacing_.settle();
  tell_of_change();
}

void RunControl::tell_of_change() {
  trials_.forget();
  stop_.check_again(*runs_);
  filters_from_run_ = -1;
  changed_(leader().steps_done());
}

void RunControl::run() {
  rewind_.cancel();
  first_place_.run(&pacing_, *runs_);
}

void RunControl::step(StepSize size) {
  if (size == StepSize::slot && session().pipeline() == nullptr) return;
  rewind_.cancel();
  if (size == StepSize::engine_run) return pacing_.step_engine_run(*runs_);
  pacing_.step(*runs_, size);
}

void RunControl::step_back(StepSize size, const std::function<std::unique_ptr<Runs>()>& make_runs) {
  if (pacing_.running() || runs_->failed()) return;
  rewind_.begin(*runs_, size, make_runs);
}

void RunControl::go_to(std::int64_t step) {
  pacing_.run_to(*runs_, step);
  first_place_.begin(0);
}

void RunControl::lead(RunKind kind) {
  if (leader().kind() == kind) return;
  trials_.forget();  // they were for the other program
  runs_->lead(kind);
  stop_.check_again(*runs_);
}

void RunControl::predict(double now_s) {
  if (evaluation_.busy() || leader().steps_done() == 0) return;
  evaluation_.predict_grid(leader(), now_s, !pacing_.running());
}

void RunControl::stop_after_error() {
  rewind_.cancel();
  if (runs_->failed()) {
    pacing_.reset();
  } else {
    pacing_.pause();
  }
}

void RunControl::sweep(const std::string& field, const std::string& values) {
  sweep_.begin(session().experiment(), session().data(), {field, parse_values(field, values)});
}

std::string RunControl::advance(double now_s, double budget_us) {
  std::string why = first_place_.wait(&pacing_, now_s);
  // Trials of advice, or a sweep, get half of the time, and a sweep nearly all of it while nothing
  // runs.
  const bool beside = trials_.busy() || sweep_.busy();
  const bool alone = !trials_.busy() && !pacing_.running() && !rewind_.begun();
  const double share = !beside ? 0 : alone ? 0.9 * budget_us : budget_us / 2;
  if (trials_.busy()) {
    trials_.advance(share);
  } else if (share > 0) {
    sweep_.advance(share);
  }
  if (rewind_.begun()) {
    rewind_.advance(budget_us - share);
  } else {
    pacing_.advance(*runs_, evaluation_, now_s, budget_us - share);
  }
  return why;
}

}  // namespace pipette::app
