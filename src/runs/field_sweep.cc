#include "runs/field_sweep.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/edit.h"

namespace pipette::app {

void FieldSweep::begin(const Experiment& experiment, const ImageData& data, Variation variation) {
  if (variation.values.size() > kMostPoints) {
    throw InvalidArgument(fmt::format("a sweep of the page has at most {} values, but {} are given",
                                      kMostPoints, variation.values.size()));
  }
  *this = {};
  base_ = experiment;
  data_ = data;
  field_ = std::move(variation.field);
  for (Json& value : variation.values) points_.emplace_back().value = std::move(value);
  experiments_.push_back(experiment.to_json());
  for (std::size_t i = 0; i < points_.size(); ++i) {
    try {
      experiments_.push_back(experiment_at(i).to_json());
    } catch (const Error&) {  // said when its turn comes
      experiments_.emplace_back();
    }
  }
}

Experiment FieldSweep::experiment_at(std::size_t point) const {
  Experiment made = *base_;
  set_value(made, field_, points_[point].value);
  return made;
}

void FieldSweep::stop() {
  session_.reset();
  testing_ = false;
  points_.resize(next_);
}

void FieldSweep::advance(double budget_us) {
  if (!busy()) return;
  Point& point = points_[next_];
  try {
    if (session_ == nullptr) session_ = std::make_unique<Session>(experiment_at(next_), *data_);
    if (!work(point, budget_us)) return;
  } catch (const Error& error) {
    point.failure = error.what();
  }
  point.progress = 1;
  session_.reset();
  testing_ = false;
  ++next_;
}

bool FieldSweep::work(Point& point, double budget_us) {
  constexpr double kTesting = 0.05;  // of the progress
  if (!testing_) {
    const bool trained = session_->advance(Budget::microseconds(budget_us));
    const RunStatus status = session_->status();
    point.loss = session_->mean_loss();
    point.seconds = status.seconds;
    point.progress = (1 - kTesting) * static_cast<double>(status.step) /
                     static_cast<double>(std::max<std::int64_t>(1, status.num_steps));
    if (!trained) return false;
    point.seconds = session_->summary(false).modelled_seconds;
    testing_ = true;
    session_->evaluator().restart();
    return !session_->evaluator().possible();
  }
  Evaluator& evaluator = session_->evaluator();
  const bool tested = evaluator.advance(budget_us);
  point.accuracy = evaluator.accuracy();
  point.progress = 1 - kTesting / 2;
  return tested;
}

std::optional<std::size_t> FieldSweep::point_of(const std::string& json) const {
  if (points_.empty()) return std::nullopt;
  const auto found = std::find(experiments_.begin() + 1, experiments_.end(), json);
  const auto at = static_cast<std::size_t>(found - experiments_.begin()) - 1;
  return at < points_.size() ? std::optional(at) : std::nullopt;
}

bool FieldSweep::belongs_to(const std::string& json) const {
  return base_ && (experiments_[0] == json || point_of(json));
}

}  // namespace pipette::app
