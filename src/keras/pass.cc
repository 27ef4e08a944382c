#include "keras/pass.h"

namespace pipette::keras {

Pass::Pass(Strategy& strategy, ModelProgram& program, PassOptions options, PassHooks hooks)
    : strategy_(strategy),
      program_(program),
      options_(std::move(options)),
      hooks_(std::move(hooks)),
      totals_(options_.names.size(),
              std::vector<double>(static_cast<std::size_t>(program.size().replicas), 0.0)) {
  // Several mini-batches in one element have no logs of their own.
  options_.asynchronous = options_.asynchronous && program.steps_per_element() == 1;
  program.outfeed().destroy();  // what an execution left that was abandoned or failed
}

Pass::~Pass() {
  if (in_execution_) strategy_.abandon();
}

bool Pass::advance(const BudgetMeter& meter) {
  while (!finished_) {
    if (!in_execution_) {
      if (hooks_.stop && hooks_.stop()) {  // said since the latest execution
        finished_ = true;
        break;
      }
      if (!begun_ && !options_.asynchronous && hooks_.batch_begin) {
        begun_ = true;
        hooks_.batch_begin(steps_done_);
        if (hooks_.pause && hooks_.pause()) return false;
      }
      begun_ = false;
      strategy_.start(program_.function());
      in_execution_ = true;
    }
    bool ended = false;
    try {
      ended = strategy_.advance(meter.left());
    } catch (...) {
      in_execution_ = false;
      finished_ = true;
      throw;
    }
    if (options_.asynchronous) record_pending();
    if (!ended) return false;
    end_execution();
    if (meter.spent() || (hooks_.pause && hooks_.pause())) break;
  }
  return finished_;
}

void Pass::end_execution() {
  in_execution_ = false;
  record_pending();
  ++executions_done_;
  steps_done_ += program_.size().steps_per_execution;
  if (!options_.asynchronous && hooks_.batch_end) hooks_.batch_end(steps_done_ - 1, logs());
  finished_ = executions_done_ == options_.num_executions || (hooks_.stop && hooks_.stop());
}

void Pass::record_pending() {
  while (const auto popped = program_.outfeed().pop_with_cycle()) {
    if (options_.asynchronous && hooks_.batch_begin) hooks_.batch_begin(elements_taken_);
    record(popped->element.flatten(), popped->cycle);
    ++elements_taken_;
    if (options_.asynchronous && hooks_.batch_end) hooks_.batch_end(elements_taken_ - 1, logs());
  }
}

void Pass::record(const std::vector<Array>& leaves, std::int64_t cycle) {
  if (options_.keep_elements) {
    elements_.push_back(leaves[0]);
    return;
  }
  const auto steps = static_cast<double>(program_.steps_per_element());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::span<const float> values = leaves[i].span<float>();
    double sum = 0;
    for (std::size_t r = 0; r < values.size(); ++r) {
      const double value = static_cast<double>(values[r]) / steps;
      totals_[i][r] += value;
      sum += value;
    }
    if (i > 0) continue;
    losses_.add(static_cast<float>(sum / static_cast<double>(values.size())), cycle,
                (elements_taken_ + 1) * program_.steps_per_element() - 1);
  }
}

Logs Pass::logs() const {
  Logs logs;
  if (options_.keep_elements) return logs;
  const double count = elements_taken_ == 0 ? 1 : static_cast<double>(elements_taken_);
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    Logs::Entry entry{options_.names[i]};
    double sum = 0;
    for (const double total : totals_[i]) {
      entry.replicas.push_back(total / count);
      sum += total / count;
    }
    entry.value = entry.replicas.back();
    if (options_.reduction == ReplicatedMetricReduction::sum) entry.value = sum;
    if (options_.reduction == ReplicatedMetricReduction::mean) {
      entry.value = sum / static_cast<double>(totals_[i].size());
    }
    logs.add(std::move(entry));
  }
  return logs;
}

}  // namespace pipette::keras
