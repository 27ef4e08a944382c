// Advice on how to act on an insight, with promises computed from the recorded runs. Each function
// returns the advice for one kind of insight, and none if nothing would help.
//
// The formulas of promises:
//   cut        the work of the slowest stage under the best cut (stage_cut.h)
//   run length what the host does before a run, shared by more steps
//   host       an element takes E on the host and D on the device; a run of n elements waits
//              E + (n - 1) max(0, E - D), so a host that is faster by r <= E - D saves n r
//   prefetch   the same, for a host that begins on request, so that the run waits n E
//   recompute  of the stash, only the inputs of stages remain, and all of the last stage's
//   offload    of the stash, only what is on its way between stages remains
#pragma once

#include <vector>

#include "profile/profile.h"
#include "profile/stage_cut.h"

namespace pipette::profile {

std::vector<Advice> advice_on_cut(const Profile& profile, const StageCut& cut);
std::vector<Advice> advice_on_waits(const Profile& profile);  // for the host
// On the memory of one IPU.
std::vector<Advice> advice_on_stash(const Profile& profile, int ipu);
std::vector<Advice> advice_on_state(const Profile& profile, int ipu);

}  // namespace pipette::profile
