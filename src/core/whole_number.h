// Whole numbers in JSON from outside: nlohmann's get<std::int64_t>() converts any double, which is
// undefined where an int64 does not hold it.
//
//   whole_number(json.at("calls"), "calls");
#pragma once

#include <cstdint>
#include <string_view>

#include "core/json.h"

namespace pipette {

// Throws InvalidArgument, with `name`, for a fraction, what is beyond an int64, and what is no
// number.
std::int64_t whole_number(const Json& value, std::string_view name);

}  // namespace pipette
