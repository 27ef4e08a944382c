// A session that has run to its end.
//
//   Session session = testing_support::finished(Experiment::defaults("loops"));
#pragma once

#include "session/session.h"

namespace pipette::testing_support {

inline Session finished(const Experiment& experiment) {
  Session session(experiment);
  session.advance(Budget::unlimited());
  return session;
}

}  // namespace pipette::testing_support
