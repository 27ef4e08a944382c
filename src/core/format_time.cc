#include "core/format_time.h"

#include <fmt/format.h>

#include <cmath>

namespace pipette {
namespace {

std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

}  // namespace

std::string format_time_us(double microseconds) {
  if (!(microseconds >= 0) || !std::isfinite(microseconds)) return "–";
  if (microseconds == 0) return "0 µs";
  if (microseconds < 1) return "<1 µs";
  if (microseconds < 999.5) return three_digits(microseconds) + " µs";
  if (microseconds < 999.5e3) return three_digits(microseconds / 1e3) + " ms";
  return three_digits(microseconds / 1e6) + " s";
}

}  // namespace pipette
