// Insights of a profile, in sentences with numbers: what to look at first to make a program faster
// or smaller.
//
//   for (const Insight& insight : profile.insights) fmt::print("{}\n", insight.text);
//
// Each insight refers to its origin: the tab of the viewer, and the selection there. Sentences
// contain only figures of the profile. If something can be done, there is advice, whose promise is
// computed from the recorded runs; tests run the advised experiments and compare the promises with
// the results (tests/session/advice_test.cc).
//
// Inaccuracies of promises: the data that moves between stages when layers do is left out. Data
// that arrives from another stage is counted as remaining when activations are offloaded, though
// most of it leaves. A host is assumed to work as evenly as it did on average.
#pragma once

#include <vector>

#include "profile/insight.h"
#include "profile/profile.h"

namespace pipette::profile {

std::vector<Insight> insights_of(const Profile& profile);

}  // namespace pipette::profile
