// Steps back: a run is deterministic, so an earlier state is reached by running it again from its
// beginning. Training stores nothing for this.
//
//   if (const auto place = EarlierPlace::before(session, StepSize::training_step)) {
//     session.reset();
//     while (!place->reached(session)) session.advance(place->budget(session, 6000));
//   }
//
// It can go back as far as the first step. Time: that of the steps up to there; memory: none, or
// that of one more session for a caller who keeps the current session until the earlier place is
// reached. Inaccuracy: filters that were changed during the run (Session::continue_as) apply from
// the first engine run on.
#pragma once

#include <cstdint>
#include <optional>

#include "session/session.h"

namespace pipette {

class EarlierPlace {
 public:
  // One training step back, or to the beginning of the step that the session is in; likewise for an
  // engine run. The result is empty at the beginning of the program, and for programs that measure
  // real time, which cannot be repeated. Throws InvalidArgument for other sizes.
  static std::optional<EarlierPlace> before(const Session& session, StepSize size);

  // For a session that started from its beginning.
  bool reached(const Session& session) const;
  bool passed(const Session& session) const;                    // it is after that place
  Budget budget(const Session& session, double real_us) const;  // ends at that place at the latest
  double fraction(const Session& session) const;                // of the way, 0..1
  // Moves another step or run back; at the beginning, does nothing.
  void further();

 private:
  EarlierPlace(StepSize size, std::int64_t count) : size_(size), count_(count) {}

  StepSize size_;
  std::int64_t count_;  // of finished steps, or engine runs
};

}  // namespace pipette
