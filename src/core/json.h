// Parsing of JSON that comes from outside: a link, a file, JavaScript.
//
//   const Json json = parse_json(text);
//   if (json.is_discarded()) throw InvalidArgument("the experiment is not valid JSON");
//
// Never crashes and never throws: text that is not JSON, that repeats a key in an object, or that
// is nested deeper than kMaxJsonDepth gives a discarded value. A byte order mark is skipped. The
// depth is limited because code that walks or prints a value recurses into it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/json_fwd.h"

namespace pipette {

constexpr int kMaxJsonDepth = 64;  // an experiment needs 4

Json parse_json(std::string_view text);

// True if the text is valid UTF-8. A JSON value with any other text could not be written.
bool is_utf8(std::string_view text);
// The value as JSON for people and programs outside; invalid UTF-8 in it is replaced.
std::string shown_json(const Json& value, int indent = -1);

}  // namespace pipette
