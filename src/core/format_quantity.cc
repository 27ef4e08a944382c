#include "core/format_quantity.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <span>

#include "core/format_count.h"

namespace pipette {
namespace {

constexpr const char* kNoNumber = "–";

struct Unit {
  const char* name;
  double size;
};

constexpr double kKibi = 1024;
constexpr Unit kBytes[] = {{"B", 1},
                           {"KiB", kKibi},
                           {"MiB", kKibi* kKibi},
                           {"GiB", kKibi* kKibi* kKibi},
                           {"TiB", kKibi* kKibi* kKibi* kKibi}};
constexpr Unit kMicroseconds[] = {{"ns", 1e-3}, {"µs", 1}, {"ms", 1e3}, {"s", 1e6}};

// JavaScript rounds halves up and C++ to even: a hair more than a half is up in both.
double halves_up(double value) {
  return std::nextafter(value, std::numeric_limits<double>::infinity());
}

// `value`, which is not negative, with three significant digits.
std::string three_digits(double value) {
  if (value >= 999.5) return format_count(std::llround(value));
  const int decimals = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  std::string text = fmt::format("{:.{}f}", halves_up(value), decimals);
  if (decimals > 0) text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

// In the smallest of `units` that leaves three digits before the point, or in the largest.
std::string in_units(double value, std::span<const Unit> units) {
  if (!std::isfinite(value)) return kNoNumber;
  const double size = std::fabs(value);
  const Unit* unit = units.data();
  while (unit != &units.back() && size / unit->size >= 999.5) ++unit;
  return (value < 0 ? "−" : "") + three_digits(size / unit->size) + " " + unit->name;
}

}  // namespace

std::string format_bytes(double bytes) { return in_units(bytes, kBytes); }

std::string format_time_us(double microseconds) {
  return microseconds == 0 ? "0 s" : in_units(microseconds, kMicroseconds);
}

std::string format_percent(double share) {
  if (!std::isfinite(share)) return kNoNumber;
  if (share > 0 && share < 0.0005) return "<0.1 %";
  return fmt::format("{:.{}f} %", halves_up(100 * share), share >= 0.9995 ? 0 : 1);
}

}  // namespace pipette
