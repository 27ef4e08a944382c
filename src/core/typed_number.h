// Parses numbers as people type them, with the separators of their countries.
//
//   typed_number("10,000")    // 10000      typed_number("0,01")     // 0.01
//   typed_number("1 000 000") // 1000000    typed_number("1,234.5")  // 1234.5
//   typed_number("50 %")      // 0.5        typed_number("many")     // none
//
// A comma before exactly three digits separates thousands, unless the number begins with 0; any
// other comma is a decimal comma. Not for files, where programs write numbers in one form only.
#pragma once

#include <optional>
#include <string_view>

namespace pipette {

std::optional<double> typed_number(std::string_view text);

}  // namespace pipette
