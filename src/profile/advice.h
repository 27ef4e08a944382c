// What could be done about that which an insight says, with promises from what was recorded. Each
// function gives the advice of one insight, and none where nothing would help.
//
// The formulas of promises:
//   cut        the work of the slowest stage under the best cut (stage_cut.h)
//   run length what the host does before a run, shared by more steps
//   host       an element takes E on the host and D on the device; a run of n elements waits
//              E + (n - 1) max(0, E - D), so a host that is faster by r <= E - D saves n r
//   prefetch   the same, from a host that begins when it is asked, so that the run waits n E
//   recompute  of the stash only what stages are given stays, and all of the last stage's
//   offload    of the stash only what is on its way between stages stays
#pragma once

#include <vector>

#include "profile/profile.h"
#include "profile/stage_cut.h"

namespace pipette::profile {

std::vector<Advice> advice_on_cut(const Profile& profile, const StageCut& cut);
std::vector<Advice> advice_on_waits(const Profile& profile);  // for the host
// About memory of one IPU.
std::vector<Advice> advice_on_stash(const Profile& profile, int ipu);
std::vector<Advice> advice_on_state(const Profile& profile, int ipu);

}  // namespace pipette::profile
