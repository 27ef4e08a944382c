// The profiles of what runs, for the views that are HTML (web/profile_panel.mjs).
#pragma once

#include <string>

#include "page/advice_trials.h"
#include "runs/runs.h"

namespace pipette::app {

// {"experiment": fingerprint, "profile": [...], "twin": {"profile": [...], "names": ["With feeds",
// "Without feeds"]}, "tried": [...]}: of the leader's programs, and where there are two runs of the
// follower's, each entry as profile/profile_json.h has it; and what came of the leader's advice.
std::string profiles_json(const Runs& runs, const AdviceTrials& trials);
// Another one whenever something has been recorded for the leader, or has come of its advice, and
// for another experiment: a new one soon has recorded as much as the one before.
std::string profiles_version(const Runs& runs, const AdviceTrials& trials);

}  // namespace pipette::app
