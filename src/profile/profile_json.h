// A profile as JSON: what JavaScript gets, what a report folder holds, and what the viewer draws.
//
//   std::string text = profile_json(profile).dump();
//
// Keys are in camel case and, where Graphcore's libpva has a name, its name: compilation.target,
// compilation.graph.numComputeSets, execution.runs. Choices are words (core/choices.h). Times are
// cycles, sizes bytes, steps of liveness two an instruction. Spans are columns, one array for each
// of their fields, begins as differences to the one before. docs/profile.md lists all of it.
#pragma once

#include "core/json_fwd.h"
#include "profile/profile.h"

namespace pipette::profile {

inline constexpr int kProfileVersion = 1;

Json profile_json(const Profile& profile);
Json measures_json(const Profile& profile);  // its part "measures"

}  // namespace pipette::profile
