#include "page/advice_trials.h"

#include <algorithm>

#include "profile/profile_json.h"
#include "session/advised_experiment.h"

namespace pipette::app {

void AdviceTrials::begin(const std::string& changes, const Session& session) {
  Trial trial;
  trial.changes = parse_changes(changes);
  for (const Trial& other : trials_) {
    if (other.changes == trial.changes) return;
  }
  try {
    trial.run = std::make_unique<AdviceTrial>(with_changes(session.experiment(), trial.changes),
                                              session.data());
  } catch (const Error& error) {
    trial.result = {{"failed", error.what()}};
  }
  trials_.push_back(std::move(trial));
  ++version_;
}

bool AdviceTrials::busy() const {
  return std::any_of(trials_.begin(), trials_.end(),
                     [](const Trial& t) { return t.run != nullptr; });
}

void AdviceTrials::advance(double budget_us) {
  for (Trial& trial : trials_) {
    if (trial.run == nullptr) continue;
    try {
      if (!trial.run->advance(Budget::microseconds(budget_us))) return;
      Json measures = Json::array();
      for (const profile::Profile& p : trial.run->session().profiles()) {
        measures.push_back(profile::measures_json(p));
      }
      trial.result = {{"measures", std::move(measures)}};
    } catch (const Error& error) {
      trial.result = {{"failed", error.what()}};
    }
    trial.run.reset();
    ++version_;
    return;
  }
}

Json AdviceTrials::to_json() const {
  Json made = Json::array();
  for (const Trial& trial : trials_) {
    Json json = {{"changes", trial.changes}};
    json.update(trial.result.is_object() ? trial.result : Json::object());
    made.push_back(std::move(json));
  }
  return made;
}

}  // namespace pipette::app
