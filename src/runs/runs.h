// The runs of the page: one that stands alone, or two side by side, one of which leads.
//
//   Runs runs(std::move(with_feeds), std::move(without_feeds));
//   runs.leader().work(budget_us, until_step);
//   runs.catch_up(budget_us);              // takes the follower to the same training step
//
// A run that stands alone leads and follows itself. One thread.
#pragma once

#include <memory>
#include <vector>

#include "runs/run.h"

namespace pipette::app {

class Runs {
 public:
  explicit Runs(std::unique_ptr<Run> alone) { runs_.push_back(std::move(alone)); }
  Runs(std::unique_ptr<Run> first, std::unique_ptr<Run> second) {
    runs_.push_back(std::move(first));
    runs_.push_back(std::move(second));
  }

  bool side_by_side() const { return runs_.size() == 2; }
  // All runs, in an order that does not depend on which of them leads.
  const std::vector<std::unique_ptr<Run>>& all() const { return runs_; }

  Run& leader() { return *runs_[leader_]; }
  Run& follower() { return *runs_[runs_.size() - 1 - leader_]; }
  const Run& leader() const { return *runs_[leader_]; }
  const Run& follower() const { return *runs_[runs_.size() - 1 - leader_]; }

  // True if one of them has thrown; then neither continues.
  bool failed() const { return leader().failed() || follower().failed(); }
  bool finished() const { return failed() || (leader().finished() && follower().finished()); }

  void catch_up(double budget_us) { follower().work(budget_us, leader().steps_done()); }
  // Makes the run of that kind the leader, once it has caught up; false if there is none.
  bool lead(RunKind kind);

 private:
  std::vector<std::unique_ptr<Run>> runs_;  // one or two
  std::size_t leader_ = 0;
};

}  // namespace pipette::app
