#include "device/host_options.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/random.h"

namespace pipette {
namespace {

void check_range(const char* field, double value, const HostOptions::Limits& limits) {
  const auto [least, most] = limits;
  if (value >= least && value <= most) return;  // NaN fails both
  throw InvalidArgument(
      fmt::format("host.{} must be {} to {}, but it is {}; the nearest valid value is {}", field,
                  least, most, value, value > most ? most : least));
}

}  // namespace

void HostOptions::validate() const {
  check_range("set_up_us", set_up_us, kMicroseconds);
  check_range("call_us", call_us, kMicroseconds);
  check_range("element_us", element_us, kMicroseconds);
  check_range("handshake_begin_us", handshake_begin_us, kMicroseconds);
  check_range("handshake_end_us", handshake_end_us, kMicroseconds);
  check_range("data_phase_cycles", data_phase_cycles, kCycles);
  check_range("host_bytes_per_second", host_bytes_per_second, kBytesPerSecond);
  check_range("staging_bytes_per_second", staging_bytes_per_second, kBytesPerSecond);
  check_range("compile_seconds", compile_seconds, kSeconds);
  check_range("element_deviation", element_deviation, kDeviation);
}

double element_pace(const HostOptions& options, int infeed, std::int64_t element) {
  if (options.element_deviation == 0) return 1;
  const double z = RandomStream(options.seed, fmt::format("host/{}", infeed),
                                static_cast<std::uint64_t>(element))
                       .normal();
  constexpr double kRootOfHalf = 0.70710678118654752;
  return 1 + options.element_deviation * kRootOfHalf * (z * z - 1);
}

}  // namespace pipette
