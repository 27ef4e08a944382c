// The page's way back: other runs of the same experiment, which are on their way to an earlier
// step while the present ones stay in sight.
//
//   WayBack way;
//   way.begin(runs, StepSize::training_step, make_runs);
//   way.advance(budget_us);                       // way.fraction() of it is done
//   if (way.done()) runs = way.take();
//
// It costs the memory of the other runs while it is under way, and nothing otherwise. Throws what
// sessions throw. One thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "runs/runs.h"
#include "session/replay.h"

namespace pipette::app {

class WayBack {
 public:
  // A step or an engine run back, or one further where it is under way; does nothing at the
  // beginning. `make_runs` makes the same runs at their first step.
  void begin(const Runs& now, StepSize size,
             const std::function<std::unique_ptr<Runs>()>& make_runs);
  void cancel();  // the runs of now go on

  bool begun() const { return place_.has_value(); }
  bool done() const;
  double fraction() const;  // where it has begun, 0..1
  void advance(double budget_us);
  std::unique_ptr<Runs> take();  // once it is done

 private:
  std::optional<EarlierPlace> place_;
  std::unique_ptr<Runs> runs_;
};

}  // namespace pipette::app
