// report.html: a profile with its viewer in one file, which needs no network.
//
//   file << report_page(with_repeated_columns(report_json(report)).dump());
#pragma once

#include <string>
#include <string_view>

#include "core/json_fwd.h"

namespace pipette::report {

// A report's JSON with the columns of spans that mostly repeat their value as {"repeated": [value,
// times, value, times, ...]}: long runs take half the bytes so. The viewer reads both
// (web/profile/spans.mjs); profile.json stays plain.
Json with_repeated_columns(Json report);

// Of the JSON of a report. The viewer is that of the page, web/profile.
std::string report_page(std::string_view json);

}  // namespace pipette::report
