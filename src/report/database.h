// The profile as a SQLite database, for whoever wants to ask it questions:
//
//   sqlite3 with_feeds/profile.pop "SELECT layer, SUM(cycles) FROM operations GROUP BY layer"
//
// Tables have a column `program`, the number of the compiled program, and names as profile.json
// has them. Throws ResourceExhausted where the file cannot be written.
#pragma once

#include <string>
#include <vector>

#include "profile/profile.h"

namespace pipette::report {

// False where this build has no SQLite; nothing is written then.
bool write_database(const std::string& path, const std::vector<profile::Profile>& profiles);

}  // namespace pipette::report
