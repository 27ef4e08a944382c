// Finds the name that the user probably meant.
//
//   nearest_name("io_tile", {"io_tiles", "replicas"});      // "io_tiles"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

// Returns the candidate with the smallest Levenshtein distance from `name` (insertions, deletions
// and replacements of a letter), or the first of several. `names` must not be empty.
std::string_view nearest_name(std::string_view name, const std::vector<std::string_view>& names);

// Returns "; did you mean "io_tiles"?", to append to a message about `name`, or "" if no candidate
// is close enough.
std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& names);

}  // namespace pipette
