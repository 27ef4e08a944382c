// The profile as a SQLite database, for queries:
//
//   sqlite3 with_feeds/profile.pop "SELECT layer, SUM(cycles) FROM operations GROUP BY layer"
//
// Tables have a column `program`, the number of the compiled program, and names as in profile.json.
// Throws ResourceExhausted if the file cannot be written.
#pragma once

#include <string>
#include <vector>

#include "profile/profile.h"

namespace pipette::report {

// Returns false, and writes nothing, if this build has no SQLite.
bool write_database(const std::string& path, const std::vector<profile::Profile>& profiles);

}  // namespace pipette::report
