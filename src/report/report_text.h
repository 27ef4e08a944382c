// A report for people at a terminal: for each program its target, graph, memory, lanes, insights
// and the most expensive operations.
//
//   out << report_text(report_json(report));
//   out << report_text(read_report("with_feeds"));
//
// Throws InvalidArgument if a required key is missing or has another type.
#pragma once

#include <string>

#include "core/json_fwd.h"

namespace pipette::report {

std::string report_text(const Json& report);

}  // namespace pipette::report
