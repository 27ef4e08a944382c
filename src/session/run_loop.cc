#include "session/run_loop.h"

#include <algorithm>

#include "core/archive.h"

namespace pipette {

void RunLoop::begin() {
  start_run();
  const std::int64_t now = strategy_.machine().device.now();
  if (runs_started_ == 0) {
    record_.events.add(EventKind::compiled, now, experiment_.device.host.compile_seconds);
  }
  record_.events.add(EventKind::run_started, now, static_cast<double>(runs_started_));
  ++runs_started_;
}

void RunLoop::end() {
  const Machine& machine = strategy_.machine();
  record_.events.add(EventKind::run_finished, machine.device.now(),
                     static_cast<double>(runs_finished_));
  ++runs_finished_;
  take_results(true);
  if (finished()) {
    record_.events.add(EventKind::finished, machine.device.now(),
                       static_cast<double>(machine.steps));
  }
}

void RunLoop::note_dequeued(std::int64_t elements) {
  if (elements == 0) return;
  record_.events.add(EventKind::dequeued, strategy_.machine().device.now(),
                     static_cast<double>(elements));
}

bool RunLoop::advance(const Budget& budget) {
  const BudgetMeter meter(budget, strategy_.machine());
  while (!finished()) {
    if (!strategy_.running()) begin();
    if (!advance_run(meter)) break;
    end();
    if (meter.spent()) break;
  }
  return finished();
}

// The host looks at moments of the program, wherever its work is cut into slices: so what it has
// read does not depend on how fast this computer is, or how often a page draws.
bool RunLoop::advance_run(const BudgetMeter& meter) {
  if (!reads_while_running()) return strategy_.advance(meter.left());
  const Machine& machine = strategy_.machine();
  for (;;) {
    const std::int64_t steps = machine.steps;
    Budget to_next_look = meter.left();
    to_next_look.step_count = std::min<std::int64_t>(to_next_look.step_count, 1);
    if (strategy_.advance(to_next_look)) return true;
    if (machine.steps == steps) return false;
    take_results(false);
    if (meter.spent()) return false;
  }
}

void RunLoop::archive(Archive& a) {
  a("runs", runs_finished_);
  a.require(runs_finished_ >= 0, "cannot have done so few runs");
  a.require(runs_finished_ <= num_runs(), "has done more steps than the experiment has");
  if (a.restores()) runs_started_ = runs_finished_;
}

InfeedPosition RunLoop::position_in(InfeedQueue& infeed) const {
  return {infeed, experiment_.num_mini_batches() * experiment_.pipeline.replicas};
}

}  // namespace pipette
