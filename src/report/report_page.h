// Writes report.html: a profile with its viewer in one file, which needs no network.
//
//   file << report_page(with_repeated_columns(report_json(report)).dump());
#pragma once

#include <string>
#include <string_view>

#include "core/json_fwd.h"

namespace pipette::report {

// A report's JSON in which columns of spans that mostly repeat their value become {"repeated":
// [value, times, value, times, ...]}, which halves the bytes of long runs. The viewer reads both
// forms (web/profile/spans.mjs); profile.json keeps the plain form.
Json with_repeated_columns(Json report);

// Takes the JSON of a report. The viewer is the page's, web/profile.
std::string report_page(std::string_view json);

}  // namespace pipette::report
