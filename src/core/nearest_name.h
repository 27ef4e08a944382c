// The name that somebody may have meant.
//
//   nearest_name("io_tile", {"io_tiles", "replicas"});      // "io_tiles"
#pragma once

#include <string_view>
#include <vector>

namespace pipette {

// The one that the fewest insertions, deletions and exchanges of a letter make of `name`
// (Levenshtein's distance); of equals the first. `names` must not be empty.
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names);

}  // namespace pipette
