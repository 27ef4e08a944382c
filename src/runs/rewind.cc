#include "runs/rewind.h"

#include <utility>

namespace pipette::app {

void Rewind::begin(const Runs& now, StepSize size,
                   const std::function<std::unique_ptr<Runs>()>& make_runs) {
  std::optional<EarlierPlace> place = place_;
  if (place) {
    place->further();
  } else {
    place = EarlierPlace::before(now.leader().session(), size);
  }
  if (!place) return;
  if (!runs_ || place->passed(runs_->leader().session())) {
    std::unique_ptr<Runs> fresh = make_runs();
    fresh->lead(now.leader().kind());
    runs_ = std::move(fresh);
  }
  place_ = place;
}

void Rewind::cancel() {
  place_.reset();
  runs_.reset();
}

bool Rewind::done() const {
  return begun() && place_->reached(runs_->leader().session()) &&
         runs_->follower().steps_done() >= runs_->leader().steps_done();
}

double Rewind::fraction() const { return place_->fraction(runs_->leader().session()); }

void Rewind::advance(double budget_us) {
  if (!begun()) return;
  if (!place_->reached(runs_->leader().session())) {
    runs_->leader().work_to(*place_, budget_us);
  } else {
    runs_->catch_up(budget_us);
  }
}

std::unique_ptr<Runs> Rewind::take() {
  place_.reset();
  return std::move(runs_);
}

}  // namespace pipette::app
