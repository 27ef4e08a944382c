// Formats whole numbers for people:
//
//   format_count(12345)    "12,345"
#pragma once

#include <cstdint>
#include <string>

namespace pipette {

inline std::string format_count(std::int64_t value) {
  std::string digits = std::to_string(value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

}  // namespace pipette
