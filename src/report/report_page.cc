#include "report/report_page.h"

#include "core/error.h"
#include "core/json.h"
#include "embedded/report_page.h"

namespace pipette::report {

namespace {

constexpr std::string_view kPlace = "{{profile}}";

// Nothing in a text can end the element that the JSON stands in, or a line of it.
void append_escaped(std::string_view json, std::string& page) {
  constexpr std::string_view kLineSeparators = "\u2028\u2029";  // three bytes each
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view next = json.substr(i, 3);
    if (json[i] == '<') {
      page += "\\u003c";
    } else if (next == kLineSeparators.substr(0, 3) || next == kLineSeparators.substr(3)) {
      page += next == kLineSeparators.substr(0, 3) ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      page += json[i];
    }
  }
}

}  // namespace

Json with_repeated_columns(Json report) {
  for (Json& profile : report["profiles"]) {
    for (auto& [name, column] : profile["execution"]["spans"].items()) {
      if (!column.is_array() || column.empty() || !column[0].is_number()) continue;
      Json repeated = Json::array();
      for (const Json& value : column) {
        if (repeated.empty() || repeated[repeated.size() - 2] != value) {
          repeated.push_back(value);
          repeated.push_back(0);
        }
        repeated.back() = repeated.back().get<std::int64_t>() + 1;
      }
      if (repeated.size() < column.size()) column = {{"repeated", std::move(repeated)}};
    }
  }
  return report;
}

std::string report_page(std::string_view json) {
  const std::string_view page = embedded::report_page_text();
  const std::size_t at = page.find(kPlace);
  PIPETTE_CHECK(at != std::string_view::npos, std::string(page.substr(0, 80)));
  std::string made(page.substr(0, at));
  made.reserve(page.size() + json.size());
  append_escaped(json, made);
  made += page.substr(at + kPlace.size());
  return made;
}

}  // namespace pipette::report
