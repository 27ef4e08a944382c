// Reads a whole number from JSON that comes from outside. nlohmann's get<std::int64_t>() converts
// any double, which is undefined for values outside the range of int64.
//
//   whole_number(json.at("calls"), "calls");
#pragma once

#include <cstdint>
#include <string_view>

#include "core/json.h"

namespace pipette {

// Throws InvalidArgument, which mentions `name`, for a fraction, a number outside the range of
// int64, or a value that is not a number.
std::int64_t whole_number(const Json& value, std::string_view name);

}  // namespace pipette
