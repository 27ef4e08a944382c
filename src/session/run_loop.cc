#include "session/run_loop.h"

#include "program/budget_meter.h"

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
    if (!strategy_.advance(meter.left())) break;
    end();
    if (meter.spent()) break;
  }
  if (strategy_.running()) take_results(false);
  return finished();
}

}  // namespace pipette
