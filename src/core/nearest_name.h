// The name that somebody may have meant.
//
//   nearest_name("io_tile", {"io_tiles", "replicas"});      // "io_tiles"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

// The one that the fewest insertions, deletions and exchanges of a letter make of `name`
// (Levenshtein's distance); of equals the first. `names` must not be empty.
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names);

// "; did you mean "io_tiles"?", to be put behind what is said of `name`; "" where none is so near
// that somebody may have meant it.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& names);

}  // namespace pipette
