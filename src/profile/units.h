// Shares in a profile.
#pragma once

#include <cstdint>

namespace pipette::profile {

// The percentage of `whole`; 0 if `whole` is 0.
inline double percent(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace pipette::profile
