#include "device/host_options.h"

#include <fmt/format.h>

#include "core/error.h"

namespace pipette {
namespace {

void check_range(const char* field, double value, double least, double most) {
  if (value >= least && value <= most) return;  // NaN fails both
  throw InvalidArgument(
      fmt::format("host.{} must be {} to {}, but it is {}; the nearest valid value is {}", field,
                  least, most, value, value > most ? most : least));
}

}  // namespace

void HostOptions::validate() const {
  constexpr double kHourUs = 3.6e9;
  check_range("call_us", call_us, 0, kHourUs);
  check_range("element_us", element_us, 0, kHourUs);
  check_range("handshake_begin_us", handshake_begin_us, 0, kHourUs);
  check_range("handshake_end_us", handshake_end_us, 0, kHourUs);
  check_range("data_phase_cycles", data_phase_cycles, 0, 1e12);
  check_range("host_bytes_per_second", host_bytes_per_second, 1, 1e15);
  check_range("staging_bytes_per_second", staging_bytes_per_second, 1, 1e15);
  check_range("compile_seconds", compile_seconds, 0, 1e6);
}

}  // namespace pipette
