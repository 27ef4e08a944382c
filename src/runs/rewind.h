// Steps the page back: runs the same experiment again, up to an earlier step, while the present
// runs stay visible.
//
//   Rewind rewind;
//   rewind.begin(runs, StepSize::training_step, make_runs);
//   rewind.advance(budget_us);                       // rewind.fraction() is its progress
//   if (rewind.done()) runs = rewind.take();
//
// While in progress it needs the memory of the other runs, otherwise none. Throws what sessions
// throw. One thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "runs/runs.h"
#include "session/replay.h"

namespace pipette::app {

class Rewind {
 public:
  // Goes a step or an engine run back, or one further if already in progress; does nothing at the
  // beginning. `make_runs` makes the same runs at their first step.
  void begin(const Runs& now, StepSize size,
             const std::function<std::unique_ptr<Runs>()>& make_runs);
  void cancel();  // the present runs stay

  bool begun() const { return place_.has_value(); }
  bool done() const;
  double fraction() const;  // progress since begin(), 0..1
  void advance(double budget_us);
  std::unique_ptr<Runs> take();  // once it is done

 private:
  std::optional<EarlierPlace> place_;
  std::unique_ptr<Runs> runs_;
};

}  // namespace pipette::app
