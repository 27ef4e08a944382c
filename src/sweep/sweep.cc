#include "sweep/sweep.h"

#include <fmt/format.h>

#include "core/error.h"
#include "experiment/edit.h"

namespace pipette::sweep {

Sweep::Sweep(Experiment base, std::vector<Variation> variations)
    : base_(std::move(base)), variations_(std::move(variations)) {
  for (std::size_t i = 0; i < variations_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (variations_[j].field != variations_[i].field) continue;
      throw InvalidArgument(
          fmt::format("{} is varied twice: give all its values at once", variations_[i].field));
    }
    if (variations_[i].values.size() > kMaxExperiments / size_) {
      throw InvalidArgument(fmt::format(
          "a sweep has at most {} experiments: vary fewer fields, or fewer values of them",
          kMaxExperiments));
    }
    size_ *= variations_[i].values.size();
  }
  // A field that does not exist is an error of the whole sweep, not of each experiment.
  for (const Variation& variation : variations_) {
    Experiment tried = base_;
    try {
      set_value(tried, variation.field, variation.values.front());
    } catch (const NotFound&) {
      throw;
    } catch (const Error&) {  // it may do together with another
    }
  }
}

Json Sweep::varied(std::size_t number) const {
  std::vector<const Json*> values(variations_.size());
  for (std::size_t i = variations_.size(); i-- > 0;) {
    const std::vector<Json>& all = variations_[i].values;
    values[i] = &all[number % all.size()];
    number /= all.size();
  }
  Json made = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) made[variations_[i].field] = *values[i];
  return made;
}

Experiment Sweep::experiment(std::size_t number) const {
  Experiment made = base_;
  const Json values = varied(number);
  for (const auto& [field, value] : values.items()) set_value(made, field, value);
  return made;
}

}  // namespace pipette::sweep
