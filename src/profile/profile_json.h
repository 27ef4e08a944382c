// A profile as JSON, for JavaScript, for report folders and for the viewer.
//
//   std::string text = profile_json(profile).dump();
//
// Keys are in camel case and use libpva's names, if Graphcore's libpva has one: compilation.target,
// compilation.graph.numComputeSets, execution.runs. Choices are words (core/choices.h). Times are
// cycles, sizes bytes; liveness has two steps per instruction. Spans are stored by column, one
// array for each of their fields, begins as differences to the previous begin. docs/profile.md
// lists everything.
#pragma once

#include "core/json_fwd.h"
#include "profile/profile.h"

namespace pipette::profile {

inline constexpr int kProfileVersion = 1;

Json profile_json(const Profile& profile);
Json measures_json(const Profile& profile);  // its part "measures"

}  // namespace pipette::profile
