#include "core/whole_number.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/error.h"

namespace pipette {

std::int64_t whole_number(const Json& value, std::string_view name) {
  const bool too_large = value.is_number_unsigned() &&
                         value.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max();
  if (value.is_number_integer() && !too_large) return value.get<std::int64_t>();
  const double number = value.is_number() ? value.get<double>() : std::nan("");
  if (!(std::abs(number) < 0x1p63) || number != std::floor(number)) {
    throw InvalidArgument(fmt::format("{} must be a whole number within 64 bits, but it is {}",
                                      name, shown_json(value).substr(0, 80)));
  }
  return static_cast<std::int64_t>(number);
}

}  // namespace pipette
