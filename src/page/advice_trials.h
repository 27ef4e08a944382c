// Trial runs of advised experiments, in slices beside the page's own runs, and their results.
//
//   AdviceTrials trials;
//   trials.begin(R"({"steps_per_execution": 100})", runs.leader().session());
//   while (trials.busy()) trials.advance(budget_us);
//   trials.to_json();        // [{"changes": {...}, "measures": [...]}], or "failed" in their place
//
// One trial runs at a time; the others wait. An error is stored under "failed". One thread.
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
  // `changes` are in the format of a profile's advice. Changes that already have a trial are
  // skipped.
  void begin(const std::string& changes, const Session& session);
  bool busy() const;
  void advance(double budget_us);
  void forget() { *this = {}; }

  Json to_json() const;
  std::int64_t version() const { return version_; }  // grows with every new result

 private:
  struct Trial {
    Json changes;
    std::unique_ptr<AdviceTrial> run;  // until it ends
    Json result = {};
  };

  std::vector<Trial> trials_;
  std::int64_t version_ = 0;
};

}  // namespace pipette::app
