// The profiles of the runs, for the HTML views (web/profile_panel.mjs).
#pragma once

#include <string>

#include "page/advice_trials.h"
#include "runs/runs.h"

namespace pipette::app {

// {"experiment": fingerprint, "profile": [...], "twin": {"profile": [...], "names": ["With feeds",
// "Without feeds"]}, "tried": [...]}: the profiles of the leader's programs, those of the
// follower's if there are two runs, and the results of the leader's advice. The entries of a
// profile are in the format of profile/profile_json.h.
std::string profiles_json(const Runs& runs, const AdviceTrials& trials);
// A text that changes whenever the leader records something, a trial of its advice gives a result,
// or the experiment changes (a count alone would not do: a new run soon has as many records as the
// previous one).
std::string profiles_version(const Runs& runs, const AdviceTrials& trials);

}  // namespace pipette::app
