// The way back: a run is deterministic, so where it was before is reached by running it again from
// its beginning. Nothing is kept for that while it trains.
//
//   if (const auto place = EarlierPlace::before(session, StepSize::training_step)) {
//     session.reset();
//     while (!place->reached(session)) session.advance(place->budget(session, 6000));
//   }
//
// It goes back as far as the first step. Time: that of the steps up to there; memory: none, or that
// of one more session for a caller who keeps the present one until the earlier place is reached.
// Inaccuracy: filters that were changed while it ran (Session::continue_as) hold from the first
// engine run on.
#pragma once

#include <cstdint>
#include <optional>

#include "session/session.h"

namespace pipette {

class EarlierPlace {
 public:
  // One training step back, or to the beginning of the step that the session is in; likewise for an
  // engine run. The result is empty at the beginning of the program, and for one that measures real
  // time, which never comes again. Throws InvalidArgument for other sizes.
  static std::optional<EarlierPlace> before(const Session& session, StepSize size);

  // For a session that comes from its beginning.
  bool reached(const Session& session) const;
  bool passed(const Session& session) const;                    // it stands after that place
  Budget budget(const Session& session, double real_us) const;  // that leads no further than there
  double fraction(const Session& session) const;                // of the way, 0..1
  // Another step or run back; stays where it is at the beginning.
  void further();

 private:
  EarlierPlace(StepSize size, std::int64_t count) : size_(size), count_(count) {}

  StepSize size_;
  std::int64_t count_;  // of finished steps, or engine runs
};

}  // namespace pipette
