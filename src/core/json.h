// JSON that comes from outside: a link, a file, JavaScript.
//
//   const Json json = parse_json(text);
//   if (json.is_discarded()) throw InvalidArgument("the experiment is not valid JSON");
//
// Never crashes and never throws: text that is not JSON, or that is nested deeper than
// kMaxJsonDepth, gives a discarded value. The limit is there because whoever walks or prints a
// value recurses into it.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace pipette {

using Json = nlohmann::ordered_json;  // keeps the order in which keys were written

constexpr int kMaxJsonDepth = 64;  // an experiment needs 4

Json parse_json(std::string_view text);

}  // namespace pipette
