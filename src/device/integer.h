// Integer division that rounds up, for splitting sizes over tiles and workers.
#pragma once

#include <cstdint>

namespace pipette {

// Requires a >= 0 and b >= 1, and is correct even if a + b - 1 would overflow.
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

}  // namespace pipette
