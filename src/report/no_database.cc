#include "report/database.h"

namespace pipette::report {

bool write_database(const std::string&, const std::vector<profile::Profile>&) { return false; }

}  // namespace pipette::report
