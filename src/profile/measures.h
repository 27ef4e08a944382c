// The figures that advice refers to, for any profile: before a change and after it.
//
//   for (const Measured& m : measures_of(profile)) print(to_label(m.measure), m.value);
//   if (const auto came = measured(advice.promise, after)) promise.kept(*came);
//
// Figures that a program does not have are left out: without a pipeline there is no slowest stage.
#pragma once

#include <optional>
#include <vector>

#include "profile/insight.h"
#include "profile/profile.h"

namespace pipette::profile {

struct Measured {
  Measure measure = Measure::calls;
  int ipu = -1;  // of memory
  double value = 0;
};

std::vector<Measured> measures_of(const Profile& profile);
std::optional<double> measured(const Promise& promise, const Profile& profile);

}  // namespace pipette::profile
