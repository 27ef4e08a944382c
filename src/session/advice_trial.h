// Runs an advised experiment beside the one whose profile advised it, for as long as profiles
// record, and then compares the result with the promise.
//
//   AdviceTrial trial(with_changes(experiment, parse_changes(advice.changes)), data, options);
//   while (!trial.advance(Budget::microseconds(6000))) draw_frame();
//   if (const auto came = trial.came(advice.promise)) advice.promise.kept(*came);
//
// Throws what Session throws. One thread.
#pragma once

#include <optional>

#include "profile/insight.h"
#include "session/session.h"

namespace pipette {

class AdviceTrial {
 public:
  AdviceTrial(const Experiment& advised, const ImageData& data, const SessionOptions& options = {});

  bool advance(const Budget& budget);  // true when everything that is recorded has run
  bool finished() const { return finished_; }
  const Session& session() const { return session_; }
  // The promised figure for the program with that number; none if it does not have the figure.
  std::optional<double> came(const profile::Promise& promise, std::size_t program = 0) const;

 private:
  std::int64_t runs_;
  Session session_;
  bool finished_ = false;
};

}  // namespace pipette
