// A report for people at a terminal: for each program its target, graph, memory, lanes, insights
// and the operations that take most.
//
//   out << report_text(report_json(report));
//   out << report_text(read_report("with_feeds"));
//
// Throws InvalidArgument where a key that it needs is missing or is of another type.
#pragma once

#include <string>

#include "core/json_fwd.h"

namespace pipette::report {

std::string report_text(const Json& report);

}  // namespace pipette::report
