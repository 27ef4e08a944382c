// What a profile says, in sentences with numbers: the few things that whoever wants a program to
// be faster or smaller should look at first.
//
//   for (const Insight& insight : profile.insights) fmt::print("{}\n", insight.text);
//
// Each says where it comes from: the tab of the viewer, and what is selected there. Sentences hold
// what the profile holds. Where something can be done about it there is advice, whose promise
// comes from what was recorded; tests run the advised experiments and hold promises to what comes
// (tests/session/advice_test.cc).
//
// Inaccuracies of promises: what moves between stages when layers do is left out. What arrives from
// another stage is counted as staying when activations are offloaded, though most of it goes. A
// host is taken to work as evenly as it did on average.
#pragma once

#include <vector>

#include "profile/insight.h"
#include "profile/profile.h"

namespace pipette::profile {

std::vector<Insight> insights_of(const Profile& profile);

}  // namespace pipette::profile
