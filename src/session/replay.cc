#include "session/replay.h"

#include <algorithm>

#include "core/error.h"
#include "experiment/catalogue.h"

namespace pipette {
namespace {

// Steps or runs, with the one that is going on.
std::int64_t begun(const ObservedRun& run, StepSize size) {
  const Machine& machine = run.machine();
  if (size == StepSize::engine_run) return machine.runs;
  return machine.steps + (machine.device.now() > machine.step_end_cycle ? 1 : 0);
}

std::int64_t ended(const ObservedRun& run, StepSize size) {
  if (size == StepSize::training_step) return run.machine().steps;
  return run.machine().runs - (run.status().in_run ? 1 : 0);
}

}  // namespace

std::optional<EarlierPlace> EarlierPlace::before(const Session& session, StepSize size) {
  if (size != StepSize::training_step && size != StepSize::engine_run) {
    throw InvalidArgument("one goes back by a training step or an engine run");
  }
  if (catalogue_entry(session.experiment().name).kind == ProgramKind::benchmark) return {};
  const ObservedRun& run = session.observed();
  const std::int64_t count = begun(run, size) - 1;
  if (count < 0) return {};
  return EarlierPlace(size, count);
}

bool EarlierPlace::reached(const Session& session) const {
  return session.finished() || ended(session.observed(), size_) >= count_;
}

bool EarlierPlace::passed(const Session& session) const {
  return begun(session.observed(), size_) > count_;
}

Budget EarlierPlace::budget(const Session& session, double real_us) const {
  Budget budget = Budget::microseconds(real_us);
  if (size_ == StepSize::engine_run) {
    budget.until_run = count_;
  } else {
    budget.step_count = count_ - session.observed().machine().steps;
  }
  return budget;
}

double EarlierPlace::fraction(const Session& session) const {
  if (count_ == 0) return 1;
  return std::min(
      1.0, static_cast<double>(ended(session.observed(), size_)) / static_cast<double>(count_));
}

void EarlierPlace::further() { count_ = std::max<std::int64_t>(0, count_ - 1); }

}  // namespace pipette
