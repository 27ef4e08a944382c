#include "device/host_options.h"

#include <fmt/format.h>

#include "core/error.h"

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
  check_range("call_us", call_us, kMicroseconds);
  check_range("element_us", element_us, kMicroseconds);
  check_range("handshake_begin_us", handshake_begin_us, kMicroseconds);
  check_range("handshake_end_us", handshake_end_us, kMicroseconds);
  check_range("data_phase_cycles", data_phase_cycles, kCycles);
  check_range("host_bytes_per_second", host_bytes_per_second, kBytesPerSecond);
  check_range("staging_bytes_per_second", staging_bytes_per_second, kBytesPerSecond);
  check_range("compile_seconds", compile_seconds, kSeconds);
}

}  // namespace pipette
