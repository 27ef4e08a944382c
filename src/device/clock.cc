#include "device/clock.h"

#include <fmt/format.h>

#include <cmath>

#include "core/error.h"

namespace pipette {
namespace {

constexpr double kMaxCycles = 4611686018427387904.0;  // 2^62: sums of two still fit

std::int64_t checked(double whole_cycles) {
  if (!(whole_cycles >= 0 && whole_cycles <= kMaxCycles)) {
    throw InvalidArgument(
        fmt::format("a time must be 0 to 2^62 cycles of the device clock, but it is {}; "
                    "the nearest valid value is {}",
                    whole_cycles, whole_cycles > 0 ? "2^62" : "0"));
  }
  return static_cast<std::int64_t>(whole_cycles);
}

}  // namespace

std::int64_t us_to_cycles(double us, const Architecture& arch) {
  return checked(std::floor(us * arch.clock_hz / 1e6 + 0.5));
}

std::int64_t seconds_to_cycles(double seconds, const Architecture& arch) {
  return checked(std::floor(seconds * arch.clock_hz + 0.5));
}

std::int64_t after(std::int64_t time, std::int64_t cycles) {
  return time >= kLastCycle || cycles >= kLastCycle - time ? kLastCycle : time + cycles;
}

double cycles_to_us(std::int64_t cycles, const Architecture& arch) {
  return static_cast<double>(cycles) * 1e6 / arch.clock_hz;
}

double cycles_to_seconds(std::int64_t cycles, const Architecture& arch) {
  return static_cast<double>(cycles) / arch.clock_hz;
}

std::int64_t ceil_cycles(double cycles) { return checked(std::ceil(cycles)); }

}  // namespace pipette
