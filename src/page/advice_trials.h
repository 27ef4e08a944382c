// Advised experiments that run beside the one that the page shows, in slices, and what came.
//
//   AdviceTrials trials;
//   trials.begin(R"({"steps_per_execution": 100})", runs.leader().session());
//   while (trials.busy()) trials.advance(budget_us);
//   trials.to_json();        // [{"changes": {...}, "measures": [...]}], or "failed" in their place
//
// One at a time; the others wait. What it throws stands under "failed". One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/json.h"
#include "session/advice_trial.h"

namespace pipette::app {

class AdviceTrials {
 public:
  // `changes` as a profile's advice has them. Changes that are tried already are not tried again.
  void begin(const std::string& changes, const Session& session);
  bool busy() const;
  void advance(double budget_us);
  void forget() { *this = {}; }

  Json to_json() const;
  std::int64_t version() const { return version_; }  // grows with everything that has come

 private:
  struct Trial {
    Json changes;
    std::unique_ptr<AdviceTrial> run;  // until it has come to its end
    Json result = {};
  };

  std::vector<Trial> trials_;
  std::int64_t version_ = 0;
};

}  // namespace pipette::app
