#include "runs/run.h"

#include <algorithm>
#include <cmath>

#include "experiment/catalogue.h"

namespace pipette::app {
namespace {

constexpr double kLongestDebtSeconds = 0.25;  // no catching up after the page has paused
constexpr double kSlowStepsPerSecond = 5;
constexpr std::size_t kKeptLosses = 1 << 18;  // available to the pointer: 1 to 2 MB
constexpr double kFirstStepSeconds = 300e-6;  // modelled; only until the first step is done

std::string title_of(RunKind kind, const Experiment& experiment) {
  const CatalogueEntry& entry = catalogue_entry(experiment.name);
  if (!entry.label.empty()) return entry.label;
  return kind == RunKind::pipelined ? "Pipelined" : entry.trains() ? "Training" : "Program";
}

}  // namespace

Run::Run(RunKind kind, const Experiment& experiment, const ImageData& data,
         std::int64_t steps_per_block)
    : kind_(kind),
      title_(title_of(kind, experiment)),
      session_(experiment, data),
      recorder_(steps_per_block) {
  session_.keep_losses(kKeptLosses);
}

template <class Work>
void Run::guarded(Work work) {
  try {
    work();
    after_work();
  } catch (...) {
    failed_ = true;
    throw;
  }
}

void Run::after_work() {
  const bool stopped = session_.stopped();
  stopped_ = stopped_ || (stopped && !stands_);
  stands_ = stopped;
  recorder_.read(session_.trace());
  const LossRecord& record = session_.observed().record().losses;
  for (auto i = static_cast<std::size_t>(losses_.size()); i < record.size(); ++i) {
    losses_.add(record.values[i], record.mini_batches[i] + 1,
                cycles_to_seconds(record.cycles[i], session_.device().arch()));
  }
}

// Slow enough to watch: the modelled clock advances evenly, so that waits take their time.
void Run::follow_clock(double steps, double budget_us) {
  const RunStatus status = session_.status();
  const double cycles_per_step =
      status.step > 0 ? static_cast<double>(status.cycles) / static_cast<double>(status.step)
                      : kFirstStepSeconds * session_.device().arch().clock_hz;
  const auto now = static_cast<double>(status.cycles);
  // At most two steps behind or ahead: the clock jumps when the host takes long.
  clock_cycles_ = std::clamp(clock_cycles_ + steps * cycles_per_step, now - 2 * cycles_per_step,
                             now + 2 * cycles_per_step);
  if (clock_cycles_ <= now) return;
  Budget budget = Budget::microseconds(budget_us);
  budget.until_cycle = static_cast<std::int64_t>(clock_cycles_);
  session_.advance(budget);
}

void Run::follow_speed(const Speed& speed, double elapsed_s, double budget_us) {
  if (failed_) return;
  const double elapsed = std::min(elapsed_s, kLongestDebtSeconds);
  guarded([&] {
    if (speed.instructions_per_s > 0) {
      debt_ = std::min(debt_ + elapsed * speed.instructions_per_s, 4.0);
      for (; debt_ >= 1 && !session_.finished() && !session_.stopped(); debt_ -= 1)
        session_.step(StepSize::instruction);
    } else if (speed.steps_per_s <= kSlowStepsPerSecond) {
      follow_clock(elapsed * speed.steps_per_s, budget_us);
    } else {
      follow_steps(elapsed * speed.steps_per_s, kLongestDebtSeconds * speed.steps_per_s + 1,
                   budget_us);
    }
  });
}

void Run::follow_steps(double steps, double longest_debt, double budget_us) {
  debt_ = std::min(debt_ + steps, longest_debt);
  const auto whole = static_cast<std::int64_t>(std::floor(debt_));
  if (whole < 1) return;
  Budget budget = Budget::microseconds(budget_us);
  budget.step_count = whole;
  const std::int64_t before = steps_done();
  session_.advance(budget);
  debt_ -= static_cast<double>(steps_done() - before);
}

void Run::work(double budget_us, std::int64_t until_step) {
  const std::int64_t left = until_step - steps_done();
  if (left <= 0 || finished()) return;
  Budget budget = Budget::microseconds(budget_us);
  budget.step_count = left;
  guarded([&] { session_.advance(budget); });
}

void Run::work_to(const EarlierPlace& place, double budget_us) {
  if (finished() || place.reached(session_)) return;
  guarded([&] { session_.advance(place.budget(session_, budget_us)); });
}

void Run::step(StepSize size) {
  if (failed_) return;
  guarded([&] { session_.step(size); });
}

}  // namespace pipette::app
